// OPTIONS: 120
void f(global int *g, global const int *c, global float *x, float4 v, int i) {
	g = c; // WARNING: discards qualifiers
	g = x; // WARNING: incompatible pointer types
	g = 5; // WARNING: integer to pointer
	i = g; // WARNING: pointer to integer
	v.r = 1; // WARNING: feature of OpenCL C 3.0
	i; // WARNING: unused
	i = g == x; // WARNING: distinct pointer types
}
unsigned unsigned twice_unsigned(void); // WARNING: duplicate 'unsigned'
