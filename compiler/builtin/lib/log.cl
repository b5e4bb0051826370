// Logarithms. x = 2^k * m with m in [sqrt(1/2), sqrt(2)); with f = m - 1 and s = f/(2 + f), log(m) = 2s + s*R(s^2), which
// is arranged as f - (f^2/2 - s*(f^2/2 + R)) to keep the rounding errors small (the arrangement of FreeBSD's msun).

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

float __hd_log_f32(float x) {
    return (float)__hd_log_short(x);
}

double __hd_log2_f64(double x) {
    double2 t = __hd_split(x);
    double l = __hd_log_near(t.y);
    double high = l * 0x1.71547652b82fep+0;
    double low = fma(l, 0x1.71547652b82fep+0, -high) + l * 0x1.777d0ffda0d24p-56;
    return __hd_log_special(x, t.x + high + low);
}

float __hd_log2_f32(float x) {
    double2 t = __hd_split(x);
    return (float)__hd_log_special(x, t.x + __hd_log_near(t.y) * 0x1.71547652b82fep+0);
}

double __hd_log10_f64(double x) {
    double2 t = __hd_split(x);
    double l = __hd_log_near(t.y);
    // log10(2) in two parts, the first with so few bits that its product with k is exact
    double y = t.x * 0x1.3441350900000p-2 + (t.x * 0x1.ef3fde623e256p-35 + l * 0x1.bcb7b1526e50ep-2);
    return __hd_log_special(x, y);
}

float __hd_log10_f32(float x) {
    return (float)(__hd_log_f64(x) * 0x1.bcb7b1526e50ep-2);
}

double __hd_log1p_f64(double x) {
    double u = 1.0 + x;
    double r = __hd_log_f64(u) + (x - (u - 1.0)) / u;
    r = x == -1.0 ? -INFINITY : r;
    r = fabs(x) < 0x1p-54 ? x : r;
    return x < INFINITY ? r : x + x;
}

float __hd_log1p_f32(float x) {
    return x == 0.0f ? x : (float)__hd_log1p_f64(x);
}

double __hd_asinh_f64(double x) {
    double a = fabs(x);
    double r = __hd_log1p_f64(a + a * a / (1.0 + sqrt(fma(a, a, 1.0))));
    double large = __hd_log_f64(a) + 0x1.62e42fefa39efp-1;
    return copysign(a > 0x1p+28 ? large : r, x);
}

float __hd_asinh_f32(float x) {
    return x == 0.0f ? x : (float)__hd_asinh_f64(x);
}

double __hd_acosh_f64(double x) {
    double t = x - 1.0;
    double r = __hd_log1p_f64(t + sqrt(fma(t, t, 2.0 * t)));
    double large = __hd_log_f64(x) + 0x1.62e42fefa39efp-1;
    r = x < 1.0 ? (double)NAN : r;
    return x > 0x1p+28 ? large : r;
}

float __hd_acosh_f32(float x) {
    return (float)__hd_acosh_f64(x);
}

double __hd_atanh_f64(double x) {
    double a = fabs(x);
    return copysign(0.5 * __hd_log1p_f64(2.0 * a / (1.0 - a)), x);
}

float __hd_atanh_f32(float x) {
    return (float)__hd_atanh_f64(x);
}
