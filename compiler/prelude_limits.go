package compiler

import (
	"slices"
	"strings"
)

// limitMacros are the macros for types and limits that C compilers predefine (`cc -dM -E` shows them), for this device:
// long long is long. They are sorted for binary search, so that builds need no map of them.
var limitMacros = [...]struct{ name, text string }{
	{"_LP64", "1"}, {"__BIGGEST_ALIGNMENT__", "128"}, {"__BOOL_WIDTH__", "8"},
	{"__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"},
	{"__CHAR16_TYPE__", "unsigned short"}, {"__CHAR32_TYPE__", "unsigned int"}, {"__CHAR_BIT__", "8"},
	{"__DBL_DECIMAL_DIG__", "17"}, {"__DBL_DENORM_MIN__", "4.9406564584124654e-324"}, {"__DBL_DIG__", "15"},
	{"__DBL_EPSILON__", "2.2204460492503131e-16"}, {"__DBL_HAS_DENORM__", "1"}, {"__DBL_HAS_INFINITY__", "1"},
	{"__DBL_HAS_QUIET_NAN__", "1"}, {"__DBL_MANT_DIG__", "53"}, {"__DBL_MAX_10_EXP__", "308"},
	{"__DBL_MAX_EXP__", "1024"},
	{"__DBL_MAX__", "1.7976931348623157e+308"}, {"__DBL_MIN_10_EXP__", "(-307)"}, {"__DBL_MIN_EXP__", "(-1021)"},
	{"__DBL_MIN__", "2.2250738585072014e-308"}, {"__FLT_DECIMAL_DIG__", "9"}, {"__FLT_DENORM_MIN__", "1.40129846e-45F"},
	{"__FLT_DIG__", "6"}, {"__FLT_EPSILON__", "1.19209290e-7F"}, {"__FLT_EVAL_METHOD__", "0"},
	{"__FLT_HAS_DENORM__", "1"},
	{"__FLT_HAS_INFINITY__", "1"}, {"__FLT_HAS_QUIET_NAN__", "1"}, {"__FLT_MANT_DIG__", "24"},
	{"__FLT_MAX_10_EXP__", "38"},
	{"__FLT_MAX_EXP__", "128"}, {"__FLT_MAX__", "3.40282347e+38F"}, {"__FLT_MIN_10_EXP__", "(-37)"},
	{"__FLT_MIN_EXP__", "(-125)"}, {"__FLT_MIN__", "1.17549435e-38F"}, {"__FLT_RADIX__", "2"},
	{"__INT16_C_SUFFIX__", ""},
	{"__INT16_FMTd__", "\"hd\""}, {"__INT16_FMTi__", "\"hi\""}, {"__INT16_MAX__", "32767"}, {"__INT16_TYPE__", "short"},
	{"__INT32_C_SUFFIX__", ""}, {"__INT32_FMTd__", "\"d\""}, {"__INT32_FMTi__", "\"i\""},
	{"__INT32_MAX__", "2147483647"},
	{"__INT32_TYPE__", "int"}, {"__INT64_C_SUFFIX__", "L"}, {"__INT64_FMTd__", "\"ld\""}, {"__INT64_FMTi__", "\"li\""},
	{"__INT64_MAX__", "9223372036854775807L"}, {"__INT64_TYPE__", "long"}, {"__INT8_C_SUFFIX__", ""},
	{"__INT8_FMTd__", "\"hhd\""}, {"__INT8_FMTi__", "\"hhi\""}, {"__INT8_MAX__", "127"}, {"__INT8_TYPE__", "char"},
	{"__INTMAX_C_SUFFIX__", "L"}, {"__INTMAX_FMTd__", "\"ld\""}, {"__INTMAX_FMTi__", "\"li\""},
	{"__INTMAX_MAX__", "9223372036854775807L"}, {"__INTMAX_TYPE__", "long"}, {"__INTMAX_WIDTH__", "64"},
	{"__INTPTR_FMTd__", "\"ld\""}, {"__INTPTR_FMTi__", "\"li\""}, {"__INTPTR_MAX__", "9223372036854775807L"},
	{"__INTPTR_TYPE__", "long"}, {"__INTPTR_WIDTH__", "64"}, {"__INT_FAST16_FMTd__", "\"hd\""},
	{"__INT_FAST16_FMTi__", "\"hi\""}, {"__INT_FAST16_MAX__", "32767"}, {"__INT_FAST16_TYPE__", "short"},
	{"__INT_FAST16_WIDTH__", "16"}, {"__INT_FAST32_FMTd__", "\"d\""}, {"__INT_FAST32_FMTi__", "\"i\""},
	{"__INT_FAST32_MAX__", "2147483647"}, {"__INT_FAST32_TYPE__", "int"}, {"__INT_FAST32_WIDTH__", "32"},
	{"__INT_FAST64_FMTd__", "\"ld\""}, {"__INT_FAST64_FMTi__", "\"li\""},
	{"__INT_FAST64_MAX__", "9223372036854775807L"},
	{"__INT_FAST64_TYPE__", "long"}, {"__INT_FAST64_WIDTH__", "64"}, {"__INT_FAST8_FMTd__", "\"hhd\""},
	{"__INT_FAST8_FMTi__", "\"hhi\""}, {"__INT_FAST8_MAX__", "127"}, {"__INT_FAST8_TYPE__", "char"},
	{"__INT_FAST8_WIDTH__", "8"}, {"__INT_LEAST16_FMTd__", "\"hd\""}, {"__INT_LEAST16_FMTi__", "\"hi\""},
	{"__INT_LEAST16_MAX__", "32767"}, {"__INT_LEAST16_TYPE__", "short"}, {"__INT_LEAST16_WIDTH__", "16"},
	{"__INT_LEAST32_FMTd__", "\"d\""}, {"__INT_LEAST32_FMTi__", "\"i\""}, {"__INT_LEAST32_MAX__", "2147483647"},
	{"__INT_LEAST32_TYPE__", "int"}, {"__INT_LEAST32_WIDTH__", "32"}, {"__INT_LEAST64_FMTd__", "\"ld\""},
	{"__INT_LEAST64_FMTi__", "\"li\""}, {"__INT_LEAST64_MAX__", "9223372036854775807L"},
	{"__INT_LEAST64_TYPE__", "long"},
	{"__INT_LEAST64_WIDTH__", "64"}, {"__INT_LEAST8_FMTd__", "\"hhd\""}, {"__INT_LEAST8_FMTi__", "\"hhi\""},
	{"__INT_LEAST8_MAX__", "127"}, {"__INT_LEAST8_TYPE__", "char"}, {"__INT_LEAST8_WIDTH__", "8"},
	{"__INT_MAX__", "2147483647"}, {"__INT_WIDTH__", "32"}, {"__LITTLE_ENDIAN__", "1"}, {"__LLONG_WIDTH__", "64"},
	{"__LONG_LONG_MAX__", "9223372036854775807L"}, {"__LONG_MAX__", "9223372036854775807L"}, {"__LONG_WIDTH__", "64"},
	{"__LP64__", "1"}, {"__ORDER_BIG_ENDIAN__", "4321"}, {"__ORDER_LITTLE_ENDIAN__", "1234"},
	{"__ORDER_PDP_ENDIAN__", "3412"}, {"__POINTER_WIDTH__", "64"}, {"__PTRDIFF_FMTd__", "\"ld\""},
	{"__PTRDIFF_FMTi__", "\"li\""}, {"__PTRDIFF_MAX__", "9223372036854775807L"}, {"__PTRDIFF_TYPE__", "long"},
	{"__PTRDIFF_WIDTH__", "64"}, {"__SCHAR_MAX__", "127"}, {"__SHRT_MAX__", "32767"}, {"__SHRT_WIDTH__", "16"},
	{"__SIZEOF_DOUBLE__", "8"}, {"__SIZEOF_FLOAT__", "4"}, {"__SIZEOF_INT__", "4"}, {"__SIZEOF_LONG_LONG__", "8"},
	{"__SIZEOF_LONG__", "8"}, {"__SIZEOF_POINTER__", "8"}, {"__SIZEOF_PTRDIFF_T__", "8"}, {"__SIZEOF_SHORT__", "2"},
	{"__SIZEOF_SIZE_T__", "8"}, {"__SIZEOF_WCHAR_T__", "4"}, {"__SIZEOF_WINT_T__", "4"}, {"__SIZE_FMTX__", "\"lX\""},
	{"__SIZE_FMTo__", "\"lo\""}, {"__SIZE_FMTu__", "\"lu\""}, {"__SIZE_FMTx__", "\"lx\""},
	{"__SIZE_MAX__", "18446744073709551615UL"}, {"__SIZE_TYPE__", "unsigned long"}, {"__SIZE_WIDTH__", "64"},
	{"__UINT16_C_SUFFIX__", ""}, {"__UINT16_FMTX__", "\"hX\""}, {"__UINT16_FMTo__", "\"ho\""},
	{"__UINT16_FMTu__", "\"hu\""},
	{"__UINT16_FMTx__", "\"hx\""}, {"__UINT16_MAX__", "65535"}, {"__UINT16_TYPE__", "unsigned short"},
	{"__UINT32_C_SUFFIX__", "U"}, {"__UINT32_FMTX__", "\"X\""}, {"__UINT32_FMTo__", "\"o\""},
	{"__UINT32_FMTu__", "\"u\""},
	{"__UINT32_FMTx__", "\"x\""}, {"__UINT32_MAX__", "4294967295U"}, {"__UINT32_TYPE__", "unsigned int"},
	{"__UINT64_C_SUFFIX__", "UL"}, {"__UINT64_FMTX__", "\"lX\""}, {"__UINT64_FMTo__", "\"lo\""},
	{"__UINT64_FMTu__", "\"lu\""}, {"__UINT64_FMTx__", "\"lx\""}, {"__UINT64_MAX__", "18446744073709551615UL"},
	{"__UINT64_TYPE__", "unsigned long"}, {"__UINT8_C_SUFFIX__", ""}, {"__UINT8_FMTX__", "\"hhX\""},
	{"__UINT8_FMTo__", "\"hho\""}, {"__UINT8_FMTu__", "\"hhu\""}, {"__UINT8_FMTx__", "\"hhx\""},
	{"__UINT8_MAX__", "255"},
	{"__UINT8_TYPE__", "unsigned char"}, {"__UINTMAX_C_SUFFIX__", "UL"}, {"__UINTMAX_FMTX__", "\"lX\""},
	{"__UINTMAX_FMTo__", "\"lo\""}, {"__UINTMAX_FMTu__", "\"lu\""}, {"__UINTMAX_FMTx__", "\"lx\""},
	{"__UINTMAX_MAX__", "18446744073709551615UL"}, {"__UINTMAX_TYPE__", "unsigned long"}, {"__UINTMAX_WIDTH__", "64"},
	{"__UINTPTR_FMTX__", "\"lX\""}, {"__UINTPTR_FMTo__", "\"lo\""}, {"__UINTPTR_FMTu__", "\"lu\""},
	{"__UINTPTR_FMTx__", "\"lx\""}, {"__UINTPTR_MAX__", "18446744073709551615UL"},
	{"__UINTPTR_TYPE__", "unsigned long"},
	{"__UINTPTR_WIDTH__", "64"}, {"__UINT_FAST16_FMTX__", "\"hX\""}, {"__UINT_FAST16_FMTo__", "\"ho\""},
	{"__UINT_FAST16_FMTu__", "\"hu\""}, {"__UINT_FAST16_FMTx__", "\"hx\""}, {"__UINT_FAST16_MAX__", "65535"},
	{"__UINT_FAST16_TYPE__", "unsigned short"}, {"__UINT_FAST32_FMTX__", "\"X\""}, {"__UINT_FAST32_FMTo__", "\"o\""},
	{"__UINT_FAST32_FMTu__", "\"u\""}, {"__UINT_FAST32_FMTx__", "\"x\""}, {"__UINT_FAST32_MAX__", "4294967295U"},
	{"__UINT_FAST32_TYPE__", "unsigned int"}, {"__UINT_FAST64_FMTX__", "\"lX\""}, {"__UINT_FAST64_FMTo__", "\"lo\""},
	{"__UINT_FAST64_FMTu__", "\"lu\""}, {"__UINT_FAST64_FMTx__", "\"lx\""},
	{"__UINT_FAST64_MAX__", "18446744073709551615UL"}, {"__UINT_FAST64_TYPE__", "unsigned long"},
	{"__UINT_FAST8_FMTX__", "\"hhX\""}, {"__UINT_FAST8_FMTo__", "\"hho\""}, {"__UINT_FAST8_FMTu__", "\"hhu\""},
	{"__UINT_FAST8_FMTx__", "\"hhx\""}, {"__UINT_FAST8_MAX__", "255"}, {"__UINT_FAST8_TYPE__", "unsigned char"},
	{"__UINT_LEAST16_FMTX__", "\"hX\""}, {"__UINT_LEAST16_FMTo__", "\"ho\""}, {"__UINT_LEAST16_FMTu__", "\"hu\""},
	{"__UINT_LEAST16_FMTx__", "\"hx\""}, {"__UINT_LEAST16_MAX__", "65535"}, {"__UINT_LEAST16_TYPE__", "unsigned short"},
	{"__UINT_LEAST32_FMTX__", "\"X\""}, {"__UINT_LEAST32_FMTo__", "\"o\""}, {"__UINT_LEAST32_FMTu__", "\"u\""},
	{"__UINT_LEAST32_FMTx__", "\"x\""}, {"__UINT_LEAST32_MAX__", "4294967295U"},
	{"__UINT_LEAST32_TYPE__", "unsigned int"},
	{"__UINT_LEAST64_FMTX__", "\"lX\""}, {"__UINT_LEAST64_FMTo__", "\"lo\""}, {"__UINT_LEAST64_FMTu__", "\"lu\""},
	{"__UINT_LEAST64_FMTx__", "\"lx\""}, {"__UINT_LEAST64_MAX__", "18446744073709551615UL"},
	{"__UINT_LEAST64_TYPE__", "unsigned long"}, {"__UINT_LEAST8_FMTX__", "\"hhX\""},
	{"__UINT_LEAST8_FMTo__", "\"hho\""},
	{"__UINT_LEAST8_FMTu__", "\"hhu\""}, {"__UINT_LEAST8_FMTx__", "\"hhx\""}, {"__UINT_LEAST8_MAX__", "255"},
	{"__UINT_LEAST8_TYPE__", "unsigned char"}, {"__WCHAR_MAX__", "2147483647"}, {"__WCHAR_TYPE__", "int"},
	{"__WCHAR_WIDTH__", "32"}, {"__WINT_MAX__", "2147483647"}, {"__WINT_TYPE__", "int"}, {"__WINT_WIDTH__", "32"},
}

// limitMacro is the replacement of a macro of limitMacros.
func limitMacro(name string) (text string, ok bool) {
	if !strings.HasPrefix(name, "_") {
		return "", false // the usual case
	}
	i, ok := slices.BinarySearchFunc(limitMacros[:], name, func(m struct{ name, text string }, name string) int {
		return strings.Compare(m.name, name)
	})
	if !ok {
		return "", false
	}
	return limitMacros[i].text, true
}
