// Logarithms. x = 2^k * m with m in [sqrt(1/2), sqrt(2)); with f = m - 1 and s = f/(2 + f), log(m) = 2s + s*R(s^2), which
// is arranged as f - (f^2/2 - s*(f^2/2 + R)) to keep the rounding errors small (the arrangement of FreeBSD's msun).

#define RARE(x) __builtin_expect(x, 0)
#define LN2_HI 0x1.62e42fee00000p-1
#define LN2_LO 0x1.a39ef35793c76p-33

// k and m of a positive number.
double2 __hd_split(double x) {
    double k = __hd_getexp(x);
    double m = __hd_getmant(x);
    bool large = m > 0x1.6a09e667f3bcdp+0;
    return (double2)(large ? k + 1.0 : k, large ? 0.5 * m : m);
}

double __hd_log_series(double z) {
    double p = 0x1.0c039c49989c6p-3;
    p = fma(p, z, 0x1.0fbe95d716020p-3);
    p = fma(p, z, 0x1.3b1c355a8f7a2p-3);
    p = fma(p, z, 0x1.745cf9048dd95p-3);
    p = fma(p, z, 0x1.c71c720159177p-3);
    p = fma(p, z, 0x1.2492492476cccp-2);
    p = fma(p, z, 0x1.9999999999a38p-2);
    p = fma(p, z, 0x1.5555555555555p-1);
    return p;
}

// What every logarithm gives outside (0, infinity).
double __hd_log_special(double x, double r) {
    r = x == 0.0 ? -INFINITY : r;
    r = x < 0.0 ? (double)NAN : r;
    return x < INFINITY ? r : x + x;
}

// log(m) for m around 1.
double __hd_log_near(double m) {
    double f = m - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double h = 0.5 * f * f;
    return f - (h - s * fma(z, __hd_log_series(z), h));
}

double __hd_log_f64(double x) {
    double2 t = __hd_split(x);
    double f = t.y - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double h = 0.5 * f * f;
    double r = z * __hd_log_series(z);
    double y = t.x * LN2_HI - ((h - fma(s, h + r, t.x * LN2_LO)) - f);
    return __hd_log_special(x, y);
}

// For results in f32.
double __hd_log_short(double x) {
    double2 t = __hd_split(x);
    double f = t.y - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double p = 0x1.ddced7078dd3ap-3;
    p = fma(p, z, 0x1.245c438323e9ap-2);
    p = fma(p, z, 0x1.9999eb5d84f14p-2);
    p = fma(p, z, 0x1.5555554bb2b2cp-1);
    double y = fma(t.x, 0x1.62e42fefa39efp-1, fma(s * z, p, 2.0 * s));
    return __hd_log_special(x, y);
}

// What is no positive normal number is none either as a signed integer, moved so that those are the smallest.
#define IS_NORMAL(x) (as_int(as_uint(x) + 0x7f800000u) < (int)0xff000000u)

/* The exponents of logarithms in f32, in the place where a float has them: those that leave numbers between 2/3 and 4/3.
 * With them taken from the bits of x, f = m - 1 is exact. */
#define EXPONENT(x) ((as_int(x) - 0x3f2aaaab) & (int)0xff800000)

// log(1 + f) + k*log(2) for |f| <= 1/3, where scaled is k*2^23; the polynomial is good to 2^-26.9.
float __hd_log1p_reduced(float f, float scaled) {
    float p = -0x1.f4aed4p-4f;
    p = fma(p, f, 0x1.21d208p-3f);
    p = fma(p, f, -0x1.f8ec7cp-4f);
    p = fma(p, f, 0x1.1e2152p-3f);
    p = fma(p, f, -0x1.556d7cp-3f);
    p = fma(p, f, 0x1.99db48p-3f);
    p = fma(p, f, -0x1.ffffdap-3f);
    p = fma(p, f, 0x1.5554eep-2f);
    p = fma(p, f, -0.5f);
    return fma(scaled, 0x1.62e43p-24f, fma(f * f, p, f));
}

// At most 0.89 ulp.
float __hd_log_f32(float x) {
    int i = EXPONENT(x);
    float y = __hd_log1p_reduced(as_float(as_int(x) - i) - 1.0f, (float)i);
    if (RARE(!IS_NORMAL(x))) y = (float)__hd_log_short(x);
    return y;
}

double __hd_log2_f64(double x) {
    double2 t = __hd_split(x);
    double l = __hd_log_near(t.y);
    double high = l * 0x1.71547652b82fep+0;
    double low = fma(l, 0x1.71547652b82fep+0, -high) + l * 0x1.777d0ffda0d24p-56;
    return __hd_log_special(x, t.x + high + low);
}

// At most 1.26 ulp. The polynomial, for what is beyond f/log(2), is good to 2^-26.7; so is that of log10.
float __hd_log2_f32(float x) {
    int i = EXPONENT(x);
    float f = as_float(as_int(x) - i) - 1.0f;
    float p = -0x1.8e9fdcp-3f;
    p = fma(p, f, 0x1.9fe1b6p-3f);
    p = fma(p, f, -0x1.63486p-3f);
    p = fma(p, f, 0x1.9d5446p-3f);
    p = fma(p, f, -0x1.ed401ap-3f);
    p = fma(p, f, 0x1.27a19ep-2f);
    p = fma(p, f, -0x1.715226p-2f);
    p = fma(p, f, 0x1.ec701cp-2f);
    p = fma(p, f, -0x1.715478p-1f);
    float y = fma((float)i, 0x1p-23f, fma(f, 0x1.715476p+0f, f * fma(p, f, 0x1.4ae0cp-26f)));
    if (RARE(!IS_NORMAL(x))) y = (float)__hd_log2_f64(x);
    return y;
}

double __hd_log10_f64(double x) {
    double2 t = __hd_split(x);
    double l = __hd_log_near(t.y);
    // log10(2) in two parts, the first with so few bits that its product with k is exact
    double y = t.x * 0x1.3441350900000p-2 + (t.x * 0x1.ef3fde623e256p-35 + l * 0x1.bcb7b1526e50ep-2);
    return __hd_log_special(x, y);
}

// At most 0.98 ulp.
float __hd_log10_f32(float x) {
    int i = EXPONENT(x);
    float f = as_float(as_int(x) - i) - 1.0f;
    float p = -0x1.be98eap-5f;
    p = fma(p, f, 0x1.f604bep-5f);
    p = fma(p, f, -0x1.b36406p-5f);
    p = fma(p, f, 0x1.f16282p-5f);
    p = fma(p, f, -0x1.28b0fp-4f);
    p = fma(p, f, 0x1.63fca6p-4f);
    p = fma(p, f, -0x1.bcb6bp-4f);
    p = fma(p, f, 0x1.287a22p-3f);
    p = fma(p, f, -0x1.bcb7b2p-3f);
    float y = fma(f, 0x1.bcb7b2p-2f, f * fma(p, f, -0x1.5b235ep-27f));
    y = fma((float)i, 0x1.344136p-25f, fma((float)i, -0x1.ec10cp-50f, y));
    if (RARE(!IS_NORMAL(x))) y = (float)__hd_log10_f64(x);
    return y;
}

double __hd_log1p_f64(double x) {
    double u = 1.0 + x;
    double r = __hd_log_f64(u) + (x - (u - 1.0)) / u;
    r = x == -1.0 ? -INFINITY : r;
    r = fabs(x) < 0x1p-54 ? x : r;
    return x < INFINITY ? r : x + x;
}

// f = (1 + x)/2^k - 1 comes of x, not of the rounded sum. At most 1.44 ulp.
float __hd_log1p_f32(float x) {
    float u = x + 1.0f;
    int i = EXPONENT(u);
    float s = as_float(0x3f800000 - i);
    float y = __hd_log1p_reduced(fma(x, s, s - 1.0f), (float)i);
    if (RARE(!(x > -1.0f && x < 0x1p+100f))) y = (float)__hd_log1p_f64(x);
    return x == 0.0f ? x : y;
}

double __hd_asinh_f64(double x) {
    double a = fabs(x);
    double r = __hd_log1p_f64(a + a * a / (1.0 + sqrt(fma(a, a, 1.0))));
    double large = __hd_log_f64(a) + 0x1.62e42fefa39efp-1;
    return copysign(a > 0x1p+28 ? large : r, x);
}

// log(1 + x) + bias*2^-23*log(2) for x > -1 below 2^127.
float __hd_log1p_biased(float x, int bias) {
    float u = x + 1.0f;
    int i = EXPONENT(u);
    float s = as_float(0x3f800000 - i);
    return __hd_log1p_reduced(fma(x, s, s - 1.0f), (float)(i + bias));
}

// As log(1 + t), t = |x| + x^2/(1 + sqrt(1 + x^2)); where x^2 may be no float, 1 does not matter and t is 8*|x|/4.
float __hd_asinh_f32(float x) {
    float a = fabs(x);
    float t = a + a * a / (1.0f + sqrt(fma(a, a, 1.0f)));
    int bias = 0;
    if (RARE(!(a < 0x1p+62f))) {
        t = 0.25f * a;
        bias = 3 << 23;
    }
    float y = copysign(__hd_log1p_biased(t, bias), x);
    return a > 0.0f && a < INFINITY ? y : x;
}

double __hd_acosh_f64(double x) {
    double t = x - 1.0;
    double r = __hd_log1p_f64(t + sqrt(fma(t, t, 2.0 * t)));
    double large = __hd_log_f64(x) + 0x1.62e42fefa39efp-1;
    r = x < 1.0 ? (double)NAN : r;
    return x > 0x1p+28 ? large : r;
}

float __hd_acosh_f32(float x) {
    float d = x - 1.0f;
    float t = d + sqrt(fma(d, d, d + d));
    int bias = 0;
    if (RARE(!(x < 0x1p+62f))) {
        t = 0.25f * x;
        bias = 3 << 23;
    }
    float y = __hd_log1p_biased(t, bias);
    y = x < INFINITY ? y : x;
    return x >= 1.0f ? y : NAN;
}

double __hd_atanh_f64(double x) {
    double a = fabs(x);
    return copysign(0.5 * __hd_log1p_f64(2.0 * a / (1.0 - a)), x);
}

float __hd_atanh_f32(float x) {
    float a = fabs(x);
    float y = copysign(0.5f * __hd_log1p_biased((a + a) / (1.0f - a), 0), x);
    if (RARE(!(a < 1.0f))) y = a == 1.0f ? copysign(INFINITY, x) : NAN;
    return x == 0.0f ? x : y;
}
