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
			b.Run(k.Name, func(b *testing.B) {
				arguments, _ := k.Machine.Images().Arguments()
				format, _ := image.ParseFormat("RGBA,UNORM_INT8")
				for n := 0; b.Loop(); n++ {
					// Bits that mean nothing make traits new.
					traits := imageops.Likely(arguments, format, image.Sampler(n<<8))
					traits[0] |= imageops.Trait(n) << 20
					m := k.Machine.Images().Kernel(traits)
					if _, err := m.Version(256, object.Version{Count: 1, SmallIDs: true}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
