package native

import (
	"encoding/binary"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/exec/launch"
	"heddle/image"
)

// Launches of kernels that access images run code for the formats of their images and the modes of their samplers
// (object.Images). A program cannot make that code in advance, so a launch does not wait for its plan.

// maxStackTraits is how many traits are collected without asking for memory.
const maxStackTraits = 16

// ForImages is the launch of the kernel for its images and samplers; that of a kernel without them is the same. The
// error says why there can be no code.
func ForImages(l *launch.Launch) (launch.Launch, error) {
	images := l.Machine.Images()
	if images == nil {
		return *l, nil
	}
	arguments, err := images.Arguments()
	if err != nil {
		return launch.Launch{}, err
	}
	var space [maxStackTraits]object.ImageTrait
	traits := space[:0]
	ids := imageops.Range{Offset: l.Offset, Size: l.Global}
	for i := range arguments {
		a := &arguments[i]
		bits := binary.LittleEndian.Uint64(l.Args[a.Offset:])
		if a.IsSampler {
			traits = append(traits, imageops.OfSampler(image.Sampler(bits)))
		} else {
			traits = append(traits, imageops.OfImage(a, hostmem.At[image.Descriptor](bits), &ids))
		}
	}
	found := *l
	found.Machine, found.IsEager = images.Kernel(traits), true
	return found, nil
}
