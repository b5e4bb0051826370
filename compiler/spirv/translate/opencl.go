package translate

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// extInst is a function of OpenCL.std. Most have the name and the operands of OpenCL C's, with "s_" or "u_" before for
// integers with or without a sign.
func (e *emitter) extInst() []ir.ValueID {
	name := spirv.OpenCLName(e.in.Args[1])
	if f, ok := truncatedFunctions[name]; ok && e.truncates(e.result()) {
		return e.truncated(2, f)
	}
	if special := specialFunctions[name]; special != nil {
		return special(e, name)
	}
	signed := true
	if rest, ok := strings.CutPrefix(name, "s_"); ok {
		name = rest
	} else if rest, ok := strings.CutPrefix(name, "u_"); ok {
		name, signed = rest, false
	}
	if other, ok := otherNames[name]; ok {
		name = other
	}
	var args []operand
	for n := 2; n < len(e.in.Args); n++ {
		args = append(args, e.arg(n, signed))
	}
	return e.builtinCall(name, args...)
}

// otherNames are functions with another name in OpenCL C.
var otherNames = map[string]string{"fclamp": "clamp", "fmax_common": "max", "fmin_common": "min"}

// specialFunctions are functions whose operands differ from those of OpenCL C's.
var specialFunctions = map[string]func(*emitter, string) []ir.ValueID{
	"nan": unsignedFunction, "clz": unsignedFunction, "ctz": unsignedFunction, "popcount": unsignedFunction,
	"rotate": unsignedFunction, "bitselect": unsignedFunction, "shuffle": unsignedFunction,
	"shuffle2":   unsignedFunction,
	"s_upsample": upsample, "u_upsample": upsample, "select": selectFunction,
	"vloadn": vectorLoad, "vload_halfn": vectorLoad, "vloada_halfn": vectorLoad, "vload_half": vectorLoad,
	"vstoren": vectorStore, "vstore_half": vectorStore, "vstore_half_r": vectorStore, "vstore_halfn": vectorStore,
	"vstore_halfn_r": vectorStore, "vstorea_halfn": vectorStore, "vstorea_halfn_r": vectorStore,
	"printf": printf, "prefetch": prefetch,
}

func unsignedFunction(e *emitter, name string) []ir.ValueID {
	var args []operand
	for n := 2; n < len(e.in.Args); n++ {
		args = append(args, e.arg(n, false))
	}
	return e.builtinCall(name, args...)
}

// upsample joins a half that may have a sign with one that has none.
func upsample(e *emitter, name string) []ir.ValueID {
	return e.builtinCall("upsample", e.arg(2, name == "s_upsample"), e.arg(3, false))
}

// selectFunction selects by signed integers.
func selectFunction(e *emitter, _ string) []ir.ValueID {
	return e.builtinCall("select", e.arg(2, false), e.arg(3, false), e.arg(4, true))
}

// size is an operand as a number of elements.
func (e *emitter) size(n int) operand {
	return operand{ast.Basic(ast.ULong), []ir.ValueID{e.resize(e.scalar(n), ir.I64, true)}}
}

// vectorLoad reads a vector, perhaps of halves; the number of elements is in the result's type.
func vectorLoad(e *emitter, name string) []ir.ValueID {
	lanes := e.result().Lanes()
	name = strings.TrimSuffix(name, "n")
	if lanes > 1 {
		name += fmt.Sprint(lanes)
	}
	values := e.builtinCall(name, e.size(2), e.arg(3, false))
	if strings.Contains(name, "half") {
		return e.loadedHalves(values)
	}
	return values
}

// vectorStore writes a vector, perhaps as halves with a rounding mode.
func vectorStore(e *emitter, name string) []ir.ValueID {
	name, rounds := strings.CutSuffix(name, "_r")
	name = strings.TrimSuffix(name, "n")
	if lanes := e.typ(2).Lanes(); lanes > 1 {
		name += fmt.Sprint(lanes)
	}
	suffix := ""
	if rounds {
		mode := e.in.Args[5]
		if int(mode) >= len(roundings) {
			return e.fail("unknown rounding mode %d", mode)
		}
		suffix = roundings[mode]
	}
	x := e.arg(2, false)
	if strings.Contains(name, "half") {
		x, suffix = e.storedHalves(x, suffix)
	}
	return e.builtinCall(name+suffix, x, e.size(3), e.arg(4, false))
}

// prefetch takes pointers to all types; those that OpenCL C has no function for are left alone.
func prefetch(e *emitter, _ string) []ir.ValueID {
	e.Emit(ir.Instr{Op: ir.OpPrefetch, Space: spaces[e.typ(2).Storage].access, Args: e.List(e.scalar(2))})
	return nil
}

// printf prints by a format that is known if it is the address of a constant variable.
func printf(e *emitter, _ string) []ir.ValueID {
	if len(e.in.Args) < 3 || e.typ(2).Kind != spirv.Pointer {
		return e.fail("printf without a format")
	}
	var args []ir.ValueID
	for n := 3; n < len(e.in.Args); n++ {
		switch e.typ(n).Scalar().Kind {
		case spirv.Int, spirv.Float, spirv.Pointer:
			args = append(args, e.value(n)...)
		case spirv.Bool:
			args = append(args, e.each(e.value(n), func(v ir.ValueID) ir.ValueID {
				return e.Conv(ir.OpZExt, ir.I32,
					0, v)
			})...)
		default:
			return e.fail("operand %d is nothing that can be printed", n-2)
		}
	}
	if text, ok := e.textAt(e.in.ID(2)); ok {
		return []ir.ValueID{e.Printf(&text, args)}
	}
	return []ir.ValueID{e.Printf(nil, append([]ir.ValueID{e.scalar(2)}, args...))}
}

// textAt is the string that an address in a constant variable points to.
func (e *emitter) textAt(id spirv.ID) (string, bool) {
	c := e.constantAddress(id)
	if c == nil || c.Variable.Init == nil || c.Variable.Storage != spirv.StorageUniformConstant {
		return "", false
	}
	m := imageOf(c.Variable.Init)
	if c.Offset >= uint64(len(m.bytes)) || len(m.addresses) > 0 {
		return "", false
	}
	text, _, ok := strings.Cut(string(m.bytes[c.Offset:]), "\x00")
	return text, ok
}

// constantAddress is the address that a value is known to have, nil if it is not known.
func (e *emitter) constantAddress(id spirv.ID) *spirv.Constant {
	const most = 16
	offset := uint64(0)
	for range most {
		if v := e.Module.Variable(id); v != nil {
			return &spirv.Constant{Kind: spirv.Address, Variable: v, Offset: offset}
		}
		if c := e.Constant(id); c != nil {
			if c.Kind != spirv.Address {
				return nil
			}
			return &spirv.Constant{Kind: spirv.Address, Variable: c.Variable, Offset: c.Offset + offset}
		}
		in := e.Definition(id)
		if in == nil {
			return nil
		}
		base, ok := e.unmoved(in)
		if !ok {
			return nil
		}
		id = base
	}
	return nil
}

// unmoved is the pointer that an instruction gives again, as another type or by an access chain of zeros.
func (e *emitter) unmoved(in *spirv.Instruction) (spirv.ID, bool) {
	switch {
	case in.Op == spirv.OpBitcast, in.Op == spirv.OpPtrCastToGeneric, in.Op == spirv.OpGenericCastToPtr,
		in.Op == spirv.OpCopyObject:
		return in.ID(0), true
	case !spirv.IsChain(in.Op):
		return 0, false
	}
	base := spirv.ChainOf(in).Base
	for n := base + 1; n < len(in.Args); n++ {
		if c := e.Constant(in.ID(n)); c == nil || c.Bits != 0 || c.Kind == spirv.Address {
			return 0, false
		}
	}
	return in.ID(base), true
}
