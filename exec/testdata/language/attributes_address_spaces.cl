// Address spaces as attributes.
//arg out int[1] -1
//arg in int[64] index
//launch 1/1
//want out 9

kernel void k(__attribute__((opencl_global)) int *out, int __attribute__((opencl_global)) * in) { out[0] = in[9]; }
