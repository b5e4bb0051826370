package ir

// typeNames are the types' names in the text form, by Type.
var typeNames = [...]string{"void", "i1", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "ptr"}

// typeBits are the widths in bits, by Type.
var typeBits = [...]uint8{0, 1, 8, 16, 32, 64, 16, 32, 64, 64}

// String is the type's name in the text form.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "type?"
}

// Bits is the width of a value in bits: 1 for an i1, 64 for a pointer, 0 for void.
func (t Type) Bits() uint { return uint(typeBits[t]) }

// Bytes is the width of a value in memory; an i1 has none and is never stored.
func (t Type) Bytes() uint64 { return uint64(typeBits[t]) / 8 }

// Mask has a one for each bit of a value of the type.
func (t Type) Mask() uint64 {
	if t == Void {
		return 0
	}
	return ^uint64(0) >> (64 - uint(typeBits[t]))
}

// IsInt reports whether t is i8 to i64.
func (t Type) IsInt() bool { return t >= I8 && t <= I64 }

// IsFloat reports whether t is f16, f32 or f64.
func (t Type) IsFloat() bool { return t >= F16 && t <= F64 }

// spaceNames are the address spaces' names in the text form, by Space.
var spaceNames = [...]string{"generic", "private", "local", "global", "constant", "args"}

// String is the address space's name in the text form.
func (s Space) String() string {
	if int(s) < len(spaceNames) {
		return spaceNames[s]
	}
	return "space?"
}

// TypeSet is a set of types, a bit for each.
type TypeSet uint16

// The sets the op table uses.
const (
	setI1     TypeSet = 1 << I1
	setInt    TypeSet = 1<<I8 | 1<<I16 | 1<<I32 | 1<<I64
	setLogic          = setInt | setI1
	setI32    TypeSet = 1 << I32
	setI64    TypeSet = 1 << I64
	setWide   TypeSet = 1<<I32 | 1<<I64
	setMath   TypeSet = 1<<F32 | 1<<F64
	setFolded         = setWide | setMath
	setTexel  TypeSet = 1<<I32 | 1<<F32 // the channels of an image's element
	setFloat          = setMath | 1<<F16
	setPtr    TypeSet = 1 << Ptr
	setMemory         = setInt | setFloat | setPtr // what can lie in memory
	setAny            = setMemory | setI1
	setVoid   TypeSet = 1 << Void
)

// Has reports whether t is in the set.
func (s TypeSet) Has(t Type) bool { return s>>t&1 != 0 }
