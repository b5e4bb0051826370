package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

// Without cl_khr_fp16 a half is something that lies in memory: pointers may point to it, structures may have it as a
// member and are copied whole, vload_half and vstore_half take its address. It is never a value. Values of half could
// come from the places that ask here, and from nowhere else: declarations, loads, stores, casts, constants, and results
// and parameters of functions.

// halfMissing is how messages about halves end.
const halfMissing = "requires cl_khr_fp16, which this device does not have"

// isHalf tells a half, or a vector of them, where the language has no values of it.
func (p *parser) isHalf(t *ast.Type) bool { return t.Scalar().Kind == ast.Half && !p.FP16 }

// holdsHalves tells a type that cannot be declared for its halves: one or an array of them, but not a structure.
func (p *parser) holdsHalves(t *ast.Type) bool {
	for t.Kind == ast.Array {
		t = t.Elem
	}
	return p.isHalf(t)
}

// halfAllowed refuses to load or store a half where the language has none; its address may still be computed.
func (p *parser) halfAllowed(t *ast.Type, pos diag.Pos) bool {
	if !p.isHalf(t) {
		return true
	}
	p.errorf(pos, "a %s cannot be loaded or stored without cl_khr_fp16; use vload_half and vstore_half", typeName(t))
	return false
}

// halfInBuiltin refuses built-in functions that take or give halves: convert_half, as_half2, vload4 of halves.
func (p *parser) halfInBuiltin(name string, sig *Builtin, pos diag.Pos) bool {
	found := p.isHalf(sig.Result)
	for _, t := range sig.Params {
		found = found || p.isHalf(t)
	}
	if found {
		p.errorf(pos, "'%s' on values of type 'half' %s; vload_half and vstore_half convert from and to float", name,
			halfMissing)
	}
	return found
}
