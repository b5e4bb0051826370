// Sine, cosine, tangent. x = k*pi/2 + r with |r| <= pi/4. Up to 2^20 pi/2 is subtracted in four parts whose products
// with k are exact; beyond, Payne and Hanek's method multiplies by those 192 bits of 2/pi that matter.

#define RARE(x) __builtin_expect(x, 0)

// Word i of a zero word followed by the bits of 2/pi.
ulong __hd_two_over_pi(int i) {
    switch (i) {
    case 1: return 0xa2f9836e4e441529UL;
    case 2: return 0xfc2757d1f534ddc0UL;
    case 3: return 0xdb6295993c439041UL;
    case 4: return 0xfe5163abdebbc561UL;
    case 5: return 0xb7246e3a424dd2e0UL;
    case 6: return 0x06492eea09d1921cUL;
    case 7: return 0xfe1deb1cb129a73eUL;
    case 8: return 0xe88235f52ebb4484UL;
    case 9: return 0xe99c7026b45f7e41UL;
    case 10: return 0x3991d639835339f4UL;
    case 11: return 0x9c845f8bbdf9283bUL;
    case 12: return 0x1ff897ffde05980fUL;
    case 13: return 0xef2f118b5a0a6d1fUL;
    case 14: return 0x6d367ecf27cb09b7UL;
    case 15: return 0x4f463f669e5fea2dUL;
    case 16: return 0x7527bac7ebe5f17bUL;
    case 17: return 0x3d0739f78a5292eaUL;
    case 18: return 0x6bfb5fb11f8d5d08UL;
    case 19: return 0x56033046fc7b6babUL;
    case 20: return 0xf0cfbc209af4361dUL;
    }
    return 0;
}

// r and the quadrant of a large number |x| = m*2^e. Bits of 2/pi of weight 2^(2-e) and more only add multiples of 4 to
// the quotient and are left out: a, b, c, d are the words from where the rest begins, shift bits into a.
double2 __hd_reduce_words(double x, ulong4 words, ulong shift) {
    ulong m = (as_ulong(x) & 0xfffffffffffffUL) | 0x10000000000000UL;
    ulong a = shift ? (words.x << shift) | (words.y >> (64 - shift)) : words.x;
    ulong b = shift ? (words.y << shift) | (words.z >> (64 - shift)) : words.y;
    ulong c = shift ? (words.z << shift) | (words.w >> (64 - shift)) : words.z;
    ulong low = m * c;
    ulong carry = mul_hi(m, c);
    ulong mid = m * b + carry;
    ulong top = m * a + mul_hi(m, b) + (mid < carry ? 1UL : 0UL);
    ulong f1 = (top << 2) | (mid >> 62);
    ulong f0 = (mid << 2) | (low >> 62);
    bool up = (f1 >> 63) != 0;
    ulong quadrant = (top >> 62) + (f1 >> 63);
    f0 = up ? -f0 : f0;
    f1 = up ? ~f1 + (f0 == 0 ? 1UL : 0UL) : f1;
    double fraction = (double)f1 * 0x1p-64 + (double)f0 * 0x1p-128;
    double r = fraction * 0x1.921fb54442d18p+0;
    double q = (double)(quadrant & 3);
    return (double2)(up != x < 0.0 ? -r : r, x < 0.0 ? -q : q);
}

// Where in the words the bits for x begin: e - 2, after the word of zeros.
int __hd_first_bit(double x) {
    return (int)((as_ulong(x) >> 52) & 0x7ff) - (1075 + 2 - 64);
}

double2 __hd_reduce_large(double x) {
    int start = __hd_first_bit(x);
    int word = start >> 6;
    ulong4 words = (ulong4)(__hd_two_over_pi(word), __hd_two_over_pi(word + 1), __hd_two_over_pi(word + 2), __hd_two_over_pi(word + 3));
    return __hd_reduce_words(x, words, start & 63);
}

// r and k.
double2 __hd_reduce(double x) {
    if (RARE(!(fabs(x) < 0x1p+20))) return __hd_reduce_large(x);
    double k = rint(x * 0x1.45f306dc9c883p-1);
    double r = fma(-k, 0x1.921fb54400000p+0, x);
    r = fma(-k, 0x1.0b4611a600000p-34, r);
    r = fma(-k, 0x1.3198a2e037073p-69, r);
    return (double2)(r, k);
}

double __hd_sin_small(double r) {
    double z = r * r;
    double p = -0x1.ab17d404de5b3p-41;
    p = fma(p, z, 0x1.61217f0b800d5p-33);
    p = fma(p, z, -0x1.ae645412c560cp-26);
    p = fma(p, z, 0x1.71de3a546095bp-19);
    p = fma(p, z, -0x1.a01a01a019938p-13);
    p = fma(p, z, 0x1.1111111111110p-7);
    p = fma(p, z, -0x1.5555555555555p-3);
    return fma(z * r, p, r);
}

double __hd_cos_small(double r) {
    double z = r * r;
    double p = -0x1.907da367a37cbp-37;
    p = fma(p, z, 0x1.1eeb68e93b64cp-29);
    p = fma(p, z, -0x1.27e4fa17da09ep-22);
    p = fma(p, z, 0x1.a01a019f4eb01p-16);
    p = fma(p, z, -0x1.6c16c16c16967p-10);
    p = fma(p, z, 0x1.5555555555555p-5);
    double h = 0.5 * z;
    double w = 1.0 - h;
    return w + (((1.0 - w) - h) + z * z * p);
}

// sin(r + quadrant*pi/2)
double __hd_sin_quadrant(double r, int quadrant) {
    double v = (quadrant & 1) ? __hd_cos_small(r) : __hd_sin_small(r);
    return (quadrant & 2) ? -v : v;
}

double __hd_sin_f64(double x) {
    double2 t = __hd_reduce(x);
    double v = __hd_sin_quadrant(t.x, (int)t.y);
    v = fabs(x) < 0x1p-27 ? x : v;
    return fabs(x) < INFINITY ? v : (double)NAN;
}

double __hd_cos_f64(double x) {
    double2 t = __hd_reduce(x);
    double v = __hd_sin_quadrant(t.x, (int)t.y + 1);
    return fabs(x) < INFINITY ? v : (double)NAN;
}

double __hd_tan_f64(double x) {
    double2 t = __hd_reduce(x);
    double s = __hd_sin_small(t.x);
    double c = __hd_cos_small(t.x);
    double v = ((int)t.y & 1) ? -c / s : s / c;
    v = fabs(x) < 0x1p-27 ? x : v;
    return fabs(x) < INFINITY ? v : (double)NAN;
}

// sin(r + low) for |r| < 0.8; the polynomial is good to 2^-32 of the sine.
float __hd_sin_reduced(float r, float low) {
    float z = r * r;
    float p = 0x1.7b20a8p-19f;
    p = fma(p, z, -0x1.a05636p-13f);
    p = fma(p, z, 0x1.111172p-7f);
    p = fma(p, z, -0x1.555556p-3f);
    return r + fma(r * z, p, low);
}

// cos(r), to 2^-32.
float __hd_cos_reduced(float r) {
    float z = r * r;
    float p = 0x1.99d83ap-16f;
    p = fma(p, z, -0x1.6c0c08p-10f);
    p = fma(p, z, 0x1.55554ap-5f);
    p = fma(p, z, -0.5f);
    return fma(z, p, 1.0f);
}

/* r, what r lacks, and k of a float of any size, by Payne and Hanek's method in words of 32 bits: |x| = m*2^e, and w are
 * those 96 bits of 2/pi of which the first has weight 2^(1-e). Of the product's 96 bits the first two are the quadrant. */
float3 __hd_reduce_words_f32(float x, uint4 w, uint shift) {
    uint m = (as_uint(x) & 0x7fffff) | 0x800000;
    uint a = (w.x << shift) | ((w.y >> 1) >> (31 - shift));
    uint b = (w.y << shift) | ((w.z >> 1) >> (31 - shift));
    uint c = (w.z << shift) | ((w.w >> 1) >> (31 - shift));
    ulong low = (ulong)m * b + (((ulong)m * c) >> 32);
    uint high = m * a + (uint)(low >> 32);
    int fraction = (int)((high << 2) | ((uint)low >> 30));
    uint rest = (uint)low << 2;
    float k = (float)((high >> 30) + (fraction < 0 ? 1 : 0));
    float top = (float)(fraction >> 8) * 0x1p-24f;
    float next = (float)(((uint)fraction & 0xff) << 16 | rest >> 16) * 0x1p-48f;
    float t = top + next;
    float tl = fma((float)(rest & 0xffff), 0x1p-64f, (top - t) + next);
    float r = t * 0x1.921fb6p+0f;
    float rl = fma(t, 0x1.921fb6p+0f, -r) + fma(t, -0x1.777a5cp-25f, tl * 0x1.921fb6p+0f);
    r = fabs(x) < INFINITY ? r : NAN;
    return x < 0.0f ? (float3)(-r, -rl, -k) : (float3)(r, rl, k);
}

// The words begin with one of zeros. The four from an index below 5 on are taken by the bits of that index.
float3 __hd_reduce_far_f32(float x) {
    uint first = ((as_uint(x) >> 23) & 0xff) - 150 + 30;
    bool four = (first & 128) != 0, two = (first & 64) != 0, one = (first & 32) != 0;
    uint a = four ? 0xf534ddc0u : 0u, b = four ? 0xdb629599u : 0xa2f9836eu;
    uint c = four ? 0x3c439041u : 0x4e441529u, d = four ? 0xfe5163abu : 0xfc2757d1u;
    uint4 w;
    w.x = two ? c : a;
    w.y = two ? d : b;
    w.z = two ? 0xf534ddc0u : c;
    w.w = two ? 0xdb629599u : d;
    uint fifth = two ? 0x3c439041u : 0xf534ddc0u;
    w.x = one ? w.y : w.x;
    w.y = one ? w.z : w.y;
    w.z = one ? w.w : w.z;
    w.w = one ? fifth : w.w;
    return __hd_reduce_words_f32(x, w, first & 31);
}

/* r, what r lacks, and k. Below 2^16 pi/2 is subtracted in three floats: the first leaves an exact difference and the last
 * only matters for sines. */
float3 __hd_reduce_f32(float x) {
    float k = rint(x * 0x1.45f306p-1f);
    float h = fma(k, -0x1.921fb6p+0f, x);
    float3 v = (float3)(fma(k, 0x1.777a5cp-25f, h), k * 0x1.ee59dap-50f, k);
    if (RARE(!(fabs(x) < 0x1p+16f))) v = __hd_reduce_far_f32(x);
    return v;
}

// sin(x + shift*pi/2)
float __hd_sin_turned(float3 t, int shift) {
    int quadrant = (int)t.z + shift;
    float s = __hd_sin_reduced(t.x, t.y), c = __hd_cos_reduced(t.x);
    return as_float(as_int((quadrant & 1) ? c : s) ^ ((quadrant & 2) << 30));
}

float __hd_sin_f32(float x) {
    float v = __hd_sin_turned(__hd_reduce_f32(x), 0);
    return x == 0.0f ? x : v;
}

float __hd_cos_f32(float x) {
    return __hd_sin_turned(__hd_reduce_f32(x), 1);
}

// Both, sin first: the reduction is common.
float2 __hd_sincos_f32(float x) {
    float3 t = __hd_reduce_f32(x);
    float v = __hd_sin_turned(t, 0);
    return (float2)(x == 0.0f ? x : v, __hd_sin_turned(t, 1));
}

// sin(r) for |r| < 0.8, to 2^-27.
float __hd_native_sin_reduced(float r) {
    float z = r * r;
    float p = -1.9515295891e-4f;
    p = fma(p, z, 8.3321608736e-3f);
    p = fma(p, z, -1.6666654611e-1f);
    return fma(r * z, p, r);
}

/* r and the quadrant of a number below 2^22 for the native functions: the quadrant is the last bits of the second. Up to
 * 2^20 r is good to 2^-29. Larger numbers give r = 0, and any quadrant. */
float2 __hd_reduce_near_f32(float x) {
    float turned = fma(x, 0x1.45f306p-1f, 0x1.8p23f);
    float k = turned - 0x1.8p23f;
    float r = fma(k, 0x1.777a5cp-25f, fma(k, -0x1.921fb6p+0f, x));
    return (float2)(fabs(x) >= 0x1p+22f ? 0.0f : r, turned);
}

// Sine and cosine are written alike, so that a program that calls both computes what they have in common once.
float __hd_native_sin_f32(float x) {
    float2 t = __hd_reduce_near_f32(x);
    int quadrant = as_int(t.y);
    float s = __hd_native_sin_reduced(t.x), c = __hd_cos_reduced(t.x);
    return as_float(as_int((quadrant << 31) < 0 ? c : s) ^ ((quadrant << 30) & 0x80000000));
}

float __hd_native_cos_f32(float x) {
    float2 t = __hd_reduce_near_f32(x);
    int quadrant = as_int(t.y);
    float s = __hd_native_sin_reduced(t.x), c = __hd_cos_reduced(t.x);
    return as_float(as_int((quadrant << 31) < 0 ? s : c) ^ ((quadrant << 30) + 0x40000000 & 0x80000000));
}

double __hd_native_sin_f64(double x) {
    return __hd_sin_f64(x);
}

double __hd_native_cos_f64(double x) {
    return __hd_cos_f64(x);
}

// tan(r) by a polynomial, good to 2^-25.7; odd quadrants want the reciprocal.
float __hd_tan_f32(float x) {
    float3 t = __hd_reduce_f32(x);
    float z = t.x * t.x;
    float p = 0x1.33b57ep-7f;
    p = fma(p, z, 0x1.97bbp-9f);
    p = fma(p, z, 0x1.905d5cp-6f);
    p = fma(p, z, 0x1.b58788p-5f);
    p = fma(p, z, 0x1.112ddep-3f);
    p = fma(p, z, 0x1.5554dep-2f);
    float v = t.x + fma(t.x * z, p, t.y);
    v = ((int)t.z & 1) ? -1.0f / v : v;
    return x == 0.0f ? x : v;
}

double2 __hd_sincos_f64(double x) {
    return (double2)(__hd_sin_f64(x), __hd_cos_f64(x));
}

// sin(pi*x): k = 2x to the nearest integer, so that the reduction is exact.
double __hd_sinpi_f64(double x) {
    double two = 2.0 * (x - 2.0 * rint(0.5 * x));
    double k = rint(two);
    double v = __hd_sin_quadrant(0.5 * (two - k) * 0x1.921fb54442d18p+1, (int)k);
    v = x == rint(x) ? copysign(0.0, x) : v;
    return fabs(x) < INFINITY ? v : (double)NAN;
}

double __hd_cospi_f64(double x) {
    double two = 2.0 * (x - 2.0 * rint(0.5 * x));
    double k = rint(two);
    double v = __hd_sin_quadrant(0.5 * (two - k) * 0x1.921fb54442d18p+1, (int)k + 1);
    v = fabs(two) == 1.0 ? 0.0 : v;
    return fabs(x) < INFINITY ? v : (double)NAN;
}

double __hd_tanpi_f64(double x) {
    double s = __hd_sinpi_f64(x);
    double c = __hd_cospi_f64(x);
    return s / c;
}

// sin(pi*r) for |r| <= 1/4; pi in two parts. The polynomial is good to 2^-33 of the sine.
float __hd_sinpi_reduced(float r) {
    float z = r * r;
    float p = 0x1.435a98p-4f;
    p = fma(p, z, -0x1.32aaf2p-1f);
    p = fma(p, z, 0x1.466b74p+1f);
    p = fma(p, z, -0x1.4abbcep+2f);
    return fma(r, 0x1.921fb6p+1f, r * fma(p, z, -0x1.777a5cp-24f));
}
// cos(pi*r), to 2^-31.
float __hd_cospi_reduced(float r) {
    float z = r * r;
    float p = 0x1.d3eep-3f;
    p = fma(p, z, -0x1.55afbap+0f);
    p = fma(p, z, 0x1.03c1acp+2f);
    p = fma(p, z, -0x1.3bd3ccp+2f);
    return fma(p, z, 1.0f);
}
// sin(pi*(x + shift/2)) but for the signs of zeros.
float __hd_sinpi_turned(float x, int shift) {
    float y = fma(-2.0f, rint(0.5f * x), x);
    float k = rint(y + y);
    float r = fma(-0.5f, k, y);
    int quadrant = (int)k + shift;
    float v = (quadrant & 1) ? __hd_cospi_reduced(r) : __hd_sinpi_reduced(r);
    return as_float(as_int(v) ^ ((quadrant & 2) << 30));
}
// Zeros are integers' alone, and have their signs. At most 0.96 ulp.
float __hd_sinpi_f32(float x) {
    float v = __hd_sinpi_turned(x, 0);
    return v == 0.0f ? copysign(v, x) : v;
}
// At most 0.86 ulp; its zeros are positive.
float __hd_cospi_f32(float x) {
    float v = __hd_sinpi_turned(x, 1);
    return v == 0.0f ? 0.0f : v;
}
/* tan(pi*r) by a polynomial good to 2^-29, of which odd quarters want the reciprocal. Zeros have the sign of x in even
 * half turns, infinities are positive there. At most 1.57 ulp. */
float __hd_tanpi_f32(float x) {
    float y = fma(-2.0f, rint(0.5f * x), x);
    float k = rint(y + y);
    float r = fma(-0.5f, k, y);
    int quadrant = (int)k;
    float z = r * r;
    float p = 0x1.ea10cp+16f;
    p = fma(p, z, 0x1.2ea024p+8f);
    p = fma(p, z, 0x1.8d66ecp+11f);
    p = fma(p, z, 0x1.3d837ap+9f);
    p = fma(p, z, 0x1.468354p+7f);
    p = fma(p, z, 0x1.46682ep+5f);
    p = fma(p, z, 0x1.4abbd6p+3f);
    float v = fma(r, 0x1.921fb6p+1f, r * fma(p, z, -0x1.777a5cp-24f));
    bool odd = (quadrant & 1) != 0;
    float w = odd ? -1.0f / v : v;
    int sign = ((quadrant & 2) << 30) ^ (odd ? 0 : as_int(x));
    return r == 0.0f ? copysign(w, as_float(sign)) : w;
}
