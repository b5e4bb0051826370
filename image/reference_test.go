package image

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// The reference reads images as the text of the specification says it, type by type, in double precision but for
// coordinates, and shares nothing with what it is compared with but the descriptors.

// referenceChannels are the channels of an element in memory, as the specification describes the data type.
func referenceChannels(kind uint32, count int, m []byte) (values []float64) {
	half := func(i int) uint16 { return binary.LittleEndian.Uint16(m[2*i:]) }
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(m[4*i:]) }
	for i := range count {
		switch kind {
		case TypeUnorm8:
			values = append(values, float64(m[i])/255)
		case TypeSnorm8:
			values = append(values, math.Max(float64(int8(m[i]))/127, -1))
		case TypeUnorm16:
			values = append(values, float64(half(i))/65535)
		case TypeSnorm16:
			values = append(values, math.Max(float64(int16(half(i)))/32767, -1))
		case TypeUnorm10x6:
			values = append(values, float64(half(i)>>6)/1023)
		case TypeUnorm12x4:
			values = append(values, float64(half(i)>>4)/4095)
		case TypeUnorm14x2:
			values = append(values, float64(half(i)>>2)/16383)
		case TypeHalf:
			values = append(values, float64(halfToFloat(half(i))))
		case TypeFloat:
			values = append(values, float64(math.Float32frombits(word(i))))
		}
	}
	switch kind {
	case TypeUnorm565:
		e := half(0)
		return []float64{float64(e>>11) / 31, float64(e>>5&63) / 63, float64(e&31) / 31}
	case TypeUnorm555:
		e := half(0)
		return []float64{float64(e>>10&31) / 31, float64(e>>5&31) / 31, float64(e&31) / 31}
	case TypeUnorm101010:
		e := word(0)
		return []float64{float64(e>>20&1023) / 1023, float64(e>>10&1023) / 1023, float64(e&1023) / 1023}
	case TypeUnorm101010x2:
		e := word(0)
		return []float64{float64(e>>22) / 1023, float64(e>>12&1023) / 1023, float64(e>>2&1023) / 1023, float64(e&3) / 3}
	case TypeUnorm2x101010:
		e := word(0)
		return []float64{float64(e>>30) / 3, float64(e>>20&1023) / 1023, float64(e>>10&1023) / 1023,
			float64(e&1023) / 1023}
	}
	return values
}

// referenceColour arranges the channels, as the table of mappings does.
func referenceColour(order uint32, v []float64) [4]float64 {
	linear := func(c float64) float64 {
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	switch order {
	case OrderR, OrderDepth, OrderRx:
		return [4]float64{v[0], 0, 0, 1}
	case OrderA:
		return [4]float64{0, 0, 0, v[0]}
	case OrderRG, OrderRGx:
		return [4]float64{v[0], v[1], 0, 1}
	case OrderRA:
		return [4]float64{v[0], 0, 0, v[1]}
	case OrderRGB, OrderRGBx:
		return [4]float64{v[0], v[1], v[2], 1}
	case OrderRGBA:
		return [4]float64{v[0], v[1], v[2], v[3]}
	case OrderBGRA:
		return [4]float64{v[2], v[1], v[0], v[3]}
	case OrderARGB:
		return [4]float64{v[1], v[2], v[3], v[0]}
	case OrderABGR:
		return [4]float64{v[3], v[2], v[1], v[0]}
	case OrderIntensity:
		return [4]float64{v[0], v[0], v[0], v[0]}
	case OrderLuminance:
		return [4]float64{v[0], v[0], v[0], 1}
	case OrderSRGB, OrderSRGBx:
		return [4]float64{linear(v[0]), linear(v[1]), linear(v[2]), 1}
	case OrderSRGBA:
		return [4]float64{linear(v[0]), linear(v[1]), linear(v[2]), v[3]}
	case OrderSBGRA:
		return [4]float64{linear(v[2]), linear(v[1]), linear(v[0]), v[3]}
	}
	panic("no such order")
}

type referenceImage struct {
	*testImage
	shape Shape
	channels,
	elementBytes int
}

// at is the colour of an element, the border's outside.
func (r *referenceImage) at(i, j, k int) [4]float64 {
	d := r.first()
	f := d.Format.Info().Format
	extents := d.Extents(r.shape)
	if i < 0 || j < 0 || k < 0 || i >= int(extents[0]) || j >= int(extents[1]) || k >= int(extents[2]) {
		switch f.Order {
		case OrderR, OrderRG, OrderRGB, OrderLuminance, OrderSRGB, OrderRGBx, OrderSRGBx:
			return [4]float64{0, 0, 0, 1}
		}
		return [4]float64{}
	}
	offset := k*int(d.SlicePitch) + j*int(d.RowPitch) + i*r.elementBytes
	return referenceColour(f.Order, referenceChannels(f.Type, r.channels, r.memory[offset:]))
}

// axis are the two elements along an axis and the weight of the second; with the filter nearest the first alone.
func referenceAxis(s Sampler, c float32, size uint32) (int, int, float64) {
	w := int(size)
	clampTo := func(i, least, greatest int) int { return min(max(i, least), greatest) }
	half := float32(0)
	if s&FilterMask == FilterLinear {
		half = 0.5
	}
	frac := func(x float32) float64 { return float64(x - float32(math.Floor(float64(x)))) }
	u := c
	if s&NormalizedCoords != 0 {
		switch s & AddressMask {
		case AddressRepeat:
			u = (c - float32(math.Floor(float64(c)))) * float32(w)
		case AddressMirroredRepeat:
			u = float32(math.Abs(float64(c-2*float32(math.RoundToEven(float64(0.5*c)))))) * float32(w)
		default:
			u = c * float32(w)
		}
	}
	i0 := int(math.Floor(float64(u - half)))
	i1 := i0 + 1
	switch s & AddressMask {
	case AddressRepeat:
		if i0 < 0 {
			i0 += w
		}
		if i0 > w-1 {
			i0 -= w
		}
		if i1 > w-1 {
			i1 -= w
		}
	case AddressClamp:
		i0, i1 = clampTo(i0, -1, w), clampTo(i1, -1, w)
	case AddressClampToEdge, AddressMirroredRepeat:
		i0, i1 = clampTo(i0, 0, w-1), clampTo(i1, 0, w-1)
	}
	return i0, i1, frac(u - half)
}

// sample is the formula of the specification for T, and the largest element that takes part.
func (r *referenceImage) sample(s Sampler, p *Point) (colour [4]float64, largest float64) {
	extents := r.first().Extents(r.shape)
	var index [3][2]int
	var weight [3]float64
	for axis := range r.shape.Dimensions() {
		index[axis][0], index[axis][1], weight[axis] = referenceAxis(s, p.Float[axis], extents[axis])
	}
	if r.shape.IsArray() {
		axis := r.shape.CoordCount() - 1
		layer := math.RoundToEven(float64(p.Float[axis]))
		layer = math.Min(math.Max(layer, 0), float64(extents[axis]-1))
		index[axis] = [2]int{int(layer), int(layer)}
	}
	if s&FilterMask != FilterLinear {
		weight = [3]float64{}
	}
	for n := range 8 {
		product := 1.0
		for axis, w := range weight {
			if n>>axis&1 == 1 {
				product *= w
			} else {
				product *= 1 - w
			}
		}
		if product == 0 {
			continue
		}
		element := r.at(index[0][n&1], index[1][n>>1&1], index[2][n>>2])
		for i := range colour {
			colour[i] += product * element[i]
			largest = max(largest, math.Abs(element[i]))
		}
	}
	return colour, largest
}

// randomImage is an image with random contents, without NaN and infinities.
func randomImage(t *testing.T, random *rand.Rand, shape Shape, info *Info) *referenceImage {
	size := Size{1 + random.Uint64N(6), 1 + random.Uint64N(5), 1 + random.Uint64N(4), 1 + random.Uint64N(3)}
	rowPitch := (size.Width + random.Uint64N(3)) * uint64(info.Bytes)
	slices := size.Height
	if shape == Image1DArray {
		slices = 1
	}
	l, err := NewLayout(shape, info.ID, size, rowPitch, rowPitch*(slices+random.Uint64N(2)), 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &referenceImage{newTestImage(t, l, random.IntN(2) == 0), shape, len(info.Channels), info.Bytes}
	for i := range r.memory {
		r.memory[i] = byte(random.Uint32())
	}
	for i := 0; i+4 <= len(r.memory) && info.Type == TypeFloat; i += 4 {
		f := float32(random.NormFloat64() * math.Exp(random.NormFloat64()*20))
		binary.LittleEndian.PutUint32(r.memory[i:], math.Float32bits(f))
	}
	for i := 0; i+2 <= len(r.memory) && info.Type == TypeHalf; i += 2 {
		r.memory[i+1] &^= 0x40
	}
	return r
}

// randomCoordinate is one in or near the range, often at an edge.
func randomCoordinate(random *rand.Rand, normalized bool, size uint32) float32 {
	c := (random.Float32()*3 - 1) * float32(size)
	if random.IntN(3) == 0 {
		c = float32(math.Round(float64(c)*2)) / 2
	}
	if normalized {
		c /= float32(size)
	}
	return c
}

// TestAgainstReference reads random images of all formats and shapes with all samplers.
func TestAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, row := range Formats() {
		info := &row
		if info.Refused != "" || info.Class != ClassFloat {
			continue
		}
		for shape := range ShapeCount {
			if info.Shapes.Has(shape) {
				compareWithReference(t, random, randomImage(t, random, shape, info), info)
			}
		}
	}
}

func compareWithReference(t *testing.T, random *rand.Rand, r *referenceImage, info *Info) {
	a := Access{Shape: r.shape, Sampled: true, FloatCoords: true}
	extents := r.first().Extents(r.shape)
	for _, mode := range []Sampler{AddressClampToEdge, AddressClamp, NormalizedCoords | AddressClampToEdge,
		NormalizedCoords | AddressClamp, repeat, mirror} {
		for _, filter := range []Sampler{FilterNearest, FilterLinear} {
			for range 20 {
				p := &Point{}
				for i := range p.Float {
					p.Float[i] = randomCoordinate(random, mode&NormalizedCoords != 0, extents[i])
				}
				want, largest := r.sample(mode|filter, p)
				got := a.ReadFloat(r.first(), mode|filter, p)
				for i := range want {
					exact := filter == FilterNearest && got[i] != float32(want[i])
					if exact || math.Abs(float64(got[i])-want[i]) > largest*2e-6 {
						t.Fatalf("shape %d, %v, sampler %#x at %v: got %v, want %v", r.shape, info.Format, mode|filter,
							p.Float, got, want)
					}
				}
			}
		}
	}
}
