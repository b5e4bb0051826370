package exec

import (
	"encoding/binary"
	"fmt"
	"slices"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/compiler/randkernel"
	"heddle/image"
)

// Images and samplers of random kernels: the seed of a launch chooses formats, sizes and modes.

// planImages are the copies of a kernel for formats, in the bundles of a configuration.
type planImages struct {
	object.Images
	config randomConfig
}

func (p *planImages) Kernel(traits []object.ImageTrait) object.Kernel {
	return &planOnly{p.Images.Kernel(traits), p.config}
}

func (p *planOnly) Images() object.Images {
	if images := p.Kernel.Images(); images != nil {
		return &planImages{images, p.config}
	}
	return nil
}

// canAccessImages reports whether a program has machine code, which code with all variables in memory has not if it
// accesses images.
func canAccessImages(program *compiler.Program) bool {
	images := program.Kernels[0].Machine.Images()
	if images == nil {
		return true
	}
	_, err := images.Arguments()
	return err == nil
}

// randomDescriptors is how many descriptors of images are kept; the oldest are written over.
const randomDescriptors = 2048

// imageArgument is the address of a descriptor of an image whose elements lie at an address.
func (r *randomRunner) imageArgument(p *randkernel.Param, g randkernel.Geometry, data uintptr, seed uint64) uint64 {
	x := randomHash(seed)
	formats := slices.DeleteFunc(image.Supported(p.Image.Shape, usesOf(p.Image)), func(f image.Format) bool {
		id, _ := image.Find(f)
		return (f.Order == image.OrderDepth) != p.Image.Depth || id.Info().Class != p.Image.Class
	})
	format := formats[x>>8%uint64(len(formats))]
	if x%3 == 0 && !p.Image.Depth {
		format = []image.Format{{Order: image.OrderRGBA, Type: image.TypeUnorm8},
			{Order: image.OrderRGBA, Type: image.TypeSint8},
			{Order: image.OrderRGBA, Type: image.TypeUint8}}[p.Image.Class]
	}
	id, _ := image.Find(format)
	layout := randomLayout(p, id, randomImageSize(p, id, g, x), x)
	list := layout.Descriptors(data)
	if r.described+len(list) > randomDescriptors {
		r.described = 0
	}
	at := uint64(r.descriptors) + uint64(r.described*image.DescriptorBytes)
	for _, d := range list {
		*hostmem.At[image.Descriptor](uint64(r.descriptors) + uint64(r.described*image.DescriptorBytes)) = d
		r.described++
	}
	return at
}

// randomLayout is the layout of an image of a size, in some cases with as many mip levels as its memory has room for.
func randomLayout(p *randkernel.Param, id image.FormatID, size image.Size, x uint64) *image.Layout {
	levels := uint64(1)
	if p.Image.Levels && id.Info().BlockElements == 1 {
		levels = []uint64{1, 1, 2, 5}[x>>60%4]
	}
	for ; levels > 0; levels-- {
		layout, err := image.NewLayout(p.Image.Shape, id, size, 0, 0, levels)
		if err != nil {
			panic(fmt.Sprint("BUG: ", layout, err))
		}
		if layout.Bytes <= 4*uint64(p.Words) {
			return layout
		}
	}
	panic(fmt.Sprint("BUG: too large: ", size))
}

func usesOf(i *randkernel.Image) image.Uses {
	switch {
	case i.ReadWrite:
		return image.UseReadWrite
	case i.Written:
		return image.UseWrite
	}
	return image.UseRead
}

// randomImageSize is a size that fits memory. Many images are just large enough for the ids of the launch, and some
// too small by little.
func randomImageSize(p *randkernel.Param, id image.FormatID, g randkernel.Geometry, x uint64) image.Size {
	sizes := [3]uint64{1, 1, 1}
	axes := sizes[:p.Image.Shape.CoordCount()]
	for i := range axes {
		axes[i] = []uint64{1, 2, 5, 8, 16, 33}[x>>(16+4*i)%6]
		if end := g.Offset[i] + g.Global[i]; end < 1<<16 && x>>40&3 > 0 {
			axes[i] = max(end+[]uint64{0, 0, 1, 3, 3, 8, 3, 3}[x>>(44+4*i)%8], 2) - 1
		}
	}
	mostElements := 4 * uint64(p.Words) / 16 // of the largest format
	for sizes[0]*sizes[1]*sizes[2] > mostElements {
		largest := slices.Index(axes, slices.Max(axes))
		axes[largest] = (axes[largest] + 1) / 2
	}
	block := uint64(id.Info().BlockElements)
	return image.Size{Width: max(sizes[0]/block, 1) * block, Height: sizes[1], Depth: sizes[2],
		Layers: axes[len(axes)-1]}
}

// randomSampler are the bits of a sampler.
func randomSampler(seed uint64) uint64 {
	x := randomHash(seed)
	bits := image.Sampler(x%5)*image.AddressClampToEdge | image.Sampler(1+x>>8%2)*image.FilterNearest |
		image.Sampler(x>>20%3)*image.MipFilterNearest | image.Sampler(x>>16&1)
	if x>>24%2 == 0 {
		return uint64(bits)
	}
	least := float32(x>>28%9) / 4
	return uint64(bits.WithLevels(least, least+float32(x>>32%9)/4))
}

// imageData are words that are finite numbers as floats and as pairs of halves.
func imageData(words int, seed uint64) (data []byte) {
	for i := range words {
		data = binary.LittleEndian.AppendUint32(data, uint32(randomHash(seed<<32+uint64(i)))&^0x40004000)
	}
	return data
}
