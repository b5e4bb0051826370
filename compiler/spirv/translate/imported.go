package translate

import (
	"strconv"
	"strings"

	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// Translators leave functions of OpenCL C that they do not know as calls of functions that the module imports, under
// the names that clang mangles: "_Z21dot_4x8packed_uu_uintjj". Where the program has no such function, the built-in
// function is meant. The name tells which integers have signs.

// importedBuiltin calls the built-in function that a function without a body in the program is; false if it is none.
func (e *emitter) importedBuiltin(f *spirv.Function) ([]ir.ValueID, bool) {
	linked, kind, ok := e.Linkage(f.ID)
	if !ok || kind != spirv.LinkageImport || e.HasBody(e.callee(f.ID)) {
		return nil, false
	}
	d, ok := demangle(linked)
	if !ok || len(f.Type.Members) == 0 || strings.HasPrefix(d.name, "work_group_") { // those have memory of the group
		return nil, false
	}
	var args []operand
	for n, t := range f.Type.Members {
		isSigned, ok := d.parameter(t)
		if !ok {
			return nil, false
		}
		args = append(args, e.arg(n+1, isSigned))
	}
	if d.rest != "" {
		return nil, false
	}
	return e.builtinCall(d.name, args...), true
}

// mangled is a name of the Itanium ABI for C++: the name, and what is left of the types of the parameters.
type mangled struct {
	name, rest string
	seen       []string // the vectors so far, for which short names stand
}

func demangle(text string) (m mangled, ok bool) {
	digits, ok := strings.CutPrefix(text, "_Z")
	rest := strings.TrimLeft(digits, "0123456789")
	length, err := strconv.Atoi(digits[:len(digits)-len(rest)])
	if !ok || err != nil || length > len(rest) {
		return m, false
	}
	return mangled{name: rest[:length], rest: rest[length:]}, true
}

// mangledTypes are the scalars by their letters.
var mangledTypes = map[string]struct {
	kind     spirv.TypeKind
	bits     uint
	isSigned bool
}{
	"c": {spirv.Int, 8, true}, "a": {spirv.Int, 8, true}, "h": {spirv.Int, 8, false}, "s": {spirv.Int, 16, true},
	"t": {spirv.Int, 16, false}, "i": {spirv.Int, 32, true}, "j": {spirv.Int, 32, false}, "l": {spirv.Int, 64, true},
	"m": {spirv.Int, 64, false}, "f": {spirv.Float, 32, false}, "d": {spirv.Float, 64, false},
	"Dh": {spirv.Float, 16, false},
}

// parameter takes the next parameter, which must be of a type of numbers, and reports whether it has a sign.
func (m *mangled) parameter(t *spirv.Type) (isSigned, ok bool) {
	name := m.next()
	lanes := 1
	if rest, ok := strings.CutPrefix(name, "Dv"); ok {
		count, scalar, _ := strings.Cut(rest, "_")
		lanes, _ = strconv.Atoi(count)
		name = scalar
	}
	want, ok := mangledTypes[name]
	s := t.Scalar()
	return want.isSigned, ok && t.Lanes() == lanes && s.Kind == want.kind && s.Bits == want.bits
}

// next takes the text of a type: a letter, a vector, or a short name for a vector before it.
func (m *mangled) next() string {
	for i := range m.seen {
		short := "S_"
		if i > 0 {
			short = "S" + strings.ToUpper(strconv.FormatInt(int64(i-1), 36)) + "_"
		}
		if rest, ok := strings.CutPrefix(m.rest, short); ok {
			m.rest = rest
			return m.seen[i]
		}
	}
	length := 0
	if strings.HasPrefix(m.rest, "Dv") {
		length = strings.IndexByte(m.rest, '_') + 1
	}
	isVector := length > 0
	if strings.HasPrefix(m.rest[length:], "D") {
		length++
	}
	length = min(length+1, len(m.rest))
	name := m.rest[:length]
	m.rest = m.rest[length:]
	if isVector {
		m.seen = append(m.seen, name)
	}
	return name
}
