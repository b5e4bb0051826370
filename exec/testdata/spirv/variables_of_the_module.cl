// Variables of module scope with initial values: addresses of others moved by operations on constants, specialisation
// constants as sizes, null; and members that are not aligned.
//module variables_of_the_module.spv
//arg y uint[256] zero
//launch 64/16
//options -cl-std=CL3.0

constant uint table[5] = {3, 1, 4, 1, 5};
global uint spare[6];
constant uint *constant pointers[2] = {&table[2], &table[4]};
typedef struct __attribute__((packed)) { uchar c; uint n; } tight;
constant tight odd = {7, 0x12345678};
kernel void variables(global uint *y) {
	size_t i = get_global_id(0);
	uint before = spare[i % 6];
	y[i] = *pointers[i & 1] + table[i % 5] * 10 + before + odd.n + odd.c + 6 * 1000;
}
