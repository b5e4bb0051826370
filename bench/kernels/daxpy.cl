// f64
//: bytes 25165824
//: in f64 1048576 1
//: inout f64 1048576 1
//: run 1 1048576 1 0 0
kernel void daxpy(global const double *x, global double *y) {
	size_t i = get_global_id(0);
	y[i] = 2.5 * x[i] + y[i];
}
