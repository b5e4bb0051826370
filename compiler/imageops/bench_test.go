package imageops_test

import (
	"os"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/image"
)

func programOf(tb testing.TB, file string) *compiler.Program {
	tb.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	o, _ := compiler.ParseOptions("-cl-std=CL1.2")
	unit, log, ok := compiler.Compile(text, nil, o)
	if !ok {
		tb.Fatal(log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{unit}, o)
	if !ok {
		tb.Fatal(log)
	}
	return program
}

// eachKernel calls a function for the kernels with images of the benchmark.
func eachKernel(tb testing.TB, each func(name string, k object.Kernel)) {
	for _, file := range []string{"integer", "linear"} {
		program := programOf(tb, "../../bench/images/"+file+".cl")
		for _, k := range program.Kernels {
			if k.Machine.Images() != nil {
				each(k.Name, k.Machine)
			}
		}
	}
}

// All kernels have code for both instruction sets, in launches that images cover and in others.
func TestCodeOfBenchmark(t *testing.T) {
	count := 0
	eachKernel(t, func(name string, k object.Kernel) {
		arguments, err := k.Images().Arguments()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"RGBA,UNORM_INT8", "R,UNORM_INT8", "RGBA,FLOAT", "sRGBA,UNORM_INT8",
			"RG,HALF_FLOAT"} {
			format, err := image.ParseFormat(text)
			if err != nil {
				t.Fatal(err)
			}
			traits := imageops.Likely(arguments, format, image.AddressClamp|image.FilterLinear)
			for _, list := range [][]imageops.Trait{traits, imageops.Uncovered(traits)} {
				for _, bits := range []int{256, 512} {
					count++
					v := object.Version{Count: 2, SmallIDs: true, FullBundles: true}
					if _, err := k.Images().Kernel(list).Version(bits, v); err != nil {
						t.Errorf("%s, %s, %d bits: %v", name, text, bits, err)
					}
				}
			}
		}
	})
	if count == 0 {
		t.Error("no kernels")
	}
}

// BenchmarkExpand is how long a launch with new formats waits: for the expansion, and for the smallest version.
func BenchmarkExpand(b *testing.B) {
	eachKernel(b, func(name string, k object.Kernel) {
		b.Run(name, func(b *testing.B) { expand(b, k, imageops.Likely) })
		b.Run(name+"/bordered", func(b *testing.B) { expand(b, k, bordered) })
	})
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
