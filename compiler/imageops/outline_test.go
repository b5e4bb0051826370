package imageops_test

import (
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/image"
)

// Kernels that call functions have code for both instruction sets and several shapes, and all of the same kind share a
// function.
func TestCallsOfFilters(t *testing.T) {
	program := programOf(t, "../../bench/formats/filters.cl")
	isShared := map[string]bool{"grey": false, "sobel": true, "box": true, "rotate_linear": false,
		"sharpen_linear": true, "volume_linear": false}
	for _, k := range program.Kernels {
		images := k.Machine.Images()
		arguments, err := images.Arguments()
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"RGBA,UNORM_INT8", "R,UNORM_INT8", "RGBA,FLOAT"} {
			id, err := image.ParseFormat(format)
			if err != nil {
				t.Fatal(err)
			}
			traits := imageops.Likely(arguments, id, image.AddressClampToEdge|image.FilterLinear)
			calling, isSoon := images.Calling(traits)
			if isSoon != isShared[k.Name] {
				t.Errorf("%s, %s: sooner %v", k.Name, format, isSoon)
			}
			for _, v := range []object.Version{{Count: 1, SmallIDs: true, FullBundles: true},
				{Count: 2, Shape: 2, SmallIDs: true}, {Count: 2}} {
				for _, bits := range []int{256, 512} {
					if _, err := calling.Version(bits, v); err != nil {
						t.Errorf("%s, %s, %v, %d bits: %v", k.Name, format, v, bits, err)
					}
				}
			}
			if _, isSoon = images.Calling(traits); !isSoon {
				t.Errorf("%s, %s: functions that have been compiled are not soon there", k.Name, format)
			}
		}
	}
}
