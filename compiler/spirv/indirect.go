package spirv

import (
	"encoding/binary"
	"hash/fnv"
)

// Function pointers (SPV_INTEL_function_pointers). A pointer to a function is a token: a number that no other function
// has, and no address, so that an access to it faults. A call by a pointer reaches the functions whose addresses the
// module takes and whose types fit the arguments and the result; which of them it is, the token tells when the call is
// made (package translate). Tokens of functions that are exported or imported depend on their names alone, so that
// pointers may go from module to module of a program.

// pointed is a function whose address a module takes.
type pointed struct {
	id ID
	in *Instruction
}

// maxTargets bounds the functions that all calls by pointers of a module are compared with.
const maxTargets = 1 << 16

// functionPointer is a type of pointers to functions: nothing can be loaded or stored through it.
func (m *Module) functionPointer(in *Instruction, storage uint32) *Type {
	if !m.has[capabilityFunctionPointers] {
		in.bail("a pointer to a function, but the capability FunctionPointersINTEL is not declared")
	}
	return &Type{Kind: Pointer, Storage: storage, Size: 8, Align: 8, Scalars: 1}
}

// pointerConstant is the address of a function, which may be defined later.
func (m *Module) pointerConstant(in *Instruction, t *Type) *Constant {
	if t.Kind != Pointer {
		in.bail("its type is no pointer")
	}
	id := in.ID(0)
	if _, known := m.tokens[id]; !known {
		m.tokens[id] = m.newToken(id)
		m.pointed = append(m.pointed, pointed{id, in})
	}
	return &Constant{Type: t, Kind: Scalar, Bits: m.tokens[id]}
}

// newToken is a number for a function, which is no address of 48 or 57 bits.
func (m *Module) newToken(id ID) uint64 {
	const mark, low = 0x5f << 56, 0xf
	h := fnv.New64a()
	if name, _, linked := m.Linkage(id); linked {
		_, _ = h.Write([]byte(name))
	} else {
		_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, uint32(id)))
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, m.contentHash()))
	}
	token := h.Sum64()&^(0xff<<56|low) | mark
	for m.taken[token] {
		token += low + 1
	}
	m.taken[token] = true
	return token
}

// contentHash is a hash of the words of the module.
func (m *Module) contentHash() uint64 {
	if m.hash == 0 {
		h := fnv.New64a()
		for _, word := range m.Words {
			_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, word))
		}
		m.hash = h.Sum64() | 1
	}
	return m.hash
}

// Token is the number that a pointer to a function is, if the module takes its address.
func (m *Module) Token(f *Function) uint64 { return m.tokens[f.ID] }

// checkPointed requires that what was taken for functions is some.
func (m *Module) checkPointed() {
	for _, p := range m.pointed {
		f := m.Function(p.id)
		if f == nil {
			p.in.bail("%%%d is no function", p.id)
		}
		m.reached = append(m.reached, f)
	}
}

// Targets are the functions that a call by a pointer can reach: by the types of arguments and result.
func (m *Module) Targets(in *Instruction) (list []*Function) {
	for _, f := range m.reached {
		if m.accepts(f.Type, in) {
			list = append(list, f)
		}
	}
	return list
}

func (m *Module) accepts(t *Type, in *Instruction) bool {
	if len(t.Members) != len(in.Args)-1 || !sameOrVoid(t.Result, m.TypeOf(in.Type)) {
		return false
	}
	for i, want := range t.Members {
		if got := m.ValueType(in.ID(i + 1)); got == nil || !sameType(got, want) {
			return false
		}
	}
	return true
}

// addTargets notes what a function may call by pointers.
func (m *Module) addTargets(f *Function) {
	seen := map[*Function]bool{}
	for _, in := range f.indirect {
		if m.compared += len(m.reached); m.compared > maxTargets {
			in.bail("calls by pointers and functions whose addresses are taken: there are too many pairs of them")
		}
		for _, callee := range m.Targets(in) {
			if !seen[callee] {
				seen[callee] = true
				f.Calls = append(f.Calls, callee)
			}
		}
	}
}

// indirectCall checks a call by a pointer.
func (c *checker) indirectCall() {
	c.anyPointer(0)
	for n := 1; n < len(c.in.Args); n++ {
		c.typ(n)
	}
}
