package token

// Keyword is a reserved word; all its spellings share one value. NotKeyword is an ordinary identifier.
type Keyword uint8

// The keywords. Type names (size_t, float4, image2d_t ...) are not among them: they are predeclared.
const (
	NotKeyword Keyword = iota
	KwAuto
	KwBreak
	KwCase
	KwChar
	KwConst
	KwContinue
	KwDefault
	KwDo
	KwDouble
	KwElse
	KwEnum
	KwExtern
	KwFloat
	KwFor
	KwGoto
	KwIf
	KwInline
	KwInt
	KwLong
	KwRegister
	KwRestrict
	KwReturn
	KwShort
	KwSigned
	KwSizeof
	KwStatic
	KwStruct
	KwSwitch
	KwTypedef
	KwUnion
	KwUnsigned
	KwVoid
	KwVolatile
	KwWhile
	KwBool
	KwHalf
	KwComplex
	KwImaginary
	KwKernel
	KwGlobal
	KwLocal
	KwConstant
	KwPrivate
	KwGeneric
	KwReadOnly
	KwWriteOnly
	KwReadWrite
	KwPipe
	KwAttribute
	KwAlignof
	KwTypeof
	KwAsm
	KwExtension
	KwStaticAssert
	KwNoreturn
	KwVecStep
	KwOffsetof
	KwGenericSelection // _Generic; KwGeneric is the address space
	KwAlignas
	KwAutoType
)

// keywords lists every spelling; an identifier's id is its index plus one. since is the first language version
// (100 * major + 10 * minor) in which the spelling is reserved.
var keywords = [...]struct {
	name    string
	keyword Keyword
	since   int
}{
	{"auto", KwAuto, 100}, {"break", KwBreak, 100}, {"case", KwCase, 100}, {"char", KwChar, 100},
	{"const", KwConst, 100}, {"continue", KwContinue, 100}, {"default", KwDefault, 100}, {"do", KwDo, 100},
	{"double", KwDouble, 100}, {"else", KwElse, 100}, {"enum", KwEnum, 100}, {"extern", KwExtern, 100},
	{"float", KwFloat, 100}, {"for", KwFor, 100}, {"goto", KwGoto, 100}, {"if", KwIf, 100},
	{"inline", KwInline, 100}, {"int", KwInt, 100}, {"long", KwLong, 100}, {"register", KwRegister, 100},
	{"restrict", KwRestrict, 100}, {"return", KwReturn, 100}, {"short", KwShort, 100}, {"signed", KwSigned, 100},
	{"sizeof", KwSizeof, 100}, {"static", KwStatic, 100}, {"struct", KwStruct, 100}, {"switch", KwSwitch, 100},
	{"typedef", KwTypedef, 100}, {"union", KwUnion, 100}, {"unsigned", KwUnsigned, 100}, {"void", KwVoid, 100},
	{"volatile", KwVolatile, 100}, {"while", KwWhile, 100},
	{"bool", KwBool, 100}, {"_Bool", KwBool, 100}, {"half", KwHalf, 100},
	{"_Complex", KwComplex, 100}, {"_Imaginary", KwImaginary, 100},

	{"__kernel", KwKernel, 100}, {"kernel", KwKernel, 100},
	{"__global", KwGlobal, 100}, {"global", KwGlobal, 100},
	{"__local", KwLocal, 100}, {"local", KwLocal, 100},
	{"__constant", KwConstant, 100}, {"constant", KwConstant, 100},
	{"__private", KwPrivate, 100}, {"private", KwPrivate, 100},
	{"__generic", KwGeneric, 200}, {"generic", KwGeneric, 200},
	{"__read_only", KwReadOnly, 100}, {"read_only", KwReadOnly, 100},
	{"__write_only", KwWriteOnly, 100}, {"write_only", KwWriteOnly, 100},
	{"__read_write", KwReadWrite, 100}, {"read_write", KwReadWrite, 200},
	{"pipe", KwPipe, 200},

	{"__attribute__", KwAttribute, 100}, {"__attribute", KwAttribute, 100},
	{"__alignof__", KwAlignof, 100}, {"__alignof", KwAlignof, 100}, {"_Alignof", KwAlignof, 100},
	{"typeof", KwTypeof, 100}, {"__typeof__", KwTypeof, 100}, {"__typeof", KwTypeof, 100},
	{"asm", KwAsm, 100}, {"__asm__", KwAsm, 100}, {"__asm", KwAsm, 100},
	{"__extension__", KwExtension, 100}, {"_Static_assert", KwStaticAssert, 100}, {"_Noreturn", KwNoreturn, 100},
	{"vec_step", KwVecStep, 110}, {"__builtin_offsetof", KwOffsetof, 100}, {"offsetof", KwOffsetof, 100},
	{"__const", KwConst, 100}, {"__const__", KwConst, 100},
	{"__volatile__", KwVolatile, 100}, {"__volatile", KwVolatile, 100},
	{"__restrict", KwRestrict, 100}, {"__restrict__", KwRestrict, 100},
	{"__inline", KwInline, 100}, {"__inline__", KwInline, 100},
	{"__signed", KwSigned, 100}, {"__signed__", KwSigned, 100},
	{"_Generic", KwGenericSelection, 100}, {"_Alignas", KwAlignas, 100}, {"__auto_type", KwAutoType, 100},
}

// KeywordOf returns the keyword of an identifier in a language version (100, 110, 120, 200, 300, 310), NotKeyword for
// ordinary identifiers and NoID.
func KeywordOf(id ID, version int) Keyword {
	if id == NoID || int(id) > len(keywords) {
		return NotKeyword
	}
	k := &keywords[id-1]
	if version < k.since {
		return NotKeyword
	}
	return k.keyword
}

// IsKeyword reports whether a spelling is reserved in any language version.
func IsKeyword(spelling string) bool {
	for i := range keywords {
		if keywords[i].name == spelling {
			return true
		}
	}
	return false
}

// Spelling returns the usual spelling of a keyword, for messages.
func (k Keyword) Spelling() string {
	for i := range keywords {
		if keywords[i].keyword == k {
			return keywords[i].name
		}
	}
	return ""
}

// EachSpelling calls see for every spelling of the keywords of a language version.
func EachSpelling(version int, see func(spelling string, k Keyword)) {
	for i := range keywords {
		if version >= keywords[i].since {
			see(keywords[i].name, keywords[i].keyword)
		}
	}
}
