// Untyped pointers: variables, access chains of structures, arrays and elements, atomic operations, copies, functions
// of OpenCL that have pointers, and addresses that are constants.
//module untyped_pointers.spv
//arg y uint[4096] zero
//arg x float[256] random
//launch 64/16
//options -cl-std=CL3.0

typedef struct { uint n; float f[4]; } pair;
constant uint table[5] = {3, 1, 4, 1, 5};
kernel void untyped(global uint *y, global const float *x) {
	local pair shared[16];
	local uint count;
	local float rows[64];
	uint i = get_global_id(0), l = get_local_id(0);
	y += i * 16;
	if (l == 0) count = 7;
	shared[l].n = i * 3;
	shared[l].f[2] = x[i];
	event_t e = async_work_group_copy(rows, x + get_group_id(0) * 64, 64, 0);
	wait_group_events(1, &e);
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&count, i);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[0] = shared[l ^ 1].n;
	y[1] = as_uint(shared[l ^ 1].f[2]);
	y[2] = count;
	y[3] = table[i % 5] + table[4];
	float4 v = vload4(l, rows);
	y[4] = as_uint(v.s0 + v.s3);
	vstore4(v * 2, l, (global float *)(y + 5 - l * 4));
	int exponent;
	y[9] = as_uint(frexp(x[i], &exponent));
	y[10] = exponent;
	float whole;
	y[11] = as_uint(modf(x[i] * 100, &whole));
	y[12] = as_uint(whole);
	y[13] = (i + 5) * 2 + 11;
	ulong both = (ulong)i << 32 | 77;
	*(global ulong *)(y + 14) = both;
}
