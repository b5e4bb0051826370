package builtin

import (
	"strings"
	"sync"
)

// cFamilies are the built-in functions of C compilers: scalars of fixed types, mostly other names for built-ins of
// OpenCL C. Those that take types or constants are handled by package parse.
var cFamilies = sync.OnceValue(func() []Family { return append(cMathRows(), cRows...) })

var cRows = []Family{
	// Bits.
	{Names: "__builtin_popcount __builtin_clz __builtin_ctz", Sigs: "int(uint)", As: "popcount clz ctz"},
	{Names: "__builtin_popcountl __builtin_clzl __builtin_ctzl", Sigs: "int(ulong)", As: "popcount clz ctz"},
	{Names: "__builtin_popcountll __builtin_clzll __builtin_ctzll", Sigs: "int(ulong)", As: "popcount clz ctz"},
	{Names: "__builtin_clzs __builtin_ctzs", Sigs: "int(ushort)", As: "clz ctz"},
	{Names: "__builtin_ffs", Sigs: "int(int)", How: Special, Lib: "findfirst"},
	{Names: "__builtin_ffsl __builtin_ffsll", Sigs: "int(long)", How: Special, Lib: "findfirst"},
	{Names: "__builtin_parity", Sigs: "int(uint)", How: Special, Lib: "parity"},
	{Names: "__builtin_parityl __builtin_parityll", Sigs: "int(ulong)", How: Special, Lib: "parity"},
	{Names: "__builtin_clrsb", Sigs: "int(int)", How: Special, Lib: "signbits"},
	{Names: "__builtin_clrsbl __builtin_clrsbll", Sigs: "int(long)", How: Special, Lib: "signbits"},
	{Names: "__builtin_bswap16", Sigs: "ushort(ushort)", How: Special, Lib: "byteswap"},
	{Names: "__builtin_bswap32", Sigs: "uint(uint)", How: Special, Lib: "byteswap"},
	{Names: "__builtin_bswap64", Sigs: "ulong(ulong)", How: Special, Lib: "byteswap"},
	{Names: "__builtin_bitreverse8", Sigs: "uchar(uchar)", As: "bit_reverse"},
	{Names: "__builtin_bitreverse16", Sigs: "ushort(ushort)", As: "bit_reverse"},
	{Names: "__builtin_bitreverse32", Sigs: "uint(uint)", As: "bit_reverse"},
	{Names: "__builtin_bitreverse64", Sigs: "ulong(ulong)", As: "bit_reverse"},
	{Names: "__builtin_rotateleft8", Sigs: "uchar(uchar,uchar)", As: "rotate"},
	{Names: "__builtin_rotateleft16", Sigs: "ushort(ushort,ushort)", As: "rotate"},
	{Names: "__builtin_rotateleft32", Sigs: "uint(uint,uint)", As: "rotate"},
	{Names: "__builtin_rotateleft64", Sigs: "ulong(ulong,ulong)", As: "rotate"},
	{Names: "__builtin_rotateright8", Sigs: "uchar(uchar,uchar)", How: Special, Lib: "rotateright"},
	{Names: "__builtin_rotateright16", Sigs: "ushort(ushort,ushort)", How: Special, Lib: "rotateright"},
	{Names: "__builtin_rotateright32", Sigs: "uint(uint,uint)", How: Special, Lib: "rotateright"},
	{Names: "__builtin_rotateright64", Sigs: "ulong(ulong,ulong)", How: Special, Lib: "rotateright"},

	// Integers. The overflow functions of any types are in derived.go.
	{Names: "__builtin_abs", Sigs: "int(int)", As: "abs"},
	{Names: "__builtin_labs __builtin_llabs", Sigs: "long(long)", As: "abs abs"},
	{Names: "__builtin_sadd_overflow __builtin_ssub_overflow __builtin_smul_overflow", Sigs: "bool(int,int,*int)",
		How: Special, Lib: "overflow"},
	{Names: "__builtin_uadd_overflow __builtin_usub_overflow __builtin_umul_overflow", Sigs: "bool(uint,uint,*uint)",
		How: Special, Lib: "overflow"},
	{Names: "__builtin_saddl_overflow __builtin_ssubl_overflow __builtin_smull_overflow __builtin_saddll_overflow " +
		"__builtin_ssubll_overflow __builtin_smulll_overflow", Sigs: "bool(long,long,*long)", How: Special,
		Lib: "overflow"},
	{Names: "__builtin_uaddl_overflow __builtin_usubl_overflow __builtin_umull_overflow __builtin_uaddll_overflow " +
		"__builtin_usubll_overflow __builtin_umulll_overflow", Sigs: "bool(ulong,ulong,*ulong)", How: Special,
		Lib: "overflow"},

	// Elements of vectors.
	{Names: "__builtin_elementwise_max __builtin_elementwise_min", Sigs: "n(n,n)", As: "max min"},
	{Names: "__builtin_elementwise_abs", Sigs: "f(f)", As: "fabs"},
	{Names: "__builtin_elementwise_ceil __builtin_elementwise_floor __builtin_elementwise_trunc " +
		"__builtin_elementwise_roundeven", Sigs: "f(f)", As: "ceil floor trunc rint"},

	// Facts about values, and control flow.
	{Names: "__builtin_expect", Sigs: "long(long,long)", How: Special, Lib: "expect"},
	{Names: "__builtin_expect_with_probability", Sigs: "long(long,long,double)", How: Special, Lib: "expect"},
	{Names: "__builtin_unreachable", Sigs: "void()", How: Special, Lib: "unreachable"},
	{Names: "__builtin_trap __builtin_debugtrap", Sigs: "void()", How: Special, Lib: "trap"},

	// Relations of any numbers.
	{Names: "__builtin_isgreater __builtin_isgreaterequal __builtin_isless __builtin_islessequal " +
		"__builtin_islessgreater __builtin_isunordered", Sigs: "int(float,float) int(double,double)",
		As: "isgreater isgreaterequal isless islessequal islessgreater isunordered"},
	{Names: "__builtin_isnan __builtin_isinf __builtin_isfinite __builtin_isnormal __builtin_signbit",
		Sigs: "int(float) int(double)", As: "isnan isinf isfinite isnormal signbit"},
	{Names: "__builtin_signbitf", Sigs: "int(float)", As: "signbit"},
}

// cMathRows are the mathematical functions.
func cMathRows() []Family {
	return cMath(
		"(x) acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 expm1 fabs floor lgamma "+
			"log log10 log1p log2 logb nearbyint:rint rint round roundeven:rint sin sinh sqrt tan tanh tgamma trunc",
		"(x,x) atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder",
		"(x,x,x) fma", "(x,int) ldexp powi:pown scalbn:ldexp")
}

// cMath makes rows of functions: __builtin_NAMEf on floats and __builtin_NAME on doubles. Each text is the parameters,
// x for the number, and names; one with a different name in OpenCL C has that after a colon.
func cMath(texts ...string) (rows []Family) {
	for _, text := range texts {
		params, names, _ := strings.Cut(text, " ")
		for name := range strings.FieldsSeq(names) {
			name, as, isOther := strings.Cut(name, ":")
			if !isOther {
				as = name
			}
			for suffix, t := range map[string]string{"f": "float", "": "double"} {
				rows = append(rows, Family{Names: "__builtin_" + name + suffix,
					Sigs: t + strings.ReplaceAll(params, "x", t), As: as})
			}
		}
	}
	return rows
}

// asOther resolves a built-in that is another name for one: the call is of that one, and its result is converted to the
// result type of the first name.
func asOther(name string, call *Call, f *Family, r *resolver) (*Call, error) {
	names, others := strings.Fields(f.Names), strings.Fields(f.As)
	for i := range names {
		if names[i] != name {
			continue
		}
		other, err := Resolve(others[i], call.Params, r.types)
		if err != nil {
			return nil, err
		}
		if other.Result != call.Result {
			other.Converted = call.Result
		}
		return other, nil
	}
	panic("BUG: " + name + " is in another row")
}
