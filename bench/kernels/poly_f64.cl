// f64
//: ops 16777216
//: in f64 262144 1
//: out f64 262144
//: run 1 262144 1 0 0
kernel void poly_f64(global const double *x, global double *y) {
	size_t i = get_global_id(0);
	double v = x[i], s = 0;
	for (int k = 0; k < 32; k++) s = s * v + 1.0 / (k + 1);
	y[i] = s;
}
