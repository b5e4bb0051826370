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

/* Powers of floats are 2^(y*log2(a)), where an error of the logarithm counts up to 90 times: it is a sum of two floats, good
 * to 2^-29. Numbers that are no positive normal ones are made such before, and results that are none are mended after. */

// What is no positive normal number is none either as a signed integer, moved so that those are the smallest.
#define IS_NORMAL(x) (as_int(as_uint(x) + 0x7f800000u) < (int)0xff000000u)
#define RARE(x) __builtin_expect(x, 0)
#define LOG2E_F 0x1.715476p+0f
#define LOG2E_F_LO 0x1.4ae0cp-26f

/* log(a) + bias*log(2) for a normal a > 0. a is 2^k*m with m around one, and 3/4 of that is taken where it is nearer to one:
 * 1 + f. f - f^2/2 is exact, and so are the larger parts of log(2) and log(4/3). */
float2 __hd_log_pair_f32(float a, float bias) {
    int i = (as_int(a) - 0x3f4aaab0) & (int)0xff800000;
    float m = as_float(as_int(a) - i);
    bool isLarge = m > 0x1.35555p+0f;
    float f = fma(m, isLarge ? 0.75f : 1.0f, -1.0f);
    float k = fma((float)i, 0x1p-23f, bias);
    float p = -0x1.c1737p-4f;
    p = fma(p, f, 0x1.f012bap-4f);
    p = fma(p, f, -0x1.fe716ep-4f);
    p = fma(p, f, 0x1.23d56cp-3f);
    p = fma(p, f, -0x1.55587p-3f);
    p = fma(p, f, 0x1.999c32p-3f);
    p = fma(p, f, -0x1.fffffcp-3f);
    p = fma(p, f, 0x1.555554p-2f);
    float z = f * f;
    float h = fma(-0.5f, z, f);
    float big = fma(k, 0x1.62e4p-1f, isLarge ? 0x1.2698p-2f : 0.0f);
    float sum = big + h;
    float low = fma(-0.5f, z, f - h) + ((big - sum) + h);
    low = fma(k, 0x1.7f7d1cp-20f, fma(-0.5f, fma(f, f, -z), low)) + (isLarge ? -0x1.deecb2p-18f : 0.0f);
    low = fma(f * z, p, low);
    float high = sum + low;
    return (float2)(high, low - (high - sum));
}

// The power y + yl of a*2^bias as e*2^rint(z): e and z.
float2 __hd_power_parts(float a, float bias, float y, float yl) {
    float2 l = __hd_log_pair_f32(a, bias);
    float t = y * LOG2E_F;
    float tl = fma(y, LOG2E_F, -t) + fma(y, LOG2E_F_LO, yl * LOG2E_F);
    float z = t * l.x;
    float r = (z - rint(z)) + (fma(t, l.x, -z) + fma(t, l.y, tl * l.x));
    float p = 0x1.444008p-13f;
    p = fma(p, r, 0x1.5ec86cp-10f);
    p = fma(p, r, 0x1.3b2a26p-7f);
    p = fma(p, r, 0x1.c6afeep-5f);
    p = fma(p, r, 0x1.ebfbep-3f);
    p = fma(p, r, 0x1.62e43p-1f);
    return (float2)(fma(p, r, 1.0f), z);
}

// What is given to __hd_power_parts: a positive normal number and a bias, for any x but zero, infinities and NaN.
float2 __hd_power_base(float x) {
    float a = fabs(x);
    bool isSmall = a < 0x1p-126f;
    return (float2)(isSmall ? a * 0x1p+24f : a, isSmall ? -24.0f : 0.0f);
}

// e*2^rint(z) where that is a normal number.
float __hd_power_value(float2 t) {
    return as_float(as_int(t.x) + ((int)rint(t.y) << 23));
}

#define IS_PLAIN_POWER(x, t) (IS_NORMAL(x) & (fabs((t).y) < 126.0f))

// The power of a where it may be no normal number, by twice half the exponent. Far beyond, z may be infinite or NaN.
float __hd_power_value_far(float a, float y, float2 t) {
    int n = (int)rint(t.y);
    int first = n >> 1;
    float v = t.x * as_float((uint)(first + 127) << 23);
    v *= as_float((uint)(n - first + 127) << 23);
    v = fabs(t.y) < 200.0f ? v : ((a > 1.0f) == (y > 0.0f) ? INFINITY : 0.0f);
    return a == INFINITY || a == 0.0f ? ((a == 0.0f) == (y < 0.0f) ? INFINITY : 0.0f) : v;
}

// pow where it is not e*2^rint(z).
float __hd_pow_special(float x, float y, float2 t) {
    float a = fabs(x);
    bool whole = y == rint(y);
    float root = 0.5f * y;
    bool odd = whole && root != rint(root);
    float r = __hd_power_value_far(a, y, t);
    r = a == 1.0f ? 1.0f : r;
    r = x < 0.0f && !whole && a != INFINITY ? NAN : r;
    r = odd ? copysign(r, x) : r;
    r = isnan(x) || isnan(y) ? x + y : r;
    return x == 1.0f || y == 0.0f ? 1.0f : r;
}

float __hd_pow_f32(float x, float y) {
    float2 b = __hd_power_base(x);
    float2 t = __hd_power_parts(b.x, b.y, y, 0.0f);
    float r = __hd_power_value(t);
    if (RARE(!IS_PLAIN_POWER(x, t))) r = __hd_pow_special(x, y, t);
    return r;
}

double __hd_powr_f64(double x, double y) {
    double r = __hd_pow_f64(x, y);
    bool undefined = x < 0.0 || (y == 0.0 && (x == 0.0 || x == INFINITY)) || (x == 1.0 && isinf(y));
    return undefined || isnan(x) || isnan(y) ? (double)NAN : fabs(r);
}

float __hd_powr_f32(float x, float y) {
    float2 b = __hd_power_base(x);
    float2 t = __hd_power_parts(b.x, b.y, y, 0.0f);
    float r = __hd_power_value(t);
    if (RARE(!IS_PLAIN_POWER(x, t))) {
        r = __hd_pow_special(x, y, t);
        bool undefined = x < 0.0f || (y == 0.0f && (x == 0.0f || x == INFINITY)) || (x == 1.0f && isinf(y));
        r = undefined || isnan(x) || isnan(y) ? NAN : fabs(r);
    }
    return r;
}

double __hd_pown_f64(double x, int n) {
    return __hd_pow_f64(x, n);
}

// What pown and rootn have in common: the power y + yl of x, which n made, with signs and ends.
float __hd_power_signed(float x, int n, float y, float yl) {
    float2 b = __hd_power_base(x);
    float2 t = __hd_power_parts(b.x, b.y, y, yl);
    float r = __hd_power_value(t);
    if (RARE(!IS_PLAIN_POWER(x, t))) {
        r = __hd_power_value_far(fabs(x), y, t);
        r = (n & 1) != 0 ? copysign(r, x) : r;
        r = isnan(x) ? x : r;
    }
    return r;
}

float __hd_pown_f32(float x, int n) {
    float y = (float)n;
    float r = __hd_power_signed(x, n, y, (float)(n - (int)y));
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

// The quotient's rounding error alone would cost 40 ulp at the ends of the range.
float __hd_rootn_f32(float x, int n) {
    float d = (float)n;
    float y = 1.0f / d;
    float r = __hd_power_signed(x, n, y, fma(-y, d, 1.0f) * y);
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

/* The reciprocal cube root r of a: a first value by a third of the bits of a, good to 3.5 %, times a polynomial for the rest;
 * then a*r^2 and a step of Newton's method. */
float __hd_cbrt_f32(float x) {
    float a = fabs(x);
    float unit = 1.0f;
    if (RARE(!(a >= 0x1p-126f))) {
        a *= 0x1p+24f;
        unit = 0x1p-8f;
    }
    float r = as_float((int)fma((float)as_int(a), -0x1.555556p-2f, 0x1.528874p+30f));
    float e = fma(-(a * r), r * r, 1.0f);
    float p = 0x1.2b276p-3f;
    p = fma(p, e, 0x1.6518fep-3f);
    p = fma(p, e, 0x1.c7181ep-3f);
    p = fma(p, e, 0x1.5554bap-2f);
    r = fma(r * e, p, r);
    float y = a * r * r;
    y = fma(fma(-(y * y), y, a), 0x1.555556p-2f * r * r, y);
    y = copysign(y * unit, x);
    return x == 0.0f || !(a < INFINITY) ? x : y;
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

float __hd_length2_f32(float x, float y);

float __hd_hypot_f32(float x, float y) {
    float r = __hd_length2_f32(x, y);
    return isinf(x) || isinf(y) ? INFINITY : r;
}
