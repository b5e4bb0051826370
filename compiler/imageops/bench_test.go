package imageops_test

import (
	"os"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/image"
)

// BenchmarkExpand is how long a launch with new formats waits: for the expansion, and for the smallest version.
func BenchmarkExpand(b *testing.B) {
	for _, file := range []string{"integer", "linear"} {
		text, err := os.ReadFile("../../bench/images/" + file + ".cl")
		if err != nil {
			b.Fatal(err)
		}
		o, _ := compiler.ParseOptions("-cl-std=CL1.2")
		unit, log, ok := compiler.Compile(text, nil, o)
		if !ok {
			b.Fatal(log)
		}
		program, log, ok := compiler.Link([]*compiler.Object{unit}, o)
		if !ok {
			b.Fatal(log)
		}
		for _, k := range program.Kernels {
			if k.Machine.Images() == nil {
				continue
			}
			b.Run(k.Name, func(b *testing.B) { expand(b, k.Machine, imageops.Likely) })
			b.Run(k.Name+"/bordered", func(b *testing.B) { expand(b, k.Machine, bordered) })
		}
	}
}

// bordered are the traits of images that are too small for some ids.
func bordered(arguments []imageops.Argument, format image.FormatID, sampler image.Sampler) []imageops.Trait {
	return imageops.Uncovered(imageops.Likely(arguments, format, sampler))
}

// expand makes code for new traits again and again.
func expand(b *testing.B, k object.Kernel,
	traitsOf func([]imageops.Argument, image.FormatID, image.Sampler) []imageops.Trait) {
	arguments, _ := k.Images().Arguments()
	format, _ := image.ParseFormat("RGBA,UNORM_INT8")
	for n := 0; b.Loop(); n++ {
		// Bits that mean nothing make traits new.
		traits := traitsOf(arguments, format, image.Sampler(n<<8))
		traits[0] |= imageops.Trait(n) << 24
		m := k.Images().Kernel(traits)
		if _, err := m.Version(256, object.Version{Count: 1, SmallIDs: true}); err != nil {
			b.Fatal(err)
		}
	}
}
