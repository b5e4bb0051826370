package builtin

import "heddle/compiler/ir"

// How is the way in which a call of a family is lowered.
type How uint8

// The ways of lowering.
const (
	ByOp      How = iota // one IR operation per element, chosen by the element's kind
	ByLibrary            // the library function Lib + "_f32" or "_f64", per element
	// as ByLibrary, and the last parameter is a pointer to which the second result of the function is written, or, if
	// it has only one, the result of Lib + "_out"
	ByLibraryOut
	Special // a function of the lowerer under the name in Lib
)

// Family is a row of the table: built-ins that share signatures and lowering.
type Family struct {
	Names string // blank-separated
	Sigs  string // blank-separated alternatives, see signature.go
	How   How
	Lib   string // ByLibrary, Special: "" means the built-in's own name
	Ops   Ops    // ByOp
	As    string // if not empty: for each name the built-in that it is an alias of, called with the parameters of Sigs

	Scratch uint64 // bytes of local memory that a call needs for itself
}

// MaxGroupSize is the largest number of work-items of a work-group; clapi refuses larger ones.
const MaxGroupSize = ir.FoldItems

// Ops are the operations of a ByOp family per kind of element; OpInvalid where there is none.
type Ops struct {
	Signed, Unsigned, Float ir.Op
}

func sameOp(op ir.Op) Ops  { return Ops{op, op, op} }
func floatOp(op ir.Op) Ops { return Ops{Float: op} }

const (
	numberBinary = "n(n,n) n(n,s)"
	fetchSigs    = "w(*w,w)"
	fetchOrders  = "w(*w,w,int) w(*w,w,int,int)"
	bitOrders    = "t(*t,t,int) t(*t,t,int,int)"
)

// families is the one table of built-ins, cFamilies its part for names that begin with __builtin_. Names made of types
// (convert_, as_, vload, vstore, async copies of any
// type) are recognised by derived.go.
var families = []Family{
	// Work-items.
	{Names: "get_global_id get_local_id get_group_id get_global_size get_local_size get_enqueued_local_size " +
		"get_num_groups get_global_offset", Sigs: "size(uint)", How: Special, Lib: "workitem"},
	{Names: "get_work_dim", Sigs: "uint()", How: Special, Lib: "workitem"},
	{Names: "get_global_linear_id get_local_linear_id", Sigs: "size()", How: Special, Lib: "linearid"},

	// Synchronisation.
	{Names: "barrier work_group_barrier", Sigs: "void(uint) void(uint,int)", How: Special, Lib: "barrier"},
	{Names: "mem_fence read_mem_fence write_mem_fence", Sigs: "void(uint)", How: Special, Lib: "fence"},
	{Names: "atomic_work_item_fence", Sigs: "void(uint,int,int)", How: Special, Lib: "fence"},

	{Names: "arm_terminate_kernel", Sigs: "void(int)", How: Special, Lib: "endkernel"},

	// Collective functions of the work-group.
	{Names: "work_group_all work_group_any", Sigs: "int(int)", How: Special, Lib: "groupvote", Scratch: ir.FoldBytes},
	{Names: "work_group_broadcast", Sigs: "w(w,size) w(w,size,size) w(w,size,size,size)", How: Special,
		Lib: "groupbroadcast", Scratch: ir.FoldBytes},
	{Names: "work_group_reduce_add work_group_reduce_min work_group_reduce_max", Sigs: "w(w)", How: Special,
		Lib: "groupreduce", Scratch: ir.FoldBytes},
	{Names: "work_group_scan_inclusive_add work_group_scan_inclusive_min work_group_scan_inclusive_max " +
		"work_group_scan_exclusive_add work_group_scan_exclusive_min work_group_scan_exclusive_max", Sigs: "w(w)",
		How: Special, Lib: "groupscan", Scratch: ir.FoldBytes},

	// Integers.
	{Names: "abs", Sigs: "u(i)", How: Special},
	{Names: "abs_diff", Sigs: "u(i,i)", How: Special},
	{Names: "add_sat", Sigs: "i(i,i)", Ops: Ops{Signed: ir.OpAddSatS, Unsigned: ir.OpAddSatU}},
	{Names: "sub_sat", Sigs: "i(i,i)", Ops: Ops{Signed: ir.OpSubSatS, Unsigned: ir.OpSubSatU}},
	{Names: "hadd rhadd", Sigs: "i(i,i)", How: Special},
	{Names: "clz", Sigs: "i(i)", Ops: sameOp(ir.OpClz)},
	{Names: "ctz", Sigs: "i(i)", Ops: sameOp(ir.OpCtz)},
	{Names: "popcount", Sigs: "i(i)", Ops: sameOp(ir.OpPopCount)},
	{Names: "mul_hi", Sigs: "i(i,i)", Ops: Ops{Signed: ir.OpMulHiS, Unsigned: ir.OpMulHiU}},
	{Names: "mad_hi mad_sat", Sigs: "i(i,i,i)", How: Special},
	{Names: "mul24", Sigs: "k(k,k)", How: Special},
	{Names: "mad24", Sigs: "k(k,k,k)", How: Special},
	{Names: "rotate", Sigs: "i(i,i)", Ops: sameOp(ir.OpRotl)},
	{Names: "upsample", Sigs: "W(m,u)", How: Special},
	{Names: "bit_reverse", Sigs: "i(i)", How: Special},
	{Names: "bitfield_insert", Sigs: "i(i,i,uint,uint)", How: Special, Lib: "bitinsert"},
	{Names: "bitfield_extract_signed", Sigs: "S(i,uint,uint)", How: Special, Lib: "bitextract"},
	{Names: "bitfield_extract_unsigned", Sigs: "u(i,uint,uint)", How: Special, Lib: "bitextract"},

	// Dot products of bytes: of vectors (see also dot below) and of bytes packed into integers.
	{Names: "dot_acc_sat", Sigs: "uint(uchar4,uchar4,uint) int(char4,char4,int) int(uchar4,char4,int) " +
		"int(char4,uchar4,int)", How: Special, Lib: "bytedot"},
	{Names: "dot_4x8packed_uu_uint", Sigs: "uint(uint,uint)", How: Special, Lib: "bytedot"},
	{Names: "dot_4x8packed_ss_int dot_4x8packed_us_int dot_4x8packed_su_int", Sigs: "int(uint,uint)", How: Special,
		Lib: "bytedot"},
	{Names: "dot_acc_sat_4x8packed_uu_uint", Sigs: "uint(uint,uint,uint)", How: Special, Lib: "bytedot"},
	{Names: "dot_acc_sat_4x8packed_ss_int dot_acc_sat_4x8packed_us_int dot_acc_sat_4x8packed_su_int",
		Sigs: "int(uint,uint,int)", How: Special, Lib: "bytedot"},

	// Common functions, on all numbers where OpenCL has them.
	{Names: "max", Sigs: numberBinary, Ops: Ops{ir.OpSMax, ir.OpUMax, ir.OpFMax}},
	{Names: "min", Sigs: numberBinary, Ops: Ops{ir.OpSMin, ir.OpUMin, ir.OpFMin}},
	{Names: "clamp", Sigs: "n(n,n,n) n(n,s,s)", How: Special},
	{Names: "mix", Sigs: "f(f,f,f) f(f,f,s)", How: Special},
	{Names: "step", Sigs: "f(f,f) f(s,f)", How: Special},
	{Names: "smoothstep", Sigs: "f(f,f,f) f(s,s,f)", How: Special},
	{Names: "degrees radians sign", Sigs: "f(f)", How: Special},

	// Mathematics by one operation.
	{Names: "sqrt", Sigs: "f(f)", Ops: floatOp(ir.OpFSqrt)},
	{Names: "half_sqrt native_sqrt", Sigs: "F(F)", Ops: floatOp(ir.OpFSqrt)},
	{Names: "fabs", Sigs: "f(f)", Ops: floatOp(ir.OpFAbs)},
	{Names: "fmin", Sigs: "f(f,f) f(f,s)", Ops: floatOp(ir.OpFMin)},
	{Names: "fmax", Sigs: "f(f,f) f(f,s)", Ops: floatOp(ir.OpFMax)},
	{Names: "fma mad", Sigs: "f(f,f,f)", Ops: floatOp(ir.OpFMA)},
	{Names: "floor", Sigs: "f(f)", Ops: floatOp(ir.OpFFloor)},
	{Names: "ceil", Sigs: "f(f)", Ops: floatOp(ir.OpFCeil)},
	{Names: "trunc", Sigs: "f(f)", Ops: floatOp(ir.OpFTrunc)},
	{Names: "rint", Sigs: "f(f)", Ops: floatOp(ir.OpFRint)},
	{Names: "copysign", Sigs: "f(f,f)", Ops: floatOp(ir.OpFCopySign)},
	{Names: "fmod", Sigs: "f(f,f)", Ops: floatOp(ir.OpFRem)},
	{Names: "half_divide native_divide", Sigs: "F(F,F)", Ops: floatOp(ir.OpFDiv)},
	{Names: "half_recip native_recip", Sigs: "F(F)", How: Special, Lib: "recip"},

	// Mathematics of the library.
	{Names: "rsqrt round exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh " +
		"acosh atanh cbrt sinpi cospi tanpi asinpi acospi atanpi erf erfc tgamma lgamma logb", Sigs: "f(f)",
		How: ByLibrary},
	{Names: "pow powr atan2 atan2pi hypot remainder nextafter fdim maxmag minmag", Sigs: "f(f,f)", How: ByLibrary},
	{Names: "pown rootn", Sigs: "f(f,I)", How: ByLibrary},
	{Names: "ldexp", Sigs: "f(f,I) f(f,int)", How: ByLibrary},
	{Names: "ilogb", Sigs: "I(f)", How: ByLibrary},
	{Names: "nan", Sigs: "f(u)", How: ByLibrary},
	{Names: "sincos fract modf", Sigs: "f(f,*f)", How: ByLibraryOut},
	{Names: "frexp lgamma_r", Sigs: "f(f,*I)", How: ByLibraryOut},
	{Names: "remquo", Sigs: "f(f,f,*I)", How: ByLibraryOut},
	{Names: "half_rsqrt native_rsqrt", Sigs: "F(F)", How: ByLibrary, Lib: "rsqrt"},
	{Names: "half_exp native_exp", Sigs: "F(F)", How: ByLibrary, Lib: "exp"},
	{Names: "half_exp2 native_exp2", Sigs: "F(F)", How: ByLibrary, Lib: "exp2"},
	{Names: "half_exp10 native_exp10", Sigs: "F(F)", How: ByLibrary, Lib: "exp10"},
	{Names: "half_log native_log", Sigs: "F(F)", How: ByLibrary, Lib: "log"},
	{Names: "half_log2 native_log2", Sigs: "F(F)", How: ByLibrary, Lib: "log2"},
	{Names: "half_log10 native_log10", Sigs: "F(F)", How: ByLibrary, Lib: "log10"},
	{Names: "half_sin", Sigs: "F(F)", How: ByLibrary, Lib: "sin"},
	{Names: "half_cos", Sigs: "F(F)", How: ByLibrary, Lib: "cos"},
	{Names: "native_sin native_cos", Sigs: "F(F)", How: ByLibrary},
	{Names: "half_tan native_tan", Sigs: "F(F)", How: ByLibrary, Lib: "tan"},
	{Names: "half_powr native_powr", Sigs: "F(F,F)", How: ByLibrary, Lib: "powr"},

	// Geometry.
	{Names: "dot", Sigs: "s(q,q) uint(uchar4,uchar4) int(char4,char4) int(uchar4,char4) int(char4,uchar4)",
		How: Special},
	{Names: "cross", Sigs: "q(q,q)", How: Special},
	{Names: "length", Sigs: "s(q)", How: Special},
	{Names: "fast_length", Sigs: "s(Q)", How: Special, Lib: "length"},
	{Names: "distance", Sigs: "s(q,q)", How: Special},
	{Names: "fast_distance", Sigs: "s(Q,Q)", How: Special, Lib: "distance"},
	{Names: "normalize", Sigs: "q(q)", How: Special},
	{Names: "fast_normalize", Sigs: "Q(Q)", How: Special, Lib: "normalize"},

	// Relations.
	{Names: "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered",
		Sigs: "r(f,f)", How: Special, Lib: "relation"},
	{Names: "isnan isinf isfinite isnormal signbit", Sigs: "r(f)", How: Special, Lib: "classify"},
	{Names: "any all", Sigs: "int(i)", How: Special, Lib: "anyall"},
	{Names: "bitselect", Sigs: "n(n,n,n)", How: Special},
	{Names: "select", Sigs: "n(n,n,S) n(n,n,u)", How: Special},

	// Atomics of OpenCL 1.x.
	{Names: "atomic_add atomic_sub atomic_and atomic_or atomic_xor atomic_min atomic_max atom_add atom_sub " +
		"atom_and atom_or atom_xor atom_min atom_max", Sigs: "t(*t,t)", How: Special, Lib: "atomic"},
	{Names: "atomic_xchg atom_xchg", Sigs: "a(*a,a)", How: Special, Lib: "atomic"},
	{Names: "atomic_inc atomic_dec atom_inc atom_dec", Sigs: "t(*t)", How: Special, Lib: "atomic"},
	{Names: "atomic_cmpxchg atom_cmpxchg", Sigs: "t(*t,t,t)", How: Special, Lib: "cmpxchg"},

	// Atomics of C11.
	{Names: "atomic_init", Sigs: "void(*w,w)", How: Special, Lib: "atomicstore"},
	{Names: "atomic_store", Sigs: "void(*w,w)", How: Special, Lib: "atomicstore"},
	{Names: "atomic_store_explicit", Sigs: "void(*w,w,int) void(*w,w,int,int)", How: Special, Lib: "atomicstore"},
	{Names: "atomic_load", Sigs: "w(*w)", How: Special, Lib: "atomicload"},
	{Names: "atomic_load_explicit", Sigs: "w(*w,int) w(*w,int,int)", How: Special, Lib: "atomicload"},
	{Names: "atomic_exchange atomic_fetch_add atomic_fetch_sub atomic_fetch_min atomic_fetch_max", Sigs: fetchSigs,
		How: Special, Lib: "atomic"},
	{Names: "atomic_exchange_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit " +
		"atomic_fetch_min_explicit atomic_fetch_max_explicit", Sigs: fetchOrders, How: Special, Lib: "atomic"},
	{Names: "atomic_fetch_or atomic_fetch_xor atomic_fetch_and", Sigs: "t(*t,t)", How: Special, Lib: "atomic"},
	{Names: "atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_and_explicit", Sigs: bitOrders,
		How: Special, Lib: "atomic"},
	{Names: "atomic_compare_exchange_strong atomic_compare_exchange_weak", Sigs: "bool(*a,*a,a)", How: Special,
		Lib: "cmpxchgc11"},
	{Names: "atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak_explicit",
		Sigs: "bool(*a,*a,a,int,int) bool(*a,*a,a,int,int,int)", How: Special, Lib: "cmpxchgc11"},
	{Names: "atomic_flag_test_and_set", Sigs: "bool(*int)", How: Special, Lib: "flagset"},
	{Names: "atomic_flag_test_and_set_explicit", Sigs: "bool(*int,int) bool(*int,int,int)", How: Special,
		Lib: "flagset"},
	{Names: "atomic_flag_clear", Sigs: "void(*int)", How: Special, Lib: "flagclear"},
	{Names: "atomic_flag_clear_explicit", Sigs: "void(*int,int) void(*int,int,int)", How: Special, Lib: "flagclear"},

	// Copies.
	{Names: "async_work_group_copy", Sigs: "event(*n,c*n,size,event)", How: Special, Lib: "asynccopy"},
	{Names: "async_work_group_strided_copy", Sigs: "event(*n,c*n,size,size,event)", How: Special, Lib: "asynccopy"},
	{Names: "async_work_group_copy_2D2D", Sigs: "event(*void,size,c*void,size,size,size,size,size,size,event)",
		How: Special, Lib: "asynccopyboxes"},
	{Names: "async_work_group_copy_3D3D",
		Sigs: "event(*void,size,c*void,size,size,size,size,size,size,size,size,size,event)", How: Special,
		Lib: "asynccopyboxes"},
	{Names: "async_work_group_copy_fence", Sigs: "void(uint)", How: Special, Lib: "barrier"},
	{Names: "wait_group_events", Sigs: "void(int,*event)", How: Special, Lib: "waitevents"},
	{Names: "prefetch", Sigs: "void(c*n,size)", How: Special},

	// Device queues: the rest is in derived.go.
	{Names: "retain_event release_event", Sigs: "void(clkevent)", How: Special, Lib: "queue"},
	{Names: "create_user_event", Sigs: "clkevent()", How: Special, Lib: "queue"},
	{Names: "is_valid_event", Sigs: "bool(clkevent)", How: Special, Lib: "queue"},
	{Names: "set_user_event_status", Sigs: "void(clkevent,int)", How: Special, Lib: "queue"},
	{Names: "get_default_queue", Sigs: "queue()", How: Special, Lib: "queue"},

	// Pipes: the rest is in derived.go.
	{Names: "is_valid_reserve_id", Sigs: "bool(reserve)", How: Special, Lib: "validreserve"},

	// Clocks: all are the processor's.
	{Names: "clock_read_device clock_read_work_group clock_read_sub_group", Sigs: "ulong()", How: Special,
		Lib: "clock"},
	{Names: "clock_read_hilo_device clock_read_hilo_work_group clock_read_hilo_sub_group", Sigs: "uint2()",
		How: Special, Lib: "clock"},

	// Conversions to and from bfloat16.
	{Names: "intel_convert_bfloat16_as_ushort", Sigs: "ushort(float)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_bfloat162_as_ushort2", Sigs: "ushort2(float2)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_bfloat163_as_ushort3", Sigs: "ushort3(float3)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_bfloat164_as_ushort4", Sigs: "ushort4(float4)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_bfloat168_as_ushort8", Sigs: "ushort8(float8)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_bfloat1616_as_ushort16", Sigs: "ushort16(float16)", How: Special, Lib: "tobfloat"},
	{Names: "intel_convert_as_bfloat16_float", Sigs: "float(ushort)", How: Special, Lib: "frombfloat"},
	{Names: "intel_convert_as_bfloat162_float2", Sigs: "float2(ushort2)", How: Special, Lib: "frombfloat"},
	{Names: "intel_convert_as_bfloat163_float3", Sigs: "float3(ushort3)", How: Special, Lib: "frombfloat"},
	{Names: "intel_convert_as_bfloat164_float4", Sigs: "float4(ushort4)", How: Special, Lib: "frombfloat"},
	{Names: "intel_convert_as_bfloat168_float8", Sigs: "float8(ushort8)", How: Special, Lib: "frombfloat"},
	{Names: "intel_convert_as_bfloat1616_float16", Sigs: "float16(ushort16)", How: Special, Lib: "frombfloat"},

	// Operations that only the library calls.
	{Names: "__hd_getexp", Sigs: "f(f)", Ops: floatOp(ir.OpFGetExp)},
	{Names: "__hd_getmant", Sigs: "f(f)", Ops: floatOp(ir.OpFGetMant)},
	{Names: "__hd_scale", Sigs: "f(f,f)", Ops: floatOp(ir.OpFScale)},
}
