// Powers and roots.

double __hd_exp_sum(double high, double low);
double2 __hd_split(double x);
double __hd_log_series(double z);
double __hd_log_f64(double x);
double __hd_exp_f64(double x);

#define LN2_HI 0x1.62e42fee00000p-1
#define LN2_LO 0x1.a39ef35793c76p-33

// log(x) for x > 0 as a sum of two doubles.
double2 __hd_log_pair(double x) {
    double2 t = __hd_split(x);
    double f = t.y - 1.0;
    double d = 1.0 + t.y;
    double dl = t.y - (d - 1.0);
    double s = f / d;
    double sl = (fma(-s, d, f) - s * dl) / d;
    double z = s * s;
    double tail = fma(s * z, __hd_log_series(z), 2.0 * sl);
    double big = t.x * LN2_HI;
    double sum = big + 2.0 * s;
    double bb = sum - big;
    double low = (big - (sum - bb)) + (2.0 * s - bb) + fma(t.x, LN2_LO, tail);
    double high = sum + low;
    return (double2)(high, low - (high - sum));
}

// x^(y + yl) for x > 0: the logarithm as a sum of two doubles, for an error of the logarithm counts y*log(x) times.
double __hd_pow_positive(double x, double y, double yl) {
    double2 l = __hd_log_pair(x);
    double p = y * l.x;
    double pl = fma(y, l.x, -p) + fma(y, l.y, yl * l.x);
    p = fabs(p) < 2000.0 ? p : (p < 0.0 ? -2000.0 : 2000.0);
    return __hd_exp_sum(p, fabs(p) < 2000.0 ? pl : 0.0);
}

// The special cases of C99's pow.
double __hd_pow_f64(double x, double y) {
    double a = fabs(x);
    double r = __hd_pow_positive(a, y, 0.0);
    bool whole = y == rint(y);
    double root = 0.5 * y;
    bool odd = whole && root != rint(root);
    bool grows = (a > 1.0) == (y > 0.0);
    r = isinf(y) ? (a == 1.0 ? 1.0 : (grows ? (double)INFINITY : 0.0)) : r;
    r = a == INFINITY || a == 0.0 ? ((a == 0.0) == (y < 0.0) ? (double)INFINITY : 0.0) : r;
    r = x < 0.0 && !whole && a != INFINITY ? (double)NAN : r;
    r = odd ? copysign(r, x) : r;
    r = isnan(x) || isnan(y) ? x + y : r;
    return x == 1.0 || y == 0.0 ? 1.0 : r;
}

// log2(1 + t)/t for t between sqrt(1/2) - 1 and sqrt(2) - 1, to 2^-35.
double __hd_log2_series(double t) {
    double p = 0x1.356760eedd8f5p-4;
    p = fma(p, t, -0x1.21af8fff75449p-3);
    p = fma(p, t, 0x1.28dbdf97d9874p-3);
    p = fma(p, t, -0x1.25de45bab5afbp-3);
    p = fma(p, t, 0x1.45304ec9cb2c7p-3);
    p = fma(p, t, -0x1.7131efa2e9a53p-3);
    p = fma(p, t, 0x1.a63df15701046p-3);
    p = fma(p, t, -0x1.ec7352cd15eb4p-3);
    p = fma(p, t, 0x1.277658c1503d8p-2);
    p = fma(p, t, -0x1.71546f4868d47p-2);
    p = fma(p, t, 0x1.ec709ea6a2d8bp-2);
    p = fma(p, t, -0x1.715476572ccabp-1);
    return fma(p, t, 0x1.71547652a44d8p+0);
}

// 2^f for |f| <= 1/2, to 2^-34.
double __hd_exp2_series(double f) {
    double p = 0x1.00c0e4e15189cp-16;
    p = fma(p, f, 0x1.446c79efd4834p-13);
    p = fma(p, f, 0x1.5d877598350dep-10);
    p = fma(p, f, 0x1.3b29d8bb0b97ep-7);
    p = fma(p, f, 0x1.c6b08da70cce3p-5);
    p = fma(p, f, 0x1.ebfbe0aa03df0p-3);
    p = fma(p, f, 0x1.62e42fef9cc69p-1);
    return fma(p, f, 0x1.ffffffffa7135p-1);
}

/* a^y for finite a > 0 and a y that is a number. As a float's power needs no more than 2^-30 of the logarithm, sums of two
 * doubles and a division would be wasted; exponents are integers of 32 bits, which doubles would make 64. At most 0.55 ulp
 * where the result is a normal number, 0.8 where it is not. */
float __hd_pow_core(float a, double y) {
    bool isSmall = a < 0x1p-126f;
    float b = isSmall ? a * 0x1p+24f : a;
    int k = (as_int(b) - 0x3f3504f3) >> 23; // b is 2^k times what lies between sqrt(1/2) and sqrt(2)
    double t = as_float(as_uint(b) - ((uint)k << 23)) - 1.0f;
    double z = y * fma(t, __hd_log2_series(t), (double)(isSmall ? k - 24 : k));
    z = z < 200.0 ? z : 200.0;
    z = z > -200.0 ? z : -200.0;
    float n = rint((float)z);
    float p = (float)__hd_exp2_series(z - (double)n);
    int first = (int)n >> 1; // twice, since 2^n may be no float
    float scaled = p * as_float((uint)(first + 127) << 23);
    return scaled * as_float((uint)((int)n - first + 127) << 23);
}

float __hd_pow_f32(float x, float y) {
    float a = fabs(x);
    float r = __hd_pow_core(a, (double)y);
    bool whole = y == rint(y);
    float root = 0.5f * y;
    bool odd = whole && root != rint(root);
    r = a == 1.0f ? 1.0f : r;
    r = a == INFINITY || a == 0.0f ? ((a == 0.0f) == (y < 0.0f) ? INFINITY : 0.0f) : r;
    r = x < 0.0f && !whole && a != INFINITY ? NAN : r;
    r = odd ? copysign(r, x) : r;
    r = isnan(x) || isnan(y) ? x + y : r;
    return x == 1.0f || y == 0.0f ? 1.0f : r;
}

double __hd_powr_f64(double x, double y) {
    double r = __hd_pow_f64(x, y);
    bool undefined = x < 0.0 || (y == 0.0 && (x == 0.0 || x == INFINITY)) || (x == 1.0 && isinf(y));
    return undefined || isnan(x) || isnan(y) ? (double)NAN : fabs(r);
}

float __hd_powr_f32(float x, float y) {
    float r = __hd_pow_f32(x, y);
    bool undefined = x < 0.0f || (y == 0.0f && (x == 0.0f || x == INFINITY)) || (x == 1.0f && isinf(y));
    return undefined || isnan(x) || isnan(y) ? NAN : fabs(r);
}

double __hd_pown_f64(double x, int n) {
    return __hd_pow_f64(x, n);
}

// What pown and rootn have in common: the power y of |x|, which n made, with signs and ends.
float __hd_power_signed(float x, int n, double y) {
    float a = fabs(x);
    float r = __hd_pow_core(a, y);
    r = a == INFINITY || a == 0.0f ? ((a == 0.0f) == (n < 0) ? INFINITY : 0.0f) : r;
    r = (n & 1) != 0 ? copysign(r, x) : r;
    return isnan(x) ? x : r;
}

float __hd_pown_f32(float x, int n) {
    float r = __hd_power_signed(x, n, (double)n);
    return n == 0 ? 1.0f : r;
}

// 1/n is a sum of two doubles: its rounding error alone would cost 70 ulp at the ends of the range.
double __hd_rootn_f64(double x, int n) {
    double a = fabs(x);
    double y = 1.0 / n;
    double r = __hd_pow_positive(a, y, fma(-y, (double)n, 1.0) * y);
    r = a == INFINITY || a == 0.0 ? ((a == 0.0) == (n < 0) ? (double)INFINITY : 0.0) : r;
    bool odd = (n & 1) != 0;
    r = odd ? copysign(r, x) : r;
    r = isnan(x) ? x : r;
    return n == 0 || (x < 0.0 && !odd) ? (double)NAN : r;
}

float __hd_rootn_f32(float x, int n) {
    float r = __hd_power_signed(x, n, 1.0 / n);
    return n == 0 || (x < 0.0f && (n & 1) == 0) ? NAN : r;
}

// A first value by logarithm and exponential, then a step of Newton, on a number near one: a cube near the smallest
// number has too few bits for the step.
double __hd_cbrt_f64(double x) {
    double a = fabs(x);
    double third = trunc(__hd_getexp(a) * 0x1.5555555555555p-2);
    a = __hd_scale(a, -3.0 * third);
    double y = __hd_exp_f64(__hd_log_f64(a) * 0x1.5555555555555p-2);
    y = y - fma(y * y, y, -a) / (3.0 * y * y);
    y = __hd_scale(y, third);
    return x == 0.0 || isinf(x) || isnan(x) ? x : copysign(y, x);
}

float __hd_cbrt_f32(float x) {
    float r = copysign(__hd_pow_core(fabs(x), 0x1.5555555555555p-2), x);
    return x == 0.0f || isinf(x) || isnan(x) ? x : r;
}

double __hd_hypot_f64(double x, double y) {
    double a = fmax(fabs(x), fabs(y));
    double b = fmin(fabs(x), fabs(y));
    double k = a == 0.0 ? 0.0 : __hd_getexp(a);
    double as = __hd_scale(a, -k);
    double bs = __hd_scale(b, -k);
    double r = __hd_scale(sqrt(fma(as, as, bs * bs)), k);
    r = isnan(x) || isnan(y) ? x + y : r;
    return isinf(x) || isinf(y) ? (double)INFINITY : r;
}

float __hd_hypot_f32(float x, float y) {
    double a = x;
    double b = y;
    return isinf(x) || isinf(y) ? INFINITY : (float)sqrt(fma(a, a, b * b));
}
