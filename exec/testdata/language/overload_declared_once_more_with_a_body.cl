// A built-in function is declared once more, and has a body later.
//arg out int[1] -1
//arg in int[64] index
//launch 1/1
//want out 1

#define OVER __attribute__((overloadable))

float OVER fabs(float);
kernel void k(global int *out, global int *in) { out[0] = fabs(-in[5]); }
float OVER fabs(float x) { return 1; }
