// Error function for results in f32, gamma functions.

double __hd_exp_f64(double x);
double __hd_log_f64(double x);
double __hd_sinpi_f64(double x);
double __hd_exp_sum(double high, double low);
double2 __hd_log_pair(double x);

// erf(x)/x for |x| <= 1
double __hd_erf_small(double z) {
    double p = 0x1.1c41ab6eec487p-20;
    p = fma(p, z, -0x1.d2b8522d6f7cbp-17);
    p = fma(p, z, 0x1.f57e9cee106c1p-14);
    p = fma(p, z, -0x1.bfe158a7be278p-11);
    p = fma(p, z, 0x1.56588b32275a7p-8);
    p = fma(p, z, -0x1.b82cbae7577a7p-6);
    p = fma(p, z, 0x1.ce2f20a7415c6p-4);
    p = fma(p, z, -0x1.812746ade3c08p-2);
    return fma(p, z, 0x1.20dd750428cb9p+0);
}

// erfc(x) for x >= 1: exp(-x*x)*t*q(t) with t = 1/x, q by intervals
double __hd_erfc_large(double x) {
    double t = 1.0 / x;
    double a = -0x1.8cb0760627cedp-7;
    a = fma(a, t, 0x1.dd6de3872a0d3p-4);
    a = fma(a, t, -0x1.0814b50a74f15p-1);
    a = fma(a, t, 0x1.628703536ba05p+0);
    a = fma(a, t, -0x1.401cffe23fe17p+1);
    a = fma(a, t, 0x1.948254a2c471cp+1);
    a = fma(a, t, -0x1.62bc548ab3b56p+1);
    a = fma(a, t, 0x1.87f11e56e108fp+0);
    a = fma(a, t, -0x1.2b972df6fac2ep-2);
    a = fma(a, t, -0x1.da57bb9913b1bp-3);
    a = fma(a, t, -0x1.5528d73298ee9p-8);
    a = fma(a, t, 0x1.20fd89ddbd162p-1);
    double b = 0x1.815ddfe1dd648p-1;
    b = fma(b, t, -0x1.d9dd508e677b3p+1);
    b = fma(b, t, 0x1.07496a62cf2ebp+3);
    b = fma(b, t, -0x1.582001998ac1ap+3);
    b = fma(b, t, 0x1.1bcbbe57e3c73p+3);
    b = fma(b, t, -0x1.1909cc124023dp+2);
    b = fma(b, t, 0x1.b8737942c48ebp-1);
    b = fma(b, t, 0x1.107ec65d6e87ap-2);
    b = fma(b, t, 0x1.4918bc50e0291p-6);
    b = fma(b, t, -0x1.22a0a2c93d2b3p-2);
    b = fma(b, t, 0x1.753b53be5e011p-14);
    b = fma(b, t, 0x1.20dd2e79e6d60p-1);
    double c = -0x1.ab60472818459p+0;
    c = fma(c, t, 0x1.7ee2f284e327cp+1);
    c = fma(c, t, -0x1.efdc8444bf54cp+0);
    c = fma(c, t, 0x1.515ff4a3db188p-3);
    c = fma(c, t, 0x1.9c1a245273ca8p-2);
    c = fma(c, t, 0x1.c97f9b365ededp-10);
    c = fma(c, t, -0x1.20f65e2316142p-2);
    c = fma(c, t, 0x1.9600735770917p-19);
    c = fma(c, t, 0x1.20dd73947e870p-1);
    double q = x < 2.2 ? a : (x < 5.0 ? b : c);
    double r = __hd_exp_f64(-x * x) * t * q;
    return x > 11.0 ? 0.0 : r;
}

float __hd_erfc_f32(float x) {
    double d = x;
    double a = fabs(d);
    double small = 1.0 - d * __hd_erf_small(d * d);
    double large = __hd_erfc_large(a);
    large = d < 0.0 ? 2.0 - large : large;
    return isnan(x) ? x : (float)(a <= 1.0 ? small : large);
}

float __hd_erf_f32(float x) {
    double d = x;
    double a = fabs(d);
    double r = a <= 1.0 ? d * __hd_erf_small(d * d) : copysign(1.0 - __hd_erfc_large(a), d);
    return isnan(x) ? x : (float)r;
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

float __hd_tgamma_f32(float x) {
    return (float)__hd_tgamma_f64(x);
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

float __hd_lgamma_f32(float x) {
    return (float)__hd_lgamma_f64(x);
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
    return __hd_lgamma_r_out_f64(x);
}
