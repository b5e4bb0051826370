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

float __hd_pow_f32(float x, float y) {
    return (float)__hd_pow_f64(x, y);
}

double __hd_powr_f64(double x, double y) {
    double r = __hd_pow_f64(x, y);
    bool undefined = x < 0.0 || (y == 0.0 && (x == 0.0 || x == INFINITY)) || (x == 1.0 && isinf(y));
    return undefined || isnan(x) || isnan(y) ? (double)NAN : fabs(r);
}

float __hd_powr_f32(float x, float y) {
    return (float)__hd_powr_f64(x, y);
}

double __hd_pown_f64(double x, int n) {
    return __hd_pow_f64(x, n);
}

float __hd_pown_f32(float x, int n) {
    return (float)__hd_pow_f64(x, n);
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
    return (float)__hd_rootn_f64(x, n);
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
    return (float)__hd_cbrt_f64(x);
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
