// What the kernels of this folder use of OpenCL C, for a C compiler (clang): a kernel becomes a function of the id, which
// a loop over all items calls. See ../loops.go.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;

#define kernel
#define global
#define constant const
#define get_global_id(d) ((size_t)((d) == 0 ? id0 : id1))

#define OVERLOAD static inline __attribute__((overloadable, always_inline))
#define MINMAX(T) \
	OVERLOAD T min(T a, T b) { return a < b ? a : b; } \
	OVERLOAD T max(T a, T b) { return a > b ? a : b; } \
	OVERLOAD T clamp(T x, T low, T high) { return min(max(x, low), high); }
MINMAX(int) MINMAX(uint) MINMAX(long) MINMAX(ulong) MINMAX(short) MINMAX(uchar)
OVERLOAD float fmin(float a, float b) { return a < b ? a : b; }
OVERLOAD float fmax(float a, float b) { return a > b ? a : b; }
OVERLOAD float clamp(float x, float low, float high) { return fmin(fmax(x, low), high); }
OVERLOAD float mix(float a, float b, float t) { return a + (b - a) * t; }
OVERLOAD float mad(float a, float b, float c) { return a * b + c; }
OVERLOAD float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
OVERLOAD double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
OVERLOAD float sqrt(float x) { return __builtin_sqrtf(x); }
OVERLOAD double sqrt(double x) { return __builtin_sqrt(x); }
OVERLOAD float fabs(float x) { return __builtin_fabsf(x); }
OVERLOAD double fabs(double x) { return __builtin_fabs(x); }
OVERLOAD float floor(float x) { return __builtin_floorf(x); }
OVERLOAD float rint(float x) { return __builtin_rintf(x); }
OVERLOAD uint abs(int x) { return x < 0 ? -(uint)x : (uint)x; }
OVERLOAD uint rotate(uint x, uint n) { return x << (n & 31) | x >> (-n & 31); }
OVERLOAD uint popcount(uint x) { return __builtin_popcount(x); }
OVERLOAD uint mul_hi(uint a, uint b) { return (ulong)a * b >> 32; }
OVERLOAD uint as_uint(float x) { uint u; __builtin_memcpy(&u, &x, 4); return u; }
OVERLOAD float as_float(uint x) { float f; __builtin_memcpy(&f, &x, 4); return f; }
OVERLOAD float as_float(int x) { float f; __builtin_memcpy(&f, &x, 4); return f; }
OVERLOAD int as_int(float x) { int u; __builtin_memcpy(&u, &x, 4); return u; }
