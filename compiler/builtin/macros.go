package builtin

import "sync"

// Macros are the predefined object-like macros that go with the built-ins, name to replacement text. The map must not
// be changed.
var Macros = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"CLK_LOCAL_MEM_FENCE": "1u", "CLK_GLOBAL_MEM_FENCE": "2u", "CLK_IMAGE_MEM_FENCE": "4u",
		"memory_order_relaxed": "0", "memory_order_acquire": "1", "memory_order_release": "2",
		"memory_order_acq_rel": "3", "memory_order_seq_cst": "4", "memory_scope_work_item": "0",
		"memory_scope_sub_group": "1", "memory_scope_work_group": "2", "memory_scope_device": "3",
		"memory_scope_all_svm_devices": "4", "memory_scope_all_devices": "4", "ATOMIC_FLAG_INIT": "0",
		"CLK_NULL_RESERVE_ID": "((reserve_id_t)0)",

		// device queues: the values of CL_SUCCESS, CL_INVALID_COMMAND_QUEUE and so on where there are such
		"CLK_NULL_QUEUE": "((queue_t)0)", "CLK_NULL_EVENT": "((clk_event_t)0)",
		"CLK_ENQUEUE_FLAGS_NO_WAIT": "0", "CLK_ENQUEUE_FLAGS_WAIT_KERNEL": "1",
		"CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP": "2", "CLK_PROFILING_COMMAND_EXEC_TIME": "1",
		"CLK_SUCCESS": "0", "CLK_ENQUEUE_FAILURE": "(-101)", "CLK_INVALID_QUEUE": "(-102)",
		"CLK_INVALID_NDRANGE": "(-160)", "CLK_INVALID_EVENT_WAIT_LIST": "(-57)", "CLK_DEVICE_QUEUE_FULL": "(-161)",
		"CLK_INVALID_ARG_SIZE": "(-51)", "CLK_EVENT_ALLOCATION_FAILURE": "(-100)", "CLK_OUT_OF_RESOURCES": "(-5)",
		"CL_COMPLETE": "0", "CL_RUNNING": "1", "CL_SUBMITTED": "2", "CL_QUEUED": "3",

		"ARM_TERMINATION_SUCCESS": "0", "ARM_TERMINATION_FAILURE": "1",

		// samplers: the bits of image.Sampler
		"CLK_NORMALIZED_COORDS_FALSE": "0", "CLK_NORMALIZED_COORDS_TRUE": "1", "CLK_ADDRESS_NONE": "0",
		"CLK_ADDRESS_CLAMP_TO_EDGE": "2", "CLK_ADDRESS_CLAMP": "4", "CLK_ADDRESS_REPEAT": "6",
		"CLK_ADDRESS_MIRRORED_REPEAT": "8", "CLK_FILTER_NEAREST": "0x10", "CLK_FILTER_LINEAR": "0x20",

		// images: the values of CL_R and so on, and of CL_SNORM_INT8 and so on
		"CLK_R": "0x10B0", "CLK_A": "0x10B1", "CLK_RG": "0x10B2", "CLK_RA": "0x10B3", "CLK_RGB": "0x10B4",
		"CLK_RGBA": "0x10B5", "CLK_BGRA": "0x10B6", "CLK_ARGB": "0x10B7", "CLK_INTENSITY": "0x10B8",
		"CLK_LUMINANCE": "0x10B9", "CLK_Rx": "0x10BA", "CLK_RGx": "0x10BB", "CLK_RGBx": "0x10BC",
		"CLK_DEPTH": "0x10BD", "CLK_DEPTH_STENCIL": "0x10BE", "CLK_sRGB": "0x10BF", "CLK_sRGBx": "0x10C0",
		"CLK_sRGBA": "0x10C1", "CLK_sBGRA": "0x10C2", "CLK_ABGR": "0x10C3", "CLK_SNORM_INT8": "0x10D0",
		"CLK_SNORM_INT16": "0x10D1", "CLK_UNORM_INT8": "0x10D2", "CLK_UNORM_INT16": "0x10D3",
		"CLK_UNORM_SHORT_565": "0x10D4", "CLK_UNORM_SHORT_555": "0x10D5", "CLK_UNORM_INT_101010": "0x10D6",
		"CLK_SIGNED_INT8": "0x10D7", "CLK_SIGNED_INT16": "0x10D8", "CLK_SIGNED_INT32": "0x10D9",
		"CLK_UNSIGNED_INT8": "0x10DA", "CLK_UNSIGNED_INT16": "0x10DB", "CLK_UNSIGNED_INT32": "0x10DC",
		"CLK_HALF_FLOAT": "0x10DD", "CLK_FLOAT": "0x10DE", "CLK_UNORM_INT24": "0x10DF",
		"CLK_UNORM_INT_101010_2": "0x10E0", "CLK_UNSIGNED_INT_RAW10_EXT": "0x10E3",
		"CLK_UNSIGNED_INT_RAW12_EXT": "0x10E4", "CLK_UNORM_INT_2_101010_EXT": "0x10E5",
		"CLK_UNORM_INT10X6_EXT": "0x10E1", "CLK_UNORM_INT12X4_EXT": "0x10E9", "CLK_UNORM_INT14X2_EXT": "0x10EA",
		"CLK_UNSIGNED_INT10X6_EXT": "0x10E6", "CLK_UNSIGNED_INT12X4_EXT": "0x10E7",
		"CLK_UNSIGNED_INT14X2_EXT": "0x10E8",

		"CHAR_BIT": "8", "SCHAR_MAX": "127", "SCHAR_MIN": "(-127-1)", "CHAR_MAX": "SCHAR_MAX", "CHAR_MIN": "SCHAR_MIN",
		"UCHAR_MAX": "255", "SHRT_MAX": "32767", "SHRT_MIN": "(-32767-1)", "USHRT_MAX": "65535",
		"INT_MAX": "2147483647", "INT_MIN": "(-2147483647-1)", "UINT_MAX": "0xffffffffU",
		"LONG_MAX": "0x7fffffffffffffffL", "LONG_MIN": "(-0x7fffffffffffffffL-1)", "ULONG_MAX": "0xffffffffffffffffUL",

		"MAXFLOAT": "0x1.fffffep127f", "INFINITY": "(1.0f/0.0f)", "HUGE_VALF": "(1.0f/0.0f)",
		"HUGE_VAL": "(1.0/0.0)", "NAN": "(0.0f/0.0f)",
		"FP_ILOGB0": "INT_MIN", "FP_ILOGBNAN": "INT_MAX",

		"FLT_DIG": "6", "FLT_MANT_DIG": "24", "FLT_MAX_10_EXP": "+38", "FLT_MAX_EXP": "+128", "FLT_MIN_10_EXP": "-37",
		"FLT_MIN_EXP": "-125", "FLT_RADIX": "2", "FLT_MAX": "0x1.fffffep127f", "FLT_MIN": "0x1.0p-126f",
		"FLT_EPSILON": "0x1.0p-23f",
		"DBL_DIG":     "15", "DBL_MANT_DIG": "53", "DBL_MAX_10_EXP": "+308", "DBL_MAX_EXP": "+1024",
		"DBL_MIN_10_EXP": "-307", "DBL_MIN_EXP": "-1021", "DBL_RADIX": "2", "DBL_MAX": "0x1.fffffffffffffp1023",
		"DBL_MIN": "0x1.0p-1022", "DBL_EPSILON": "0x1.0p-52",
		"HALF_DIG": "3", "HALF_MANT_DIG": "11", "HALF_MAX_10_EXP": "+4", "HALF_MAX_EXP": "+16", "HALF_MIN_10_EXP": "-4",
		"HALF_MIN_EXP": "-13", "HALF_RADIX": "2", "HALF_MAX": "0x1.ffcp15h", "HALF_MIN": "0x1.0p-14h",
		"HALF_EPSILON": "0x1.0p-10h",

		"M_E": "0x1.5bf0a8b145769p+1", "M_LOG2E": "0x1.71547652b82fep+0", "M_LOG10E": "0x1.bcb7b1526e50ep-2",
		"M_LN2": "0x1.62e42fefa39efp-1", "M_LN10": "0x1.26bb1bbb55516p+1", "M_PI": "0x1.921fb54442d18p+1",
		"M_PI_2": "0x1.921fb54442d18p+0", "M_PI_4": "0x1.921fb54442d18p-1", "M_1_PI": "0x1.45f306dc9c883p-2",
		"M_2_PI": "0x1.45f306dc9c883p-1", "M_2_SQRTPI": "0x1.20dd750429b6dp+0", "M_SQRT2": "0x1.6a09e667f3bcdp+0",
		"M_SQRT1_2": "0x1.6a09e667f3bcdp-1",
		"M_E_F":     "0x1.5bf0a8p+1f", "M_LOG2E_F": "0x1.715476p+0f", "M_LOG10E_F": "0x1.bcb7b2p-2f",
		"M_LN2_F": "0x1.62e430p-1f", "M_LN10_F": "0x1.26bb1cp+1f", "M_PI_F": "0x1.921fb6p+1f",
		"M_PI_2_F": "0x1.921fb6p+0f", "M_PI_4_F": "0x1.921fb6p-1f", "M_1_PI_F": "0x1.45f306p-2f",
		"M_2_PI_F": "0x1.45f306p-1f", "M_2_SQRTPI_F": "0x1.20dd76p+0f", "M_SQRT2_F": "0x1.6a09e6p+0f",
		"M_SQRT1_2_F": "0x1.6a09e6p-1f",
		"M_E_H":       "2.71828182845904523536028747135h", "M_LOG2E_H": "1.44269504088896340735992468100h",
		"M_LOG10E_H": "0.434294481903251827651128918917h", "M_LN2_H": "0.693147180559945309417232121458h",
		"M_LN10_H": "2.30258509299404568401799145468h", "M_PI_H": "3.14159265358979323846264338328h",
		"M_PI_2_H": "1.57079632679489661923132169164h", "M_PI_4_H": "0.785398163397448309615660845820h",
		"M_1_PI_H": "0.318309886183790671537767526745h", "M_2_PI_H": "0.636619772367581343075535053490h",
		"M_2_SQRTPI_H": "1.12837916709551257389615890312h", "M_SQRT2_H": "1.41421356237309504880168872421h",
		"M_SQRT1_2_H": "0.707106781186547524400844362105h",
	}
})
