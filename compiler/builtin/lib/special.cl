// Error functions of floats, gamma functions.

#define RARE(x) __builtin_expect(x, 0)

double __hd_exp_f64(double x);
float __hd_expm1_reduced(float r);
float __hd_exp_remainder(float x, float k);
float __hd_log_f32(float x);
float __hd_sinpi_turned(float x, int shift);
float __hd_sinpi_f32(float x);
float2 __hd_log_pair_f32(float a, float bias);
double __hd_log_f64(double x);
double __hd_sinpi_f64(double x);
double __hd_exp_sum(double high, double low);
double2 __hd_log_pair(double x);

/* erf(|x|) = 1 - exp(-|x|*p(|x|)), by expm1 so that small results are exact enough; from 3.95 on it is 1. The polynomial is
 * good to 2^-23.6 of erf. */
float __hd_erf_f32(float x) {
    float a = fabs(x);
    a = a > 3.95f ? 3.95f : a;
    float p = 0x1.53fbbap-21f;
    p = fma(p, a, -0x1.bdbfep-17f);
    p = fma(p, a, 0x1.f682e2p-14f);
    p = fma(p, a, -0x1.35dd3p-11f);
    p = fma(p, a, 0x1.90ece8p-10f);
    p = fma(p, a, 0x1.dd45a8p-16f);
    p = fma(p, a, -0x1.3bdf98p-6f);
    p = fma(p, a, 0x1.a522eap-4f);
    p = fma(p, a, 0x1.45f26ep-1f);
    p = fma(p, a, 0x1.20dd76p+0f);
    float u = -a * p;
    float k = rint(u * 0x1.715476p+0f);
    float e = __hd_expm1_reduced(__hd_exp_remainder(u, k));
    float t = as_float(((int)k + 127) << 23);
    return copysign(fma(-t, e, 1.0f - t), x);
}

/* erfc(a)*exp(a^2)*(1 + 2a) is a polynomial in (a - 2)/(a + 2), to 2^-25.5; the rounding error of a^2 goes into the
 * exponential. From 10.1 on results are zero. */
float __hd_erfc_f32(float x) {
    float a = fabs(x);
    a = a > 10.1f ? 10.1f : a;
    float q = (a - 2.0f) / (a + 2.0f);
    float p = -0x1.ad371cp-12f;
    p = fma(p, q, -0x1.4555b8p-10f);
    p = fma(p, q, 0x1.5a66a6p-10f);
    p = fma(p, q, 0x1.1b3c54p-7f);
    p = fma(p, q, -0x1.082e78p-7f);
    p = fma(p, q, -0x1.bc13b4p-5f);
    p = fma(p, q, 0x1.4ffc62p-3f);
    p = fma(p, q, -0x1.5407fcp-3f);
    p = fma(p, q, -0x1.7bf618p-4f);
    p = fma(p, q, 0x1.46e80ep+0f);
    p = p / fma(a, 2.0f, 1.0f);
    float s = a * a;
    float k = rint(s * -0x1.715476p+0f);
    float e = __hd_expm1_reduced(__hd_exp_remainder(-s, k) - fma(a, a, -s));
    int first = (int)k >> 1; // twice, since 2^k may be no normal number
    float y = fma(p, e, p) * as_float((first + 127) << 23) * as_float(((int)k - first + 127) << 23);
    return x < 0.0f ? 2.0f - y : y;
}

// Lanczos' sum with g = 7, for x >= 1/2, shifted by one.
double __hd_lanczos(double x) {
    double s = 0.99999999999980993;
    s += 676.5203681218851 / (x + 1.0);
    s -= 1259.1392167224028 / (x + 2.0);
    s += 771.32342877765313 / (x + 3.0);
    s -= 176.61502916214059 / (x + 4.0);
    s += 12.507343278686905 / (x + 5.0);
    s -= 0.13857109526572012 / (x + 6.0);
    s += 9.9843695780195716e-6 / (x + 7.0);
    s += 1.5056327351493116e-7 / (x + 8.0);
    return s;
}

// log(gamma(x)) for x from 8 on by Stirling's series, as a sum of two doubles, for an error of it is one of gamma(x)
// times its size.
double2 __hd_stirling(double x) {
    double2 l = __hd_log_pair(x);
    double w = 1.0 / x;
    double z = w * w;
    double p = -0x1.6476701181f3ap+0;
    p = fma(p, z, 0x1.6fe96381e0680p-3);
    p = fma(p, z, -0x1.e4286cb0f5398p-6);
    p = fma(p, z, 0x1.a41a41a41a41ap-8);
    p = fma(p, z, -0x1.f6ab0d9993c7dp-10);
    p = fma(p, z, 0x1.b951e2b18ff23p-11);
    p = fma(p, z, -0x1.3813813813814p-11);
    p = fma(p, z, 0x1.a01a01a01a01ap-11);
    p = fma(p, z, -0x1.6c16c16c16c17p-9);
    p = fma(p, z, 0x1.5555555555555p-4);
    double c = x - 0.5;
    double high = c * l.x;
    double low = fma(c, l.x, -high) + c * l.y;
    double s = high - x;
    double back = s - high;
    low += (high - (s - back)) - (x + back);
    low += fma(w, p, 0x1.d67f1c864beb5p-1);
    return (double2)(s, low);
}

// For x > 0: the factors x + 1, x + 2, ... below 8, and log(gamma) of the first x + i that is not below.
double3 __hd_gamma_parts(double x) {
    double product = 1.0;
    double y = x;
    double steps = 0.0;
    for (int i = 1; i <= 8; i++) {
        bool below = y < 8.0;
        product = below && i > 1 ? product * y : product;
        steps = below ? (double)i : steps;
        y = below ? x + i : y;
    }
    double rest = x - (y - steps);
    double2 l = __hd_stirling(y);
    double low = fma(rest, __hd_log_f64(y) - 0.5 / y, l.y);
    double high = l.x + low;
    return (double3)(product, high, low - (high - l.x));
}

// gamma(x) = gamma(x + n) / (x (x + 1) ... (x + n - 1)), and for negative x = -a, where 1 - x would have to be rounded,
// gamma(-a) = -pi / (-a sin(-pi a) gamma(a)). Half of the logarithm at a time keeps the reflected result from vanishing
// before it is multiplied.
double __hd_tgamma_f64(double x) {
    double a = fmin(fabs(x), 250.0);
    double3 g = __hd_gamma_parts(a);
    double product = a < 8.0 ? g.x : 1.0 / a;
    double positive = __hd_exp_sum(g.y, g.z) / (a < 8.0 ? a * g.x : 1.0);
    double root = __hd_exp_sum(-0.5 * g.y, -0.5 * g.z);
    double negative = 0x1.921fb54442d18p+1 * product * root / __hd_sinpi_f64(x) * root;
    double r = x > 0.0 ? positive : negative;
    r = fabs(x) < 0x1p-60 ? 1.0 / x : r;
    r = isnan(x) || x == INFINITY ? x : r;
    return x < 0.0 && x == rint(x) ? (double)NAN : r;
}

/* gamma(a) for the size a of a float is sqrt(2*pi)*exp(l)/p, with Stirling's series for l: of y = a + 4 and p = a*(a + 1)*
 * (a + 2)*(a + 3) where a is below 4, else of a. For negative x it is pi/(x*sin(pi*x)*gamma(a)), which differs in sign of l
 * and in what it is multiplied with. Powers of two come half before the division, half after. */
float __hd_tgamma_f32(float x) {
    float a = fabs(x);
    a = a > 45.0f ? 45.0f : a;
    bool isSmall = a < 4.0f;
    float y = isSmall ? a + 4.0f : a;
    float rest = isSmall ? a - (y - 4.0f) : 0.0f;
    float2 l = __hd_log_pair_f32(y, 0.0f);
    float w = 1.0f / y;
    float z = w * w;
    float series = 0x1.81b462p-11f;
    series = fma(series, z, -0x1.6bdd62p-9f);
    series = fma(series, z, 0x1.555552p-4f);
    float c = y - 0.5f;
    float high = c * l.x;
    float sum = high - y;
    float low = (high - sum) - y + (fma(c, l.x, -high) + fma(c, l.y, fma(rest, fma(w, -0.5f, l.x), w * series)));
    bool isPositive = x > 0.0f;
    sum = isPositive ? sum : -sum;
    low = isPositive ? low : -low;
    float k = rint(sum * 0x1.715476p+0f);
    float e = __hd_expm1_reduced(__hd_exp_remainder(sum, k) + low);
    float product = isSmall ? fma(a, a + 4.0f, 3.0f) * (a + 2.0f) : 1.0f;
    float over = isPositive ? 0x1.40d932p+1f : 0x1.40d932p+0f * product;
    float under = isPositive ? (isSmall ? a * product : 1.0f) : __hd_sinpi_f32(x) * (isSmall ? 1.0f : a);
    int first = (int)k >> 1;
    float r = fma(over, e, over) * as_float((first + 127) << 23) / under * as_float(((int)k - first + 127) << 23);
    return x < 0.0f && x == rint(x) ? NAN : r;
}

double __hd_lgamma_positive(double x) {
    double y = x - 1.0;
    double t = y + 7.5;
    return 0.91893853320467274178 + (y + 0.5) * __hd_log_f64(t) - t + __hd_log_f64(__hd_lanczos(y));
}

double __hd_lgamma_f64(double x) {
    double positive = __hd_lgamma_positive(x < 0.5 ? 1.0 - x : x);
    double r = x < 0.5 ? 1.1447298858494001741 - __hd_log_f64(fabs(__hd_sinpi_f64(x))) - positive : positive;
    r = x == 1.0 || x == 2.0 ? 0.0 : r;
    r = x > 0x1p+60 ? x * (__hd_log_f64(x) - 1.0) : r;
    r = x <= 0.0 && x == rint(x) ? (double)INFINITY : r;
    return isinf(x) ? (double)INFINITY : r;
}

/* log(gamma(a)) for a > 0: Stirling's series from 5/2 on; below, a polynomial between the zeros at 1 and 2, to 2^-23.5 of the
 * result, which for a below 3/2 is taken at a + 1. */
float __hd_lgamma_positive_f32(float a) {
    bool isLow = a < 1.5f, isNear = a < 2.5f;
    float l = __hd_log_f32(isNear && !isLow ? 1.0f : a);
    float y = isLow ? a : a - 1.0f;
    float u = y - 0.75f;
    float p = -0x1.c2dfe4p-12f;
    p = fma(p, u, 0x1.aee244p-11f);
    p = fma(p, u, -0x1.0168fep-10f);
    p = fma(p, u, 0x1.fe7b3cp-10f);
    p = fma(p, u, -0x1.160af4p-8f);
    p = fma(p, u, 0x1.2098c8p-7f);
    p = fma(p, u, -0x1.38292cp-6f);
    p = fma(p, u, 0x1.6cb182p-5f);
    p = fma(p, u, -0x1.e9658ap-4f);
    p = fma(p, u, 0x1.ccf154p-2f);
    float near = fma(y * (y - 1.0f), p, -l);
    float w = 1.0f / a;
    float z = w * w;
    float s = -0x1.949d6ep-12f;
    s = fma(s, z, 0x1.93fcccp-11f);
    s = fma(s, z, -0x1.6bf494p-9f);
    s = fma(s, z, 0x1.555552p-4f);
    float far = fma(a - 0.5f, l - 1.0f, fma(w, s, 0x1.acfe3ap-2f));
    return isNear ? near : far;
}

// For negative x, log(pi/|x*sin(pi*x)|) less that of |x|.
float __hd_lgamma_f32(float x) {
    float a = fabs(x);
    float r = __hd_lgamma_positive_f32(a);
    if (RARE(x < -0x1p-24f)) r = 0x1.250d04p+0f - __hd_log_f32(fabs(a * __hd_sinpi_turned(a, 0))) - r;
    return x <= -0x1p+23f || x == INFINITY ? INFINITY : r; // whole numbers all
}

double __hd_lgamma_r_f64(double x) {
    return __hd_lgamma_f64(x);
}

float __hd_lgamma_r_f32(float x) {
    return (float)__hd_lgamma_f64(x);
}

// The sign of gamma(x); 0 at its poles.
int __hd_lgamma_r_out_f64(double x) {
    double below = floor(x);
    bool odd = 0.5 * below != floor(0.5 * below);
    int sign = x < 0.0 && odd ? -1 : 1;
    return x < 0.0 && x == below ? 0 : sign;
}

int __hd_lgamma_r_out_f32(float x) {
    float below = floor(x);
    bool odd = 0.5f * below != floor(0.5f * below);
    int sign = x < 0.0f && odd ? -1 : 1;
    return x < 0.0f && x == below ? 0 : sign;
}
