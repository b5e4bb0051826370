// Inverse trigonometric functions. Those of f32 that take one argument are computed in f32, what roundings of arguments
// and of pi lose in a term of its own.

#define RARE(x) __builtin_expect(x, 0)
#define PI 0x1.921fb54442d18p+1
#define PI_2 0x1.921fb54442d18p+0
#define PI_2_LO 0x1.1a62633145c07p-54
#define PI_4 0x1.921fb54442d18p-1
#define ONE_OVER_PI 0x1.45f306dc9c883p-2
#define PI_2_F 0x1.921fb6p+0f
#define PI_2_F_LO -0x1.777a5cp-25f
#define ONE_OVER_PI_F 0x1.45f306p-2f
#define ONE_OVER_PI_F_LO 0x1.b9391p-27f

float __hd_rsqrt_normal(float x);

// atan of |t| <= tan(pi/8)
double __hd_atan_small(double t) {
    double z = t * t;
    double p = -0x1.c81291cfc455fp-7;
    p = fma(p, z, 0x1.f5ef74d05428dp-6);
    p = fma(p, z, -0x1.503c4469943acp-5);
    p = fma(p, z, 0x1.829ce3237ab26p-5);
    p = fma(p, z, -0x1.aebd1fa559894p-5);
    p = fma(p, z, 0x1.e1d8e9bffe59dp-5);
    p = fma(p, z, -0x1.1110cee80b516p-4);
    p = fma(p, z, 0x1.3b13aea9e84b6p-4);
    p = fma(p, z, -0x1.745d173565149p-4);
    p = fma(p, z, 0x1.c71c71c6ddbfcp-4);
    p = fma(p, z, -0x1.24924924920adp-3);
    p = fma(p, z, 0x1.9999999999997p-3);
    p = fma(p, z, -0x1.5555555555555p-2);
    return fma(t * z, p, t);
}

double __hd_atan_f64(double x) {
    double a = fabs(x);
    bool high = a > 0x1.3504f333f9de6p+1;
    bool middle = a > 0x1.a827999fcef32p-2;
    double t = high ? -1.0 / a : (middle ? (a - 1.0) / (a + 1.0) : a);
    double base = high ? PI_2 : (middle ? PI_4 : 0.0);
    double low = high ? PI_2_LO : (middle ? 0.5 * PI_2_LO : 0.0);
    return copysign(base + (__hd_atan_small(t) + low), x);
}

// atan(t)/t - 1 for |t| <= 1, where z = t*t, to 2^-31.2.
float __hd_atan_series(float z) {
    float p = 0x1.2d26fep-10f;
    p = fma(p, z, -0x1.eb3164p-8f);
    p = fma(p, z, 0x1.778912p-6f);
    p = fma(p, z, -0x1.71d31cp-5f);
    p = fma(p, z, 0x1.157b4cp-4f);
    p = fma(p, z, -0x1.698178p-4f);
    p = fma(p, z, 0x1.c51c2ap-4f);
    p = fma(p, z, -0x1.2476c8p-3f);
    p = fma(p, z, 0x1.999824p-3f);
    p = fma(p, z, -0x1.555552p-2f);
    return p * z;
}

// At most 1.21 ulp.
float __hd_atan_f32(float x) {
    float a = fabs(x);
    bool large = a > 1.0f;
    float t = (large ? -1.0f : a) / (large ? a : 1.0f);
    float base = (large ? PI_2_F : 0.0f) + t;
    return copysign(base + fma(t, __hd_atan_series(t * t), large ? PI_2_F_LO : 0.0f), x);
}

double __hd_atan2_f64(double y, double x) {
    double ax = fabs(x);
    double ay = fabs(y);
    double q = ay / ax;
    q = ay == 0.0 ? 0.0 : q;
    q = ax == INFINITY && ay == INFINITY ? 1.0 : q;
    double r = __hd_atan_f64(q);
    r = signbit(x) && (ax > 0.0 || ay == 0.0) ? PI - (r - 2.0 * PI_2_LO) : r;
    r = copysign(r, y);
    return isnan(x) || isnan(y) ? x + y : r;
}

// The quotient of the smaller size by the larger, negative where its arc is taken from a quarter or half of a turn.
float __hd_atan2_quotient(float y, float x) {
    float ax = fabs(x);
    float ay = fabs(y);
    bool swap = ay > ax;
    float b = swap ? ay : ax;
    float a = swap ? ax : ay;
    float t = a / b;
    if (RARE(!(b > 0.0f && b < INFINITY))) {
        t = a == b ? (b == 0.0f ? 0.0f : 1.0f) : 0.0f;
        t = isnan(x) || isnan(y) ? NAN : t;
    }
    return swap != as_int(x) < 0 ? -t : t;
}

float __hd_atan2_f32(float y, float x) {
    bool swap = fabs(y) > fabs(x);
    bool left = as_int(x) < 0;
    float t = __hd_atan2_quotient(y, x);
    float base = left ? 2.0f * PI_2_F : 0.0f;
    float low = left ? 2.0f * PI_2_F_LO : 0.0f;
    base = swap ? PI_2_F : base;
    low = swap ? PI_2_F_LO : low;
    return copysign(base + t + fma(t, __hd_atan_series(t * t), low), y);
}

double __hd_asin_f64(double x) {
    return fabs(x) < 0x1p-27 ? x : __hd_atan2_f64(x, sqrt((1.0 - x) * (1.0 + x)));
}

double __hd_acos_f64(double x) {
    return 2.0 * __hd_atan2_f64(sqrt(1.0 - x), sqrt(1.0 + x));
}

// asin(t)/t - 1 for |t| <= 1/2, where z = t*t, to 2^-31.6.
float __hd_asin_series(float z) {
    float p = 0x1.316094p-5f;
    p = fma(p, z, 0x1.df62d4p-7f);
    p = fma(p, z, 0x1.041814p-5f);
    p = fma(p, z, 0x1.6cc00ap-5f);
    p = fma(p, z, 0x1.3337eep-4f);
    p = fma(p, z, 0x1.55554ep-3f);
    return p * z;
}

// base + t*(1 + s) + low, for a base that is zero or larger than t.
float __hd_arc_sum(float base, float t, float s, float low) {
    float sum = base + t;
    return sum + ((base - sum) + t + fma(t, s, low));
}

/* For |x| > 1/2 it is the arc of t = 2*sqrt(z), z = (1 - |x|)/2, that is taken from pi/2; the root is q and what
 * (z - q*q)*r/2 adds. At most 0.61 ulp. */
float __hd_asin_f32(float x) {
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float r = __hd_rsqrt_normal(z);
    float q = z * r;
    float low = large ? fma(fma(q, q, -z), r, PI_2_F_LO) : 0.0f;
    float y = __hd_arc_sum(large ? PI_2_F : 0.0f, large ? -2.0f * q : a, __hd_asin_series(z), low);
    return copysign(a <= 1.0f ? y : NAN, x);
}

// At most 0.61 ulp.
float __hd_acos_f32(float x) {
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float r = __hd_rsqrt_normal(z);
    float q = z * r;
    float turn = x < 0.0f ? 2.0f : 0.0f;
    turn = large ? turn : 1.0f;
    float t = large ? copysign(2.0f * q, x) : -x;
    float low = large ? fma(-q, q, z) * copysign(r, x) : 0.0f;
    low = fma(turn, PI_2_F_LO, low);
    float y = __hd_arc_sum(turn * PI_2_F, t, __hd_asin_series(z), low);
    return a <= 1.0f ? y : NAN;
}

double __hd_atanpi_f64(double x) {
    return __hd_atan_f64(x) * ONE_OVER_PI;
}

// At most 1.34 ulp.
float __hd_atanpi_f32(float x) {
    float a = fabs(x);
    bool large = a > 1.0f;
    float t = (large ? -1.0f : a) / (large ? a : 1.0f);
    float h = t * ONE_OVER_PI_F;
    float low = fma(t, ONE_OVER_PI_F_LO, fma(t, ONE_OVER_PI_F, -h));
    float base = (large ? 0.5f : 0.0f) + h;
    return copysign(base + fma(h, __hd_atan_series(t * t), low), x);
}

double __hd_atan2pi_f64(double y, double x) {
    return __hd_atan2_f64(y, x) * ONE_OVER_PI;
}

float __hd_atan2pi_f32(float y, float x) {
    bool swap = fabs(y) > fabs(x);
    bool left = as_int(x) < 0;
    float t = __hd_atan2_quotient(y, x);
    float base = swap ? 0.5f : (left ? 1.0f : 0.0f);
    float h = t * ONE_OVER_PI_F;
    float low = fma(t, ONE_OVER_PI_F_LO, fma(t, ONE_OVER_PI_F, -h));
    return copysign(base + h + fma(h, __hd_atan_series(t * t), low), y);
}

double __hd_asinpi_f64(double x) {
    return __hd_asin_f64(x) * ONE_OVER_PI;
}

// At most 1 ulp, that where results are no normal numbers.
float __hd_asinpi_f32(float x) {
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float r = __hd_rsqrt_normal(z);
    float q = z * r;
    float t = large ? -2.0f * q : a;
    float low = large ? fma(q, q, -z) * r : 0.0f;
    float h = t * ONE_OVER_PI_F;
    low = fma(low, ONE_OVER_PI_F, fma(t, ONE_OVER_PI_F_LO, fma(t, ONE_OVER_PI_F, -h)));
    float y = __hd_arc_sum(large ? 0.5f : 0.0f, h, __hd_asin_series(z), low);
    return copysign(a <= 1.0f ? y : NAN, x);
}

double __hd_acospi_f64(double x) {
    return __hd_acos_f64(x) * ONE_OVER_PI;
}

// At most 0.58 ulp.
float __hd_acospi_f32(float x) {
    float a = fabs(x);
    bool large = a > 0.5f;
    float z = large ? fma(-0.5f, a, 0.5f) : a * a;
    float r = __hd_rsqrt_normal(z);
    float q = z * r;
    float base = x < 0.0f ? 1.0f : 0.0f;
    base = large ? base : 0.5f;
    float t = large ? copysign(2.0f * q, x) : -x;
    float low = large ? fma(-q, q, z) * copysign(r, x) : 0.0f;
    float h = t * ONE_OVER_PI_F;
    low = fma(low, ONE_OVER_PI_F, fma(t, ONE_OVER_PI_F_LO, fma(t, ONE_OVER_PI_F, -h)));
    float y = __hd_arc_sum(base, h, __hd_asin_series(z), low);
    return a <= 1.0f ? y : NAN;
}
