package clapi

import (
	"math"

	"heddle/clapi/cl"
	"heddle/image"
)

// Sampler is a sampler object. It is immutable.
type Sampler struct {
	Object
	context    *Context // held
	value      image.Sampler
	least      float32  // CL_SAMPLER_LOD_MIN_KHR
	greatest   float32  // CL_SAMPLER_LOD_MAX_KHR
	properties []uint64 // as given to clCreateSamplerWithProperties, with the terminating zero
}

// samplerBits are the bits of image.Sampler for the values of a property.
type samplerBits map[uint64]image.Sampler

var (
	normalizedBits = samplerBits{cl.False: 0, cl.True: image.NormalizedCoords}

	addressBits = samplerBits{
		cl.AddressNone:           image.AddressNone,
		cl.AddressClampToEdge:    image.AddressClampToEdge,
		cl.AddressClamp:          image.AddressClamp,
		cl.AddressRepeat:         image.AddressRepeat,
		cl.AddressMirroredRepeat: image.AddressMirroredRepeat,
	}

	filterBits    = samplerBits{cl.FilterNearest: image.FilterNearest, cl.FilterLinear: image.FilterLinear}
	mipFilterBits = samplerBits{cl.FilterNearest: image.MipFilterNearest, cl.FilterLinear: image.MipFilterLinear}
)

// samplerProperty is a property of samplers that is an enumeration: where it is in the value, and its values.
type samplerProperty struct {
	mask image.Sampler
	bits samplerBits
}

var samplerProperties = map[uint64]samplerProperty{
	cl.SamplerNormalizedCoords: {image.NormalizedCoords, normalizedBits},
	cl.SamplerAddressingMode:   {image.AddressMask, addressBits},
	cl.SamplerFilterMode:       {image.FilterMask, filterBits},
	cl.SamplerMipFilterModeKhr: {image.MipFilterMask, mipFilterBits},
}

// defaultSampler has the values of properties that are not given.
const defaultSampler = image.NormalizedCoords | image.AddressClamp | image.FilterNearest | image.MipFilterNearest

// CreateSampler is clCreateSampler.
func (c *Context) CreateSampler(normalized, addressing, filter uint32) (*Sampler, error) {
	s, err := c.createSampler([]uint64{cl.SamplerNormalizedCoords, uint64(normalized), cl.SamplerAddressingMode,
		uint64(addressing), cl.SamplerFilterMode, uint64(filter)})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// CreateSamplerWithProperties is clCreateSamplerWithProperties. properties has no terminating zero; nil is NULL.
func (c *Context) CreateSamplerWithProperties(properties []uint64) (*Sampler, error) {
	s, err := c.createSampler(properties)
	if err != nil {
		return nil, err
	}
	if properties != nil {
		s.properties = append(append([]uint64{}, properties...), 0)
	}
	return s, nil
}

func (c *Context) createSampler(properties []uint64) (*Sampler, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	s := &Sampler{context: c, value: defaultSampler, greatest: math.MaxFloat32}
	if err := s.setProperties(properties); err != nil {
		return nil, err
	}
	if err := s.checkCombination(); err != nil {
		return nil, err
	}
	if err := c.take(); err != nil {
		return nil, err
	}
	s.value = s.value.WithLevels(s.least, s.greatestOrTiny())
	s.init("sampler", cl.InvalidSampler, c.drop)
	c.expectSampler(s.value)
	return s, nil
}

func (s *Sampler) setProperties(properties []uint64) error {
	seen := map[uint64]bool{}
	for i := 0; i+1 < len(properties); i += 2 {
		name, value := properties[i], properties[i+1]
		if seen[name] {
			return s.context.fail(cl.InvalidValue, "property %#x is given twice", name)
		}
		seen[name] = true
		if err := s.setProperty(name, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sampler) setProperty(name, value uint64) error {
	switch name {
	case cl.SamplerLodMinKhr:
		return s.setLevel(&s.least, name, value)
	case cl.SamplerLodMaxKhr:
		return s.setLevel(&s.greatest, name, value)
	}
	p, ok := samplerProperties[name]
	if !ok {
		return s.context.fail(cl.InvalidValue, "property %#x is no property of samplers", name)
	}
	bits, ok := p.bits[value]
	if !ok {
		return s.context.fail(cl.InvalidValue, "property %#x has value %#x, which is none of its values", name, value)
	}
	s.value = s.value&^p.mask | bits
	return nil
}

// setLevel sets a limit of the level of detail. A property is as wide as a pointer; the float is its lower half, and
// the other half is what the application happened to leave there.
func (s *Sampler) setLevel(limit *float32, name, value uint64) error {
	level := math.Float32frombits(uint32(value))
	if level != level {
		return s.context.fail(cl.InvalidValue, "property %#x has value %#x, which is no level of detail", name, value)
	}
	*limit = level
	return nil
}

// greatestOrTiny is the greatest level of detail, but not 0, which stands for no limit in an image.Sampler.
func (s *Sampler) greatestOrTiny() float32 {
	const tiny = 1 << 8 // the least that the upper 24 bits can say
	if s.greatest == 0 {
		return math.Float32frombits(tiny)
	}
	return s.greatest
}

// checkCombination refuses the address modes that are only defined for normalised coordinates.
func (s *Sampler) checkCombination() error {
	mode := s.value & image.AddressMask
	isRepeat := mode == image.AddressRepeat || mode == image.AddressMirroredRepeat
	if isRepeat && s.value&image.NormalizedCoords == 0 {
		return s.context.fail(cl.InvalidValue,
			"CL_ADDRESS_REPEAT and CL_ADDRESS_MIRRORED_REPEAT need normalized coordinates")
	}
	return nil
}

// Retain is clRetainSampler.
func (s *Sampler) Retain() error {
	if err := s.check(); err != nil {
		return err
	}
	return s.retain()
}

// Release is clReleaseSampler.
func (s *Sampler) Release() error {
	if err := s.check(); err != nil {
		return err
	}
	return s.release()
}

// check rejects an invalid sampler handle.
func (s *Sampler) check() error {
	if s == nil {
		return fail(cl.InvalidSampler, "sampler is not a valid sampler")
	}
	return nil
}

var samplerInfo = lazyInfo(func() infoTable[*Sampler] {
	table := infoTable[*Sampler]{
		cl.SamplerReferenceCount: func(s *Sampler) []byte { return infoUint32(s.ReferenceCount()) },
		cl.SamplerContext:        func(s *Sampler) []byte { return infoUint64(s.context.Handle()) },
		cl.SamplerProperties:     func(s *Sampler) []byte { return infoUint64(s.properties...) },
		cl.SamplerLodMinKhr:      func(s *Sampler) []byte { return infoUint32(math.Float32bits(s.least)) },
		cl.SamplerLodMaxKhr:      func(s *Sampler) []byte { return infoUint32(math.Float32bits(s.greatest)) },
	}
	for name, property := range samplerProperties {
		table[uint32(name)] = func(s *Sampler) []byte { return infoUint32(property.valueOf(s.value)) }
	}
	return table
})

// valueOf is the value of the property in a sampler.
func (p *samplerProperty) valueOf(s image.Sampler) uint32 {
	for value, bits := range p.bits {
		if s&p.mask == bits {
			return uint32(value)
		}
	}
	panic("BUG: a sampler without a value of each property")
}

// GetInfo is clGetSamplerInfo.
func (s *Sampler) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	return samplerInfo().get(s.context, s, name, out)
}
