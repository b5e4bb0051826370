// Functions on halves that are not those of floats, rounded.

// The product is exact as a float. The sum is rounded to odd: it is truncated, and the last bit set if anything was
// lost, so that the rounding to half sees on which side of a tie the true sum lies (Boldo and Melquiond, "Emulation of
// a FMA and correctly rounded sums: proved algorithms using rounding to odd").
half __hd_fma_f16(half x, half y, half z) {
    float product = (float)x * (float)y;
    float addend = z;
    float sum = product + addend;
    float rest = sum - product;
    float lost = (product - (sum - rest)) + (addend - rest);
    int raw = as_int(sum);
    int step = (lost > 0.0f) == (sum > 0.0f) ? 1 : -1;
    bool isEven = (raw & 1) == 0 && (lost > 0.0f || lost < 0.0f);
    return (half)as_float(isEven ? raw + step : raw);
}

half __hd_nan_f16(ushort x) {
    return as_half((ushort)(0x7e00 | (x & 0x1ff)));
}

half __hd_fract_f16(half x) {
    float r = (float)x - floor((float)x);
    r = r < 0x1.ffcp-1f ? r : 0x1.ffcp-1f;
    r = isinf(x) ? copysign(0.0f, (float)x) : r;
    return isnan(x) ? x : (half)r;
}

half __hd_nextafter_f16(half x, half y) {
    short i = as_short(x);
    short step = (x < y) == (i >= 0) ? 1 : -1;
    half r = x == 0.0h ? as_half((short)((as_short(y) & SHRT_MIN) | 1)) : as_half((short)(i + step));
    r = x == y ? y : r;
    return isnan(x) || isnan(y) ? x + y : r;
}
