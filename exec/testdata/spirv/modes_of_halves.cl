// Operations on halves in all modes that entry points can have, of one function that they all call.
//module modes_of_halves.spv
//arg x ushort[31] 0 0x8000 1 0x8003 0x03ff 0x0400 0x8401 0x3c00 0x3c01 0xbbff 0x4200 0x6801 0xe400 0x1401 0x7bff
// 0xfbfe 0x7c00 0xfc00 0x7801 0x0801 0x8803 0x2001 0x0200 0x3266 0xd640 0x7001 0x0040 0x8201 0x3555 0x63d0 0x0c05
//arg y half[30752] zero
//launch 961/31

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

half flushed(half v, bool f) { return f && fabs(v) < 0x1p-14h ? copysign((half)0, v) : v; }

half exact(double s, double e) { // s + e
	if (e == e && e != 0 && (e < 0) != (s < 0)) s = nextafter(s, 0.0);
	return convert_half_rtz(s);
}

double rest(double a, double b, double s) {
	double c = s - a;
	return (a - (s - c)) + (b - c);
}

half plus(half a, half b, bool z) {
	double s = (double)a + b;
	return z ? exact(s, rest(a, b, s)) : a + b;
}

half times(half a, half b, bool z) { return z ? convert_half_rtz((double)a * b) : a * b; }
half over(half a, half b, bool z) { return z ? convert_half_rtz((double)a / b) : a / b; }
half root(half a, bool z) { return z ? convert_half_rtz(sqrt((double)a)) : sqrt(a); }

half fused(half a, half b, half c, bool z) {
	double p = (double)a * b, s = p + c;
	return z ? exact(s, rest(p, c, s)) : fma(a, b, c);
}

half middle(half a) { return a; }
half narrowed(half a, half b, bool z) { return z ? convert_half_rtz((double)a * b) : convert_half((double)a * b); }
ulong integer(ushort w) { return w * 0x10001000001003; }

#define F(v) flushed(v, f)
#define PUT(v) { half r_ = F(v); y[k++] = isnan(r_) ? as_half((ushort)0x7e00) : r_; }

void operations(half a0, half b0, half c0, ushort w, global half *y, bool z, bool f) {
	half a = F(a0), b = F(b0), c = F(c0);
	int k = 0;
	PUT(plus(a, b, z))
	PUT(plus(a, -b, z))
	PUT(times(a, b, z))
	PUT(over(a, b, z))
	half r = fmod(a, b);
	PUT(r)
	PUT(r != 0 && (r < 0) != (b < 0) ? plus(r, b, z) : r)
	PUT(root(a, z))
	half a2 = middle(a), b2 = middle(b), c2 = middle(c);
	PUT(fused(a2, b2, c2, z))
	PUT(-a)
	PUT(times(c, b, z))
	PUT(plus(b, c, z))
	PUT(over(c, a, z))
	PUT(fused(a, a, a, z))
	PUT(root(b, z))
	long n = integer(w);
	PUT(z ? convert_half_rtz(n) : convert_half(n))
	PUT(z ? convert_half_rtz((ulong)n) : convert_half((ulong)n))
	PUT(convert_half_rtp((ulong)n))
	PUT(narrowed(a, b, z))
	PUT(a == 0)
	PUT(a < b)
	PUT(!(a < b))
	PUT(isnormal(a) != 0)
	int up = convert_int_rtp(a);
	PUT(z ? convert_half_rtz(up) : convert_half(up))
	PUT(a <= b ? 0 : plus(a, -b, z))
	PUT(fmax(a, b))
	PUT(fabs(b))
	PUT(z ? fused(a2, b2, c2, z) : mad(a2, b2, c2))
	PUT(ldexp(a, -3))
	half s = z ? plus(times(b, a, z), times(a, c, z), z) : 0;
	PUT(z ? plus(times(c, b, z), s, z) : dot((half3)(a, b, c), (half3)(c, a, b)))
}

#define KERNEL(name, z, f) \
	kernel void name(global const ushort *x, global half *y) { \
		uint i = get_global_id(0), l = i % 31, h = i / 31; \
		ushort w = x[l]; \
		operations(as_half(w), as_half(x[h]), as_half(x[(l + h) % 31]), w, y + 32 * i, z, f); \
	}
KERNEL(plain, false, false)
KERNEL(truncating, true, false)
KERNEL(flushing, false, true)
KERNEL(both, true, true)
