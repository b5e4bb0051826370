package spirv

// FloatControls is what the execution modes of an entry point say of floating operations. It is comparable, since
// functions that are called from entry points with different controls are made once for each. The indices are those of
// FloatIndex.
type FloatControls struct {
	Flush      [floatWidths]bool // denormal operands and results are zeros
	TowardZero [floatWidths]bool // basic operations and conversions round toward zero
	Exact      [floatWidths]bool // signed zeros, infinities and NaNs are kept, whatever options allow
	// Fast has the bits of FPFastMathMode of operations that are not decorated, where FastIsSet.
	Fast      [floatWidths]uint32
	FastIsSet [floatWidths]bool
}

const floatWidths = 3

// FloatIndex is the index of the floats of 16, 32 or 64 bits in the arrays of FloatControls, -1 for other numbers.
func FloatIndex(bits uint) int {
	switch bits {
	case 16:
		return 0
	case 32:
		return 1
	case 64:
		return 2
	}
	return -1
}

// FunctionFloats are the controls of a function that is called from an entry point with the given ones: decorations of
// the function come first (SPV_INTEL_float_controls2).
func (m *Module) FunctionFloats(id ID, c FloatControls) FloatControls {
	for _, d := range m.decorations[id] {
		if len(d.Args) < 2 || FloatIndex(uint(d.Args[0])) < 0 {
			continue
		}
		i := FloatIndex(uint(d.Args[0]))
		switch d.Kind {
		case DecorationFunctionRounding:
			c.TowardZero[i] = d.Args[1] == roundingRTZ
		case DecorationFunctionDenorm:
			c.Flush[i] = d.Args[1] == denormFlush
		}
	}
	return c
}

// Values of FPRoundingMode and FPDenormMode.
const (
	roundingRTZ = 1
	roundingRTP = 2
	denormFlush = 1
)

// floatControl applies an execution mode that tells about floats of one width to the controls of an entry point.
func (m *Module) floatControl(in *Instruction, mode *ExecMode) {
	c := m.Floats[in.ID(0)]
	if mode.Mode == ModeFPFastMathDefault {
		m.fastMathDefault(in, &c)
	} else {
		if len(mode.Args) != 1 {
			in.bail("it needs the width of a float")
		}
		i := FloatIndex(uint(mode.Args[0]))
		if i < 0 {
			in.bail("there are no floats of %d bits; the widths are 16, 32 and 64", mode.Args[0])
		}
		c.apply(mode.Mode, i)
		m.checkContrary(in, mode)
	}
	m.Floats[in.ID(0)] = c
}

func (c *FloatControls) apply(mode uint32, i int) {
	switch mode {
	case ModeDenormFlushToZero:
		c.Flush[i] = true
	case ModeRoundingModeRTZ:
		c.TowardZero[i] = true
	case ModeSignedZeroInfNanPreserve:
		c.Exact[i] = true
	}
}

// contraryModes are pairs of modes that an entry point cannot have for the same width.
var contraryModes = map[uint32]uint32{
	ModeDenormPreserve: ModeDenormFlushToZero, ModeDenormFlushToZero: ModeDenormPreserve,
	ModeRoundingModeRTE: ModeRoundingModeRTZ, ModeRoundingModeRTZ: ModeRoundingModeRTE,
}

func (m *Module) checkContrary(in *Instruction, mode *ExecMode) {
	contrary, ok := contraryModes[mode.Mode]
	if !ok {
		return
	}
	for _, other := range m.Modes[in.ID(0)] {
		if other.Mode == contrary && len(other.Args) == 1 && other.Args[0] == mode.Args[0] {
			in.bail("floats of %d bits have the mode %s already", mode.Args[0], EnumName("ExecutionMode", contrary))
		}
	}
}

// fastMathDefault reads the type and the bits of FPFastMathDefault.
func (m *Module) fastMathDefault(in *Instruction, c *FloatControls) {
	if len(in.Args) != 4 {
		in.bail("it needs a type and a constant")
	}
	t := m.typeOf(in, in.ID(2))
	if t.Kind != Float {
		in.bail("%%%d is no type of floats", in.Args[2])
	}
	bits := uint32(m.numberOf(in, in.ID(3)))
	if bits&FastTransform != 0 && bits&FastContract == 0 || bits&FastTransform != 0 && bits&FastReassoc == 0 {
		in.bail("AllowTransform stands without AllowContract and AllowReassoc")
	}
	i := FloatIndex(t.Bits)
	c.Fast[i], c.FastIsSet[i] = bits, true
}
