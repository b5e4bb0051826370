package image

import "testing"

// accessCases are the operations that are measured.
var accessCases = []struct {
	name    string
	format  Format
	shape   Shape
	sampler Sampler
}{
	{"nearest R8", Format{OrderR, TypeUnorm8}, Image2D, AddressClampToEdge | FilterNearest},
	{"nearest RGBA8", rgba8, Image2D, AddressClampToEdge | FilterNearest},
	{"nearest RGBA32F", rgba, Image2D, AddressClampToEdge | FilterNearest},
	{"linear RGBA8", rgba8, Image2D, repeat | FilterLinear},
	{"linear RGBA32F", rgba, Image2D, repeat | FilterLinear},
	{"linear sRGBA", Format{OrderSRGBA, TypeUnorm8}, Image2D, repeat | FilterLinear},
	{"linear 3D RGBA8", rgba8, Image3D, repeat | FilterLinear},
}

func BenchmarkRead(b *testing.B) {
	for _, c := range accessCases {
		i := newPlainImage(b, c.shape, c.format, Size{Width: 64, Height: 64, Depth: 4})
		b.Run(c.name, func(b *testing.B) {
			a := Access{Shape: c.shape, Sampled: true, FloatCoords: true}
			p := Point{Float: [3]float32{0.3, 0.7, 0.1}}
			for b.Loop() {
				a.ReadFloat(i.first(), c.sampler, &p)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, f := range []Format{rgba8, rgba, {OrderSRGBA, TypeUnorm8}} {
		i := newPlainImage(b, Image2D, f, Size{Width: 64, Height: 64})
		b.Run(f.String(), func(b *testing.B) {
			p := Point{Int: [3]int32{3, 7, 1}}
			for b.Loop() {
				Access{Shape: Image2D}.WriteFloat(i.first(), &p, [4]float32{0.1, 0.2, 0.3, 0.4})
			}
		})
	}
}

// TestNoAllocations: work-items call these one after the other.
func TestNoAllocations(t *testing.T) {
	for _, c := range accessCases {
		i := newPlainImage(t, c.shape, c.format, Size{Width: 64, Height: 64, Depth: 4})
		a := Access{Shape: c.shape, Sampled: true, FloatCoords: true, Detail: GivenLevel}
		p := Point{Float: [3]float32{0.3, 0.7, 0.1}}
		if n := testing.AllocsPerRun(10, func() {
			colour := a.ReadFloat(i.first(), c.sampler, &p)
			a.WriteFloat(i.first(), &p, colour)
			a.WriteInt(i.first(), &p, a.ReadInt(i.first(), c.sampler, &p))
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
