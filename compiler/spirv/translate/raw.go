package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// Halves that are only moved. Where halves are computed as floats, a value is converted when it is loaded and when it
// is stored; both conversions are left out where they meet, but not if an OpPhi is between them, and then they change
// NaNs that signal. An OpPhi of values that all come from memory is a parameter of the bits.

// isRaw reports whether an OpPhi moves halves from memory.
func (e *emitter) isRaw(phi *spirv.Instruction) bool {
	is, known := e.rawPhis[phi.Result]
	if !known {
		is = e.movesHalves(phi)
		e.rawPhis[phi.Result] = is
	}
	return is
}

func (e *emitter) movesHalves(phi *spirv.Instruction) bool {
	t := e.TypeOf(phi.Type)
	if !isHalf(t.Scalar()) || e.register(t.Scalar()) == ir.F16 {
		return false
	}
	for i := 0; i < len(phi.Args); i += 2 {
		if !e.isFromMemory(phi.ID(i), 0) {
			return false
		}
	}
	return true
}

// isFromMemory reports whether a value was loaded, perhaps as a part of another, or is constant.
func (e *emitter) isFromMemory(id spirv.ID, depth int) bool {
	const most = 4
	in := e.Definition(id)
	switch {
	case e.Constant(id) != nil:
		return true
	case in == nil || depth == most:
		return false
	case in.Op == spirv.OpLoad:
		return true
	case in.Op == spirv.OpExtInst:
		return spirv.OpenCLName(in.Args[1]) == "vloadn"
	case in.Op == spirv.OpVectorShuffle:
		return e.isFromMemory(in.ID(0), depth+1) && e.isFromMemory(in.ID(1), depth+1)
	}
	return in.Op == spirv.OpCopyObject && e.isFromMemory(in.ID(0), depth+1)
}

// bitsOf are halves as they lie in memory.
func (e *emitter) bitsOf(values []ir.ValueID) []ir.ValueID {
	return e.each(values, func(v ir.ValueID) ir.ValueID { return e.Conv(ir.OpBitcast, ir.I16, 0, e.ToHalf(v)) })
}

// fromBits are halves in registers.
func (e *emitter) fromBits(values []ir.ValueID) []ir.ValueID {
	return e.each(values, func(v ir.ValueID) ir.ValueID {
		return e.Conv(ir.OpFToF, ir.F32, 0, e.Conv(ir.OpBitcast, ir.F16, 0, v))
	})
}
