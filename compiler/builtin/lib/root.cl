// Roots and their reciprocals, and lengths of vectors.

#define RARE(x) __builtin_expect(x, 0)

/* As __hd_rsqrt_normal, below, does it for floats, and one step more. A root and a division would take three times as long.
 * At most 1 ulp. */
double __hd_rsqrt_f64(double x) {
    double y = as_double(0x5fe6eb50c7b537a9UL - (as_ulong(x) >> 1));
    double e = fma(x * y, y, -1.0);
    double p = 0x1.191bdp-2;
    p = fma(p, e, -0x1.417a7ap-2);
    p = fma(p, e, 0x1.7fffbep-2);
    p = fma(p, e, -0x1.ffff8ep-2);
    y = fma(y * e, p, y);
    e = fma(x * y, y, -1.0);
    y = fma(y * e, fma(e, 0.375, -0.5), y);
    if (RARE(as_long(as_ulong(x) + 0x7ff0000000000000UL) >= (long)0xffe0000000000000UL)) y = 1.0 / sqrt(x);
    return y;
}

/* The reciprocal root of a positive normal number. A first guess y by the upper bits of the number's: e = x*y*y - 1 is
 * below 0.072 in size, and the root is y*(1 + e)^(-1/2), for which a short polynomial does. The guess is one operation
 * where words are multiplied and added at once, and has 9 bits, so that its square is exact. Eight cheap operations, where a
 * root and a division would take four times as long. At most 0.97 ulp. */
float __hd_rsqrt_normal(float x) {
    float y = as_float(0x5f370000u - ((uint)(as_int(x) >> 16) << 15));
    float e = fma(x, y * y, -1.0f);
    float p = 0x1.193c4cp-2f;
    p = fma(p, e, -0x1.419428p-2f);
    p = fma(p, e, 0x1.7fffacp-2f);
    p = fma(p, e, -0x1.ffff7cp-2f);
    return fma(y * e, p, y);
}

// What is no positive normal number is none either as a signed integer, moved so that those are the smallest.
#define IS_NORMAL(x) (as_int(as_uint(x) + 0x7f800000u) < (int)0xff000000u)

float __hd_rsqrt_f32(float x) {
    float y = __hd_rsqrt_normal(x);
    if (RARE(!IS_NORMAL(x))) y = 1.0f / sqrt(x);
    return y;
}

/* The reciprocal of a power of a root, times the number it is of or not, which are 3 or 4 roots in all, in two factors. Where
 * the power is well within the normal numbers, they are products of the reciprocal root. Elsewhere it may have overflowed or
 * vanished, or lost bits: it is what the program says, and brought into the middle of the range for the division. */
float2 __hd_root_power_f32(float x, uint roots, uint squares) {
    bool isThird = roots + 2 * squares < 4;
    uint low = isThird ? 0x16000000u : 0x20800000u, high = isThird ? 0x68800000u : 0x5e800000u;
    float r = __hd_rsqrt_normal(x), p = r * r, q = isThird ? r : p;
    if (RARE(as_uint(x) - low > high - low)) {
        float d = sqrt(x), s = d;
        if (roots > 1) d *= s;
        if (roots > 2) d *= s;
        if (roots > 3) d *= s;
        if (squares > 0) d *= x;
        q = x < 1.0f ? 0x1p64f : 0x1p-64f;
        p = 1.0f / (d * q);
    }
    return (float2)(p, q);
}

// The root of a positive normal number that is not very small, from the reciprocal root and one step of Newton's method.
float __hd_root_normal(float x) {
    float r = __hd_rsqrt_normal(x);
    float q = x * r;
    return fma(fma(-q, q, x), 0.5f * r, q);
}

/* Lengths square the elements as they are where the sum is a normal number: what squares may have lost there is below the
 * last bits. Others are squared as doubles, whose exponents reach far enough, but for vectors of zeros. */
float __hd_length2_f32(float x, float y) {
    float s = fma(y, y, x * x);
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f) {
            double a = x, b = y;
            r = (float)sqrt(fma(b, b, a * a));
        }
    }
    return r;
}

float __hd_length3_f32(float x, float y, float z) {
    float s = fma(z, z, fma(y, y, x * x));
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f || z != 0.0f) {
            double a = x, b = y, c = z;
            r = (float)sqrt(fma(c, c, fma(b, b, a * a)));
        }
    }
    return r;
}

float __hd_length4_f32(float x, float y, float z, float w) {
    float s = fma(w, w, fma(z, z, fma(y, y, x * x)));
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f || z != 0.0f || w != 0.0f) {
            double a = x, b = y, c = z, d = w;
            r = (float)sqrt(fma(d, d, fma(c, c, fma(b, b, a * a))));
        }
    }
    return r;
}

// Distances: a difference of two large floats may be no float, but is a double.
float __hd_distance2_f32(float x0, float x1, float y0, float y1) {
    float x = x0 - y0, y = x1 - y1;
    float s = fma(y, y, x * x);
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f) {
            double a = (double)x0 - y0, b = (double)x1 - y1;
            r = (float)sqrt(fma(b, b, a * a));
        }
    }
    return r;
}

float __hd_distance3_f32(float x0, float x1, float x2, float y0, float y1, float y2) {
    float x = x0 - y0, y = x1 - y1, z = x2 - y2;
    float s = fma(z, z, fma(y, y, x * x));
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f || z != 0.0f) {
            double a = (double)x0 - y0, b = (double)x1 - y1, c = (double)x2 - y2;
            r = (float)sqrt(fma(c, c, fma(b, b, a * a)));
        }
    }
    return r;
}

float __hd_distance4_f32(float x0, float x1, float x2, float x3, float y0, float y1, float y2, float y3) {
    float x = x0 - y0, y = x1 - y1, z = x2 - y2, w = x3 - y3;
    float s = fma(w, w, fma(z, z, fma(y, y, x * x)));
    float r = __hd_root_normal(s);
    if (RARE(!IS_NORMAL(s))) {
        r = 0.0f;
        if (x != 0.0f || y != 0.0f || z != 0.0f || w != 0.0f) {
            double a = (double)x0 - y0, b = (double)x1 - y1, c = (double)x2 - y2, d = (double)x3 - y3;
            r = (float)sqrt(fma(d, d, fma(c, c, fma(b, b, a * a))));
        }
    }
    return r;
}

/* The reciprocal length of a vector for normalize, where it is not to be had from the sum of squares, as a double. A
 * vector of zeros stays as it is. The specification gives a vector with infinite elements a direction: those count as one,
 * the others as zero, which __hd_directed makes of them. */
double __hd_unscale(double s) {
    return s == 0.0 ? 1.0 : 1.0 / sqrt(s);
}

float __hd_directed(float x, bool any) {
    float other = x * 0.0f; // keeps a NaN
    return any ? (fabs(x) == INFINITY ? copysign(1.0f, x) : other) : x;
}

float2 __hd_normalize2_f32(float x, float y) {
    float s = fma(y, y, x * x);
    float r = __hd_rsqrt_normal(s);
    float2 v = (float2)(x * r, y * r);
    if (RARE(!IS_NORMAL(s))) {
        bool any = fabs(x) == INFINITY || fabs(y) == INFINITY;
        double a = __hd_directed(x, any), b = __hd_directed(y, any);
        double f = __hd_unscale(fma(b, b, a * a));
        v = (float2)((float)(a * f), (float)(b * f));
    }
    return v;
}

float3 __hd_normalize3_f32(float x, float y, float z) {
    float s = fma(z, z, fma(y, y, x * x));
    float r = __hd_rsqrt_normal(s);
    float3 v = (float3)(x * r, y * r, z * r);
    if (RARE(!IS_NORMAL(s))) {
        bool any = fabs(x) == INFINITY || fabs(y) == INFINITY || fabs(z) == INFINITY;
        double a = __hd_directed(x, any), b = __hd_directed(y, any), c = __hd_directed(z, any);
        double f = __hd_unscale(fma(c, c, fma(b, b, a * a)));
        v = (float3)((float)(a * f), (float)(b * f), (float)(c * f));
    }
    return v;
}

float4 __hd_normalize4_f32(float x, float y, float z, float w) {
    float s = fma(w, w, fma(z, z, fma(y, y, x * x)));
    float r = __hd_rsqrt_normal(s);
    float4 v = (float4)(x * r, y * r, z * r, w * r);
    if (RARE(!IS_NORMAL(s))) {
        bool any = fabs(x) == INFINITY || fabs(y) == INFINITY || fabs(z) == INFINITY || fabs(w) == INFINITY;
        double a = __hd_directed(x, any), b = __hd_directed(y, any), c = __hd_directed(z, any), d = __hd_directed(w, any);
        double f = __hd_unscale(fma(d, d, fma(c, c, fma(b, b, a * a))));
        v = (float4)((float)(a * f), (float)(b * f), (float)(c * f), (float)(d * f));
    }
    return v;
}
