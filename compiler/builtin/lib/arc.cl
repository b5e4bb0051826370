// Inverse trigonometric functions.

#define PI 0x1.921fb54442d18p+1
#define PI_2 0x1.921fb54442d18p+0
#define PI_2_LO 0x1.1a62633145c07p-54
#define PI_4 0x1.921fb54442d18p-1
#define ONE_OVER_PI 0x1.45f306dc9c883p-2

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

float __hd_atan_f32(float x) {
    return (float)__hd_atan_f64(x);
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

float __hd_atan2_f32(float y, float x) {
    return (float)__hd_atan2_f64(y, x);
}

double __hd_asin_f64(double x) {
    return fabs(x) < 0x1p-27 ? x : __hd_atan2_f64(x, sqrt((1.0 - x) * (1.0 + x)));
}

double __hd_acos_f64(double x) {
    return 2.0 * __hd_atan2_f64(sqrt(1.0 - x), sqrt(1.0 + x));
}

float __hd_asin_f32(float x) {
    return (float)__hd_asin_f64(x);
}

float __hd_acos_f32(float x) {
    return (float)__hd_acos_f64(x);
}

double __hd_atanpi_f64(double x) {
    return __hd_atan_f64(x) * ONE_OVER_PI;
}

float __hd_atanpi_f32(float x) {
    return (float)__hd_atanpi_f64(x);
}

double __hd_atan2pi_f64(double y, double x) {
    return __hd_atan2_f64(y, x) * ONE_OVER_PI;
}

float __hd_atan2pi_f32(float y, float x) {
    return (float)__hd_atan2pi_f64(y, x);
}

double __hd_asinpi_f64(double x) {
    return __hd_asin_f64(x) * ONE_OVER_PI;
}

float __hd_asinpi_f32(float x) {
    return (float)__hd_asinpi_f64(x);
}

double __hd_acospi_f64(double x) {
    return __hd_acos_f64(x) * ONE_OVER_PI;
}

float __hd_acospi_f32(float x) {
    return (float)__hd_acospi_f64(x);
}
