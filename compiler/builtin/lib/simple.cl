// Functions that need no approximation.

// round adds the largest number below one half, since one half itself would make 1 of that number.
float __hd_round_f32(float x) {
    return trunc(x + copysign(0x1.fffffep-2f, x));
}

double __hd_round_f64(double x) {
    return trunc(x + copysign(0x1.fffffffffffffp-2, x));
}

float __hd_logb_f32(float x) {
    return __hd_getexp(x);
}

double __hd_logb_f64(double x) {
    return __hd_getexp(x);
}

int __hd_ilogb_f64(double x) {
    int e = (int)__hd_getexp(x);
    e = x == 0.0 ? INT_MIN : e;
    return fabs(x) < INFINITY ? e : INT_MAX;
}

int __hd_ilogb_f32(float x) {
    int e = (int)__hd_getexp(x);
    e = x == 0.0f ? INT_MIN : e;
    return fabs(x) < INFINITY ? e : INT_MAX;
}

float __hd_nan_f32(uint x) {
    return as_float(0x7fc00000u | (x & 0x3fffffu));
}

double __hd_nan_f64(ulong x) {
    return as_double(0x7ff8000000000000UL | (x & 0x7ffffffffffffUL));
}

float __hd_ldexp_f32(float x, int n) {
    return (float)__hd_scale((double)x, (double)clamp(n, -500, 500));
}

double __hd_ldexp_f64(double x, int n) {
    return __hd_scale(x, (double)n);
}

double __hd_frexp_f64(double x) {
    return x == 0.0 || !(fabs(x) < INFINITY) ? x : 0.5 * __hd_getmant(x);
}

int __hd_frexp_out_f64(double x) {
    return x == 0.0 || !(fabs(x) < INFINITY) ? 0 : (int)__hd_getexp(x) + 1;
}

float __hd_frexp_f32(float x) {
    return x == 0.0f || !(fabs(x) < INFINITY) ? x : 0.5f * __hd_getmant(x);
}

int __hd_frexp_out_f32(float x) {
    return x == 0.0f || !(fabs(x) < INFINITY) ? 0 : (int)__hd_getexp(x) + 1;
}

float __hd_fract_f32(float x) {
    float r = x - floor(x);
    r = r < 0x1.fffffep-1f ? r : 0x1.fffffep-1f;
    r = isinf(x) ? copysign(0.0f, x) : r;
    return isnan(x) ? x : r;
}

float __hd_fract_out_f32(float x) {
    return floor(x);
}

double __hd_fract_f64(double x) {
    double r = x - floor(x);
    r = r < 0x1.fffffffffffffp-1 ? r : 0x1.fffffffffffffp-1;
    r = isinf(x) ? copysign(0.0, x) : r;
    return isnan(x) ? x : r;
}

double __hd_fract_out_f64(double x) {
    return floor(x);
}

float __hd_modf_f32(float x) {
    return copysign(isinf(x) ? 0.0f : x - trunc(x), x);
}

float __hd_modf_out_f32(float x) {
    return trunc(x);
}

double __hd_modf_f64(double x) {
    return copysign(isinf(x) ? 0.0 : x - trunc(x), x);
}

double __hd_modf_out_f64(double x) {
    return trunc(x);
}

float __hd_fdim_f32(float x, float y) {
    return isnan(x) || isnan(y) ? x + y : (x > y ? x - y : 0.0f);
}

double __hd_fdim_f64(double x, double y) {
    return isnan(x) || isnan(y) ? x + y : (x > y ? x - y : 0.0);
}

float __hd_maxmag_f32(float x, float y) {
    return fabs(x) > fabs(y) ? x : (fabs(y) > fabs(x) ? y : fmax(x, y));
}

double __hd_maxmag_f64(double x, double y) {
    return fabs(x) > fabs(y) ? x : (fabs(y) > fabs(x) ? y : fmax(x, y));
}

float __hd_minmag_f32(float x, float y) {
    return fabs(x) < fabs(y) ? x : (fabs(y) < fabs(x) ? y : fmin(x, y));
}

double __hd_minmag_f64(double x, double y) {
    return fabs(x) < fabs(y) ? x : (fabs(y) < fabs(x) ? y : fmin(x, y));
}

// Neighbours are neighbours among the bit patterns, counted from the lowest number.
float __hd_nextafter_f32(float x, float y) {
    int i = as_int(x);
    int step = (x < y) == (i >= 0) ? 1 : -1;
    float r = x == 0.0f ? as_float((as_int(y) & INT_MIN) | 1) : as_float(i + step);
    r = x == y ? y : r;
    return isnan(x) || isnan(y) ? x + y : r;
}

double __hd_nextafter_f64(double x, double y) {
    long i = as_long(x);
    long step = (x < y) == (i >= 0) ? 1 : -1;
    double r = x == 0.0 ? as_double((as_long(y) & LONG_MIN) | 1) : as_double(i + step);
    r = x == y ? y : r;
    return isnan(x) || isnan(y) ? x + y : r;
}

// The remainder of the nearest quotient, exact, and the quotient's last seven bits, for finite x and y that is neither
// zero nor infinite. The quotient modulo 128 is estimated after an exact fmod and then corrected by at most one. Sizes
// near the ends of the range are moved away from them by powers of two first.
double2 __hd_divide_nearest(double x, double y) {
    double a = fabs(x);
    double b = fabs(y);
    double shrink = b >= 0x1p+1000 ? 0x1p-20 : 1.0;
    double grow = b < 0x1p-900 ? 0x1p+100 : 1.0;
    double r = fmod(a * shrink, 128.0 * (b * shrink)) * grow;
    b = b * shrink * grow;
    double q = rint(r / b);
    r = fma(-q, b, r);
    bool odd = 0.5 * q != rint(0.5 * q);
    double middle = 0.5 * b;
    double more = r > middle || (odd && r == middle) ? 1.0 : (r < -middle || (odd && r == -middle) ? -1.0 : 0.0);
    q += more;
    r = fma(-more, b, r) / grow / shrink;
    return (double2)(shrink < 1.0 && a < 0x1p+900 ? a : r, q);
}

double __hd_remquo_f64(double x, double y) {
    double r = __hd_divide_nearest(x, y).x;
    r = signbit(x) ? -r : r;
    r = isinf(y) ? x : r;
    return y == 0.0 || isinf(x) || isnan(x) || isnan(y) ? (double)NAN : r;
}

int __hd_remquo_out_f64(double x, double y) {
    int q = (int)__hd_divide_nearest(x, y).y & 127;
    bool valid = y != 0.0 && isfinite(y) && isfinite(x);
    return !valid ? 0 : (signbit(x) != signbit(y) ? -q : q);
}

// The same for floats.
float2 __hd_divide_nearest_f32(float x, float y) {
    float a = fabs(x);
    float b = fabs(y);
    bool isLarge = b >= 0x1p+120f, isSmall = b < 0x1p-100f;
    float scale = isLarge ? 0x1p-10f : 1.0f;
    b *= scale;
    float r = fmod(a * scale, 128.0f * b);
    float grow = isSmall ? 0x1p+60f : 1.0f;
    r *= grow;
    b *= grow;
    float q = rint(r / b);
    r = fma(-q, b, r);
    bool odd = ((int)q & 1) != 0;
    float middle = 0.5f * b;
    float more = r > middle || (odd && r == middle) ? 1.0f : (r < -middle || (odd && r == -middle) ? -1.0f : 0.0f);
    r = fma(-more, b, r);
    r *= isSmall ? 0x1p-60f : (isLarge ? 0x1p+10f : 1.0f);
    return (float2)(isLarge && a < 0x1p+100f ? a : r, q + more);
}

float __hd_remquo_f32(float x, float y) {
    float r = __hd_divide_nearest_f32(x, y).x;
    r = signbit(x) ? -r : r;
    r = isinf(y) ? x : r;
    return y == 0.0f || isinf(x) || isnan(x) || isnan(y) ? NAN : r;
}

int __hd_remquo_out_f32(float x, float y) {
    int q = (int)__hd_divide_nearest_f32(x, y).y & 127;
    bool valid = y != 0.0f && isfinite(y) && isfinite(x);
    return !valid ? 0 : (signbit(x) != signbit(y) ? -q : q);
}

double __hd_remainder_f64(double x, double y) {
    return __hd_remquo_f64(x, y);
}

/* The remainder of twice y, less y once or twice. Differences with y may be rounded where they are compared, which changes no
 * comparison; where they are taken they are exact. */
float __hd_remainder_f32(float x, float y) {
    float b = fabs(y);
    float r = fmod(fabs(x), b + b);
    float less = r - b;
    bool once = r > -less;
    bool twice = less >= b - less;
    r = once ? (twice ? less - b : less) : r;
    return as_float(as_int(r) ^ (as_int(x) & INT_MIN));
}
