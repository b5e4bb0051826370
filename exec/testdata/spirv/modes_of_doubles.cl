// Operations on doubles in all modes that entry points can have, of one function that they all call.
//module modes_of_doubles.spv
//arg x ulong[31] 0 0x8000000000000000 1 0x8000000000000003 0x000fffffffffffff 0x0010000000000000 0x8010000000000001
// 0x3ff0000000000000 0x3ff0000000000001 0xbfefffffffffffff 0x4008000000000000 0x4350000000000001 0xc340000000000000
// 0x3ca0000000000001 0x7fefffffffffffff 0xffeffffffffffffe 0x7ff0000000000000 0xfff0000000000000 0x43e0000000000000
// 0x1ff0000000000001 0x9ff8000000000003 0x2000000000000001 0x0008000000000000 0x3fd3333333333333 0xc059000000000000
// 0x7fd0000000000001 0x0000000000000100 0x8004000000000001 0x3fd5555555555555 0x408f400000000000 0x1be0000000000005
//arg y double[30752] zero
//launch 961/31

#pragma OPENCL FP_CONTRACT OFF

double flushed(double v, bool f) { return f && fabs(v) < 0x1p-1022 ? copysign((double)0, v) : v; }

// The mantissa of a finite number, and its exponent.
ulong parts(double v, int *e) {
	ulong bits = as_ulong(v), biased = bits >> 52 & 2047, m = bits & 0xfffffffffffff;
	*e = max((int)biased, 1) - 1075;
	return biased ? m | 1UL << 52 : m;
}

// Whether |a * b| < |p|, where p is not far from the product; 128 bits hold both.
bool below(double a, double b, double p) {
	int ea, eb, ep;
	ulong ma = parts(a, &ea), mb = parts(b, &eb), mp = parts(p, &ep);
	ulong high = mul_hi(ma, mb), low = ma * mb;
	int d = ep - ea - eb;
	if (isinf(p) || mp == 0) return mp != 0;
	if (d > 106) return true;
	if (d < 0) return (high << 1 | low >> 63) == 0 && low << 1 < mp;
	if (d > 53 && mp >> (106 - d)) return true;
	ulong up = d == 0 ? 0 : d >= 64 ? mp << (d - 64) : mp >> (64 - d), down = d >= 64 ? 0 : mp << d;
	return high < up || high == up && low < down;
}

bool same(double a, double b, double p) {
	int ea, eb, ep;
	ulong ma = parts(a, &ea), mb = parts(b, &eb), mp = parts(p, &ep);
	ulong high = mul_hi(ma, mb), low = ma * mb;
	int d = ep - ea - eb;
	if (isinf(p)) return false;
	if (ma == 0 || mb == 0 || mp == 0) return mp == 0 && (ma == 0 || mb == 0);
	if (d > 106) return false;
	if (d < 0) return high == 0 && low << 1 == mp;
	if (d > 53 && mp >> (106 - d)) return false;
	ulong up = d == 0 ? 0 : d >= 64 ? mp << (d - 64) : mp >> (64 - d), down = d >= 64 ? 0 : mp << d;
	return high == up && low == down;
}

double plus(double a, double b, bool z) {
	double s = a + b, c = s - a, e = (a - (s - c)) + (b - c);
	if (!z || !isfinite(a) || !isfinite(b)) return s;
	return isinf(s) || e != 0 && (e < 0) != (s < 0) ? nextafter(s, 0.0) : s;
}

double times(double a, double b, bool z) {
	double p = a * b;
	return z && isfinite(a) && isfinite(b) && below(a, b, p) ? nextafter(p, 0.0) : p;
}

double over(double a, double b, bool z) {
	double q = a / b;
	if (!z || !isfinite(a) || !isfinite(b) || b == 0 || q == 0) return q;
	return isinf(q) || !below(q, b, a) && !same(q, b, a) ? nextafter(q, 0.0) : q;
}

double root(double a, bool z) {
	double r = sqrt(a);
	return z && isfinite(r) && a != 0 && !below(r, r, a) && !same(r, r, a) ? nextafter(r, 0.0) : r;
}

double rest(double a, double b, double s) {
	double c = s - a;
	return (a - (s - c)) + (b - c);
}

// The operands are neither large nor small.
double fused(double a, double b, double c, bool z) {
	double s = fma(a, b, c), p = a * b, q = fma(a, b, -p), t = c + q, u = p + t;
	double e = ((u - s) + rest(p, t, u)) + rest(c, q, t);
	return z && e != 0 && (e < 0) != (s < 0) ? nextafter(s, 0.0) : s;
}

double middle(double a) { return fabs(a) < 0x1p+200 && fabs(a) > 0x1p-200 ? a : 1.0; }
double narrowed(double a, double b, bool z) { return convert_double(convert_float(a)); }
ulong integer(ulong w) { return w; }

#define F(v) flushed(v, f)
#define PUT(v) { double r_ = F(v); y[k++] = isnan(r_) ? as_double((ulong)0x7ff8000000000000) : r_; }

void operations(double a0, double b0, double c0, ulong w, global double *y, bool z, bool f) {
	double a = F(a0), b = F(b0), c = F(c0);
	int k = 0;
	PUT(plus(a, b, z))
	PUT(plus(a, -b, z))
	PUT(times(a, b, z))
	PUT(over(a, b, z))
	double r = fmod(a, b);
	PUT(r)
	PUT(r != 0 && (r < 0) != (b < 0) ? plus(r, b, z) : r)
	PUT(root(a, z))
	double a2 = middle(a), b2 = middle(b), c2 = middle(c);
	PUT(fused(a2, b2, c2, z))
	PUT(-a)
	PUT(times(c, b, z))
	PUT(plus(b, c, z))
	PUT(over(c, a, z))
	PUT(fused(a2, a2, a2, z))
	PUT(root(b, z))
	long n = integer(w);
	PUT(z ? convert_double_rtz(n) : convert_double(n))
	PUT(z ? convert_double_rtz((ulong)n) : convert_double((ulong)n))
	PUT(convert_double_rtp((ulong)n))
	PUT(narrowed(a, b, z))
	PUT(a == 0)
	PUT(a < b)
	PUT(!(a < b))
	PUT(isnormal(a) != 0)
	int up = convert_int_rtp(a);
	PUT(z ? convert_double_rtz(up) : convert_double(up))
	PUT(a <= b ? 0 : plus(a, -b, z))
	PUT(fmax(a, b))
	PUT(fabs(b))
	PUT(z ? fused(a2, b2, c2, z) : mad(a2, b2, c2))
	PUT(ldexp(a, -3))
	double s = z ? plus(times(b, a, z), times(a, c, z), z) : 0;
	PUT(z ? plus(times(c, b, z), s, z) : dot((double3)(a, b, c), (double3)(c, a, b)))
}

#define KERNEL(name, z, f) \
	kernel void name(global const ulong *x, global double *y) { \
		uint i = get_global_id(0), l = i % 31, h = i / 31; \
		ulong w = x[l]; \
		operations(as_double(w), as_double(x[h]), as_double(x[(l + h) % 31]), w, y + 32 * i, z, f); \
	}
KERNEL(plain, false, false)
KERNEL(truncating, true, false)
KERNEL(flushing, false, true)
KERNEL(both, true, true)
