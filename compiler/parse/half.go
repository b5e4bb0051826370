package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

// Without cl_khr_fp16 a half exists only in memory: pointers may point to it, structures may have it as a member and
// are copied whole, vload_half and vstore_half take its address. It is never a value. Values of half could only come
// from the places that check here: declarations, loads, stores, casts, constants, and results and parameters of
// functions.

// halfMissing is the end of messages about halves.
const halfMissing = "requires cl_khr_fp16, which this device does not have"

// isHalf reports whether a type is half, or a vector of it, in a language without values of it.
func (p *parser) isHalf(t *ast.Type) bool { return t.Scalar().Kind == ast.Half && !p.FP16 }

// holdsHalves reports whether a type cannot be declared because of its halves: one or an array of them, but not a
// structure.
func (p *parser) holdsHalves(t *ast.Type) bool {
	for t.Kind == ast.Array {
		t = t.Elem
	}
	return p.isHalf(t)
}

// halfAllowed rejects loading or storing a half where the language has none; its address may still be computed. It
// returns false after an error.
func (p *parser) halfAllowed(t *ast.Type, pos diag.Pos) bool {
	if !p.isHalf(t) {
		return true
	}
	p.errorf(pos, "a %s cannot be loaded or stored without cl_khr_fp16; use vload_half and vstore_half", typeName(t))
	return false
}

// halfInBuiltin rejects built-in functions that take or return halves: convert_half, as_half2, vload4 of halves. It
// reports whether it did.
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
