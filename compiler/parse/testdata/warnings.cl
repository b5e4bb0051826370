// OPTIONS: 120
void f(global int *g, global const int *c, global float *x, float4 v, int i) {
	g = c; // WARNING: discards qualifiers
	g = x; // WARNING: incompatible pointer types
	g = 5; // WARNING: integer to pointer
	i = g; // WARNING: pointer to integer
	v.r = 1; // WARNING: feature of OpenCL C 3.0
	i; // WARNING: unused
	i = g == x; // WARNING: distinct pointer types
	int many = {1, 2}; // WARNING: excess elements in the initialiser of 'int'
	int array[1] = {1, 2}; // WARNING: excess elements in the initialiser of 'int[1]'
}
unsigned unsigned twice_unsigned(void); // WARNING: duplicate 'unsigned'
kernel void pointer_to_bool(global bool *b) { b[0] = !b[1]; } // accepted
