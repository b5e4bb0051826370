// Built-in functions are declared once more.
//arg out int[5] -1
//arg in int[64] index
//launch 1/1
//options -cl-std=CL3.0
//want out 5 6 3 9 15

#define OVER __attribute__((overloadable))

float4 OVER fabs(float4);
float OVER native_sqrt(float x);
uint OVER __attribute__((const)) abs(int);
int OVER work_group_reduce_add(int);
int mul_hi(int, int);
float OVER fract(float, private float *);
kernel void k(global int *out, global int *in) {
	out[0] = fabs((float4)(-in[5])).x;
	out[1] = native_sqrt(in[36]);
	out[2] = abs(-in[3]);
	out[3] = work_group_reduce_add(in[9]) + mul_hi(in[1], in[2]);
	float whole;
	fract(in[15] + 0.5f, &whole);
	out[4] = whole;
}
