// Functions that need no approximation.

float __hd_rsqrt_f32(float x) {
    return (float)(1.0 / sqrt((double)x));
}

double __hd_rsqrt_f64(double x) {
    return 1.0 / sqrt(x);
}
