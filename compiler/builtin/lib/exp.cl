// Exponentials. exp(x) = 2^k * exp(r) with |r| <= ln(2)/2; (exp(r) - 1)/r is a minimax polynomial of degree 11, good to
// 2^-61. That core serves both types, f32 by rounding its result once, but for exp and exp2: those are wanted fast, and
// computed in f32 from a polynomial of their own.

#define RARE(x) __builtin_expect(x, 0)
#define LN2_HI 0x1.62e42fee00000p-1
#define LN2_LO 0x1.a39ef35793c76p-33
#define LOG2E 0x1.71547652b82fep+0

// exp(r) - 1 for small r.
double __hd_expm1_small(double r) {
    double p = 0x1.1f7f2000f4cf3p-29;
    p = fma(p, r, 0x1.af631d0059becp-26);
    p = fma(p, r, 0x1.27e4d41d6f553p-22);
    p = fma(p, r, 0x1.71ddf5749d126p-19);
    p = fma(p, r, 0x1.a01a01a9e80fep-16);
    p = fma(p, r, 0x1.a01a01b14378fp-13);
    p = fma(p, r, 0x1.6c16c16c15a6cp-10);
    p = fma(p, r, 0x1.111111110f225p-7);
    p = fma(p, r, 0x1.5555555555557p-5);
    p = fma(p, r, 0x1.555555555555ap-3);
    p = fma(p, r, 0.5);
    return fma(p * r, r, r);
}

// Comparisons that are false for NaN let it through.
double __hd_bound(double x, double limit) {
    x = x > limit ? limit : x;
    return x < -limit ? -limit : x;
}

// e*2^k for e around one, where results are normal numbers if |x| is below a limit: then the bits of the exponent do.
float __hd_scale_short(float e, float k, float x, float limit) {
    float y = as_float(as_int(e) + ((int)k << 23));
    if (RARE(!(fabs(x) < limit))) {
        y = __hd_scale(e, k);
        y = x > 200.0f ? INFINITY : y;
        y = x < -200.0f ? 0.0f : y;
    }
    return y;
}

double __hd_exp_f64(double x) {
    x = __hd_bound(x, 1100.0);
    double k = rint(x * LOG2E);
    double r = fma(-k, LN2_LO, fma(-k, LN2_HI, x));
    return __hd_scale(1.0 + __hd_expm1_small(r), k);
}

// exp(high + low), for pow: low is far smaller than high.
double __hd_exp_sum(double high, double low) {
    high = __hd_bound(high, 1100.0);
    double k = rint(high * LOG2E);
    double r = fma(-k, LN2_LO, fma(-k, LN2_HI, high)) + low;
    return __hd_scale(1.0 + __hd_expm1_small(r), k);
}

// Of all floats the error is at most 0.94 ulp, mostly that of the last sum.
float __hd_exp_f32(float x) {
    float k = rint(x * 0x1.715476p+0f);
    float r = fma(k, -0x1.62e4p-1f, x);
    r = fma(k, -0x1.7f7d1cp-20f, r);
    float p = 0x1.6d76a2p-10f;
    p = fma(p, r, 0x1.120c68p-7f);
    p = fma(p, r, 0x1.5554b8p-5f);
    p = fma(p, r, 0x1.5554dcp-3f);
    p = fma(p, r, 0.5f);
    p = fma(p, r, 1.0f);
    return __hd_scale_short(fma(p, r, 1.0f), k, x, 87.0f);
}

double __hd_exp2_f64(double x) {
    x = __hd_bound(x, 1100.0);
    double k = rint(x);
    double t = x - k;
    return __hd_scale(1.0 + __hd_expm1_small(fma(t, 0x1.62e42fefa39efp-1, t * 0x1.abc9e3b39803fp-56)), k);
}

// At most 0.90 ulp.
float __hd_exp2_f32(float x) {
    float k = rint(x);
    float r = x - k;
    float p = 0x1.444008p-13f;
    p = fma(p, r, 0x1.5ec86cp-10f);
    p = fma(p, r, 0x1.3b2a26p-7f);
    p = fma(p, r, 0x1.c6afeep-5f);
    p = fma(p, r, 0x1.ebfbep-3f);
    p = fma(p, r, 0x1.62e43p-1f);
    return __hd_scale_short(fma(p, r, 1.0f), k, x, 126.0f);
}

double __hd_exp10_f64(double x) {
    x = __hd_bound(x, 400.0);
    double k = rint(x * 0x1.a934f0979a371p+1);
    double high = fma(-k, LN2_HI, x * 0x1.26bb1bbb55516p+1);
    double r = high - k * LN2_LO + fma(x, 0x1.26bb1bbb55516p+1, -(x * 0x1.26bb1bbb55516p+1)) + x * -0x1.f48ad494ea3e9p-53;
    return __hd_scale(1.0 + __hd_expm1_small(r), k);
}

float __hd_exp10_f32(float x) {
    float k = rint(x * 0x1.a934fp+1f);
    float r = fma(k, -0x1.3441p-2f, x);
    r = fma(k, -0x1.a84fbcp-21f, r);
    float p = 0x1.a4926ep-3f;
    p = fma(p, r, 0x1.156bbep-1f);
    p = fma(p, r, 0x1.2bdbdep+0f);
    p = fma(p, r, 0x1.046f9ap+1f);
    p = fma(p, r, 0x1.535248p+1f);
    p = fma(p, r, 0x1.26bb1cp+1f);
    return __hd_scale_short(fma(p, r, 1.0f), k, x, 37.5f);
}

double __hd_expm1_f64(double x) {
    x = __hd_bound(x, 1100.0);
    double k = rint(x * LOG2E);
    double r = fma(-k, LN2_LO, fma(-k, LN2_HI, x));
    double p = __hd_expm1_small(r);
    double whole = __hd_scale(p, k) + (__hd_scale(1.0, k) - 1.0);
    whole = k > 1023.0 ? __hd_scale(1.0 + p, k) : whole;
    return k == 0.0 ? (x == 0.0 ? x : p) : whole;
}

// exp(r) - 1 for |r| <= ln(2)/2, to 2^-26.
float __hd_expm1_reduced(float r) {
    float p = 0x1.6ce4aep-10f;
    p = fma(p, r, 0x1.122f54p-7f);
    p = fma(p, r, 0x1.555536p-5f);
    p = fma(p, r, 0x1.5554a6p-3f);
    p = fma(p, r, 0.5f);
    return fma(r * r, p, r);
}

// r of exp in f32.
float __hd_exp_remainder(float x, float k) {
    float r = fma(k, -0x1.62e4p-1f, x);
    return fma(k, -0x1.7f7d1cp-20f, r);
}

float __hd_power_of_two(float k) {
    return as_float(((int)k + 127) << 23);
}

// As 2*(t*exp(r) - 1/2) with t = 2^(k-1), for 2^128 is no float. At most 1.5 ulp.
float __hd_expm1_f32(float x) {
    float b = x > 89.0f ? 89.0f : x;
    b = b < -20.0f ? -20.0f : b;
    float k = rint(b * 0x1.715476p+0f);
    float p = __hd_expm1_reduced(__hd_exp_remainder(b, k));
    float t = __hd_power_of_two(k - 1.0f);
    float y = 2.0f * fma(t, p, t - 0.5f);
    return x == 0.0f ? x : y;
}

double __hd_sinh_f64(double x) {
    double a = fabs(x);
    double e = __hd_expm1_f64(a);
    double root = __hd_exp_f64(0.5 * a);
    double r = a > 40.0 ? root * 0.5 * root : 0.5 * (e + e / (e + 1.0));
    return copysign(r, x);
}

// u = (exp(|x|) - 1)/2. At most 2.1 ulp.
float __hd_sinh_f32(float x) {
    float a = fabs(x);
    a = a > 89.6f ? 89.6f : a;
    float k = rint(a * 0x1.715476p+0f);
    float p = __hd_expm1_reduced(__hd_exp_remainder(a, k));
    float t = __hd_power_of_two(k - 2.0f);
    float u = fma(t, p, t - 0.25f);
    u = u + u;
    float b = u < 0x1p+30f ? u : 0x1p+30f;
    float y = u + b / fma(b, 2.0f, 1.0f);
    return fabs(x) < 0x1p-12f ? x : copysign(y, x);
}

double __hd_cosh_f64(double x) {
    double root = __hd_exp_f64(0.5 * fabs(x));
    double e = __hd_exp_f64(fabs(x));
    return fabs(x) > 40.0 ? root * 0.5 * root : 0.5 * (e + 1.0 / e);
}

// u = exp(|x|)/2. At most 1.45 ulp.
float __hd_cosh_f32(float x) {
    float a = fabs(x);
    a = a > 89.6f ? 89.6f : a;
    float k = rint(a * 0x1.715476p+0f);
    float p = __hd_expm1_reduced(__hd_exp_remainder(a, k));
    float t = __hd_power_of_two(k - 2.0f);
    float u = 2.0f * fma(t, p, t);
    return u + 0.25f / u;
}

double __hd_tanh_f64(double x) {
    double e = __hd_expm1_f64(2.0 * __hd_bound(fabs(x), 40.0));
    return copysign(e / (e + 2.0), x);
}

// e = exp(2|x|) - 1; small numbers have a polynomial, good to 2^-28. At most 1.5 ulp.
float __hd_tanh_f32(float x) {
    float a = fabs(x);
    float b = a > 10.0f ? 20.0f : a + a;
    float k = rint(b * 0x1.715476p+0f);
    float p = __hd_expm1_reduced(__hd_exp_remainder(b, k));
    float t = __hd_power_of_two(k);
    float e = fma(t, p, t - 1.0f);
    float z = a * a;
    float s = -0x1.83dcep-8f;
    s = fma(s, z, 0x1.5510ccp-6f);
    s = fma(s, z, -0x1.b8a6d8p-5f);
    s = fma(s, z, 0x1.110a2p-3f);
    s = fma(s, z, -0x1.55554p-2f);
    float y = e / (e + 2.0f);
    return copysign(a < 0.6f ? fma(a * z, s, a) : y, x);
}
