// Functions that need no approximation.

float __hd_round_f32(float x) {
    float t = trunc(x);
    t = fabs(x - t) >= 0.5f ? t + copysign(1.0f, x) : t;
    return copysign(t, x);
}

double __hd_round_f64(double x) {
    double t = trunc(x);
    t = fabs(x - t) >= 0.5 ? t + copysign(1.0, x) : t;
    return copysign(t, x);
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
    return __hd_ilogb_f64(x);
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
    return (float)__hd_frexp_f64(x);
}

int __hd_frexp_out_f32(float x) {
    return __hd_frexp_out_f64(x);
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

// The remainder of the nearest quotient, exact: first modulo 8y for the quotient's low bits.
double __hd_remquo_f64(double x, double y) {
    double a = fabs(x);
    double b = fabs(y);
    double r = b < 0x1p+1020 ? fmod(a, 8.0 * b) : a;
    r = b < 0x1p+1020 && r >= 4.0 * b ? r - 4.0 * b : r;
    r = b < 0x1p+1020 && r >= 2.0 * b ? r - 2.0 * b : r;
    bool above = b < 0x1p-1000 ? r + r > b : r > 0.5 * b;
    double once = above ? r - b : r;
    bool again = above && (b < 0x1p-1000 ? once + once >= b : once >= 0.5 * b);
    r = again ? once - b : once;
    r = b == INFINITY && a < INFINITY ? a : r;
    r = b == 0.0 || !(a < INFINITY) || isnan(y) ? (double)NAN : r;
    return signbit(x) ? -r : r;
}

int __hd_remquo_out_f64(double x, double y) {
    double a = fabs(x);
    double b = fabs(y);
    double r = b < 0x1p+1020 ? fmod(a, 8.0 * b) : a;
    int q = 0;
    if (b < 0x1p+1020 && r >= 4.0 * b) { r -= 4.0 * b; q += 4; }
    if (b < 0x1p+1020 && r >= 2.0 * b) { r -= 2.0 * b; q += 2; }
    bool above = b < 0x1p-1000 ? r + r > b : r > 0.5 * b;
    if (above) {
        r -= b;
        q++;
        if (b < 0x1p-1000 ? r + r >= b : r >= 0.5 * b) q++;
    }
    q &= 7;
    bool valid = b > 0.0 && b < INFINITY && a < INFINITY;
    return !valid ? 0 : (signbit(x) != signbit(y) ? -q : q);
}

float __hd_remquo_f32(float x, float y) {
    return (float)__hd_remquo_f64(x, y);
}

int __hd_remquo_out_f32(float x, float y) {
    return __hd_remquo_out_f64(x, y);
}

double __hd_remainder_f64(double x, double y) {
    return __hd_remquo_f64(x, y);
}

float __hd_remainder_f32(float x, float y) {
    return (float)__hd_remquo_f64(x, y);
}
