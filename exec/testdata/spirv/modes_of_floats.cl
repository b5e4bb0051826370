// Operations on floats in all modes that entry points can have, of one function that they all call.
//module modes_of_floats.spv
//arg x uint[31] 0 0x80000000 1 0x80000003 0x007fffff 0x00800000 0x80800001 0x3f800000 0x3f800001 0xbf7fffff
// 0x40400000 0x4b800001 0xcb000000 0x33800001 0x7f7fffff 0xff7ffffe 0x7f800000 0xff800000 0x5f000000 0x1f000001
// 0x9f800003 0x20000001 0x00400000 0x3e99999a 0xc2c80000 0x7e800001 0x00000100 0x80200001 0x3eaaaaab 0x447a0000
// 0x17000005
//arg y float[30752] zero
//launch 961/31

#pragma OPENCL FP_CONTRACT OFF

float flushed(float v, bool f) { return f && fabs(v) < 0x1p-126f ? copysign((float)0, v) : v; }

float exact(double s, double e) { // s + e
	if (e == e && e != 0 && (e < 0) != (s < 0)) s = nextafter(s, 0.0);
	return convert_float_rtz(s);
}

double rest(double a, double b, double s) {
	double c = s - a;
	return (a - (s - c)) + (b - c);
}

float plus(float a, float b, bool z) {
	double s = (double)a + b;
	return z ? exact(s, rest(a, b, s)) : a + b;
}

float times(float a, float b, bool z) { return z ? convert_float_rtz((double)a * b) : a * b; }
float over(float a, float b, bool z) { return z ? convert_float_rtz((double)a / b) : a / b; }
float root(float a, bool z) { return z ? convert_float_rtz(sqrt((double)a)) : sqrt(a); }

float fused(float a, float b, float c, bool z) {
	double p = (double)a * b, s = p + c;
	return z ? exact(s, rest(p, c, s)) : fma(a, b, c);
}

float middle(float a) { return a; }
float narrowed(float a, float b, bool z) { return z ? convert_float_rtz((double)a * b) : convert_float((double)a * b); }
ulong integer(uint w) { return w * 0x10001000001003; }

#define F(v) flushed(v, f)
#define PUT(v) { float r_ = F(v); y[k++] = isnan(r_) ? as_float((uint)0x7fc00000) : r_; }

void operations(float a0, float b0, float c0, uint w, global float *y, bool z, bool f) {
	float a = F(a0), b = F(b0), c = F(c0);
	int k = 0;
	PUT(plus(a, b, z))
	PUT(plus(a, -b, z))
	PUT(times(a, b, z))
	PUT(over(a, b, z))
	float r = fmod(a, b);
	PUT(r)
	PUT(r != 0 && (r < 0) != (b < 0) ? plus(r, b, z) : r)
	PUT(root(a, z))
	float a2 = middle(a), b2 = middle(b), c2 = middle(c);
	PUT(fused(a2, b2, c2, z))
	PUT(-a)
	PUT(times(c, b, z))
	PUT(plus(b, c, z))
	PUT(over(c, a, z))
	PUT(fused(a, a, a, z))
	PUT(root(b, z))
	long n = integer(w);
	PUT(z ? convert_float_rtz(n) : convert_float(n))
	PUT(z ? convert_float_rtz((ulong)n) : convert_float((ulong)n))
	PUT(convert_float_rtp((ulong)n))
	PUT(narrowed(a, b, z))
	PUT(a == 0)
	PUT(a < b)
	PUT(!(a < b))
	PUT(isnormal(a) != 0)
	int up = convert_int_rtp(a);
	PUT(z ? convert_float_rtz(up) : convert_float(up))
	PUT(a <= b ? 0 : plus(a, -b, z))
	PUT(fmax(a, b))
	PUT(fabs(b))
	PUT(z ? fused(a2, b2, c2, z) : mad(a2, b2, c2))
	PUT(ldexp(a, -3))
	float s = z ? plus(times(b, a, z), times(a, c, z), z) : 0;
	PUT(z ? plus(times(c, b, z), s, z) : dot((float3)(a, b, c), (float3)(c, a, b)))
}

#define KERNEL(name, z, f) \
	kernel void name(global const uint *x, global float *y) { \
		uint i = get_global_id(0), l = i % 31, h = i / 31; \
		uint w = x[l]; \
		operations(as_float(w), as_float(x[h]), as_float(x[(l + h) % 31]), w, y + 32 * i, z, f); \
	}
KERNEL(plain, false, false)
KERNEL(truncating, true, false)
KERNEL(flushing, false, true)
KERNEL(both, true, true)
