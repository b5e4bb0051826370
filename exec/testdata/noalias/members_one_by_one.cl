// Members of structures that are changed one by one: loads come before stores where buffers do not overlap.
//arg in float[400] random &1023
//arg out float[400] random &1023
//arg key int[100] index *37 %100
//arg n 77 100
//launch 100/20 96/8 77/7

struct three { float x, y, z; };
struct four { float x, y, z, w; };

//expect avx2 noalias
kernel void members(global const struct three *in, global struct three *out, global int *key, int n) {
	size_t i = get_global_id(0);
	out[i].x = in[i].x * 2.0f;
	out[i].y = in[i].y * 3.0f;
	out[i].z = in[i].z + in[i].x;
}

//expect avx2 noalias
kernel void in_place(global const float *in, global struct three *out, global int *key, int n) {
	size_t i = get_global_id(0);
	out[i].x = out[i].x * 2.0f + in[i];
	out[i].y = out[i].y * 3.0f + out[i].x;
	out[i].z = out[i].z + out[i].y * in[i];
}

//expect avx2 noalias
kernel void rows_to_members(global const float *in, global float *out, global int *key, int n) {
	int i = get_global_id(0);
	out[4 * i] = in[i];
	out[4 * i + 2] = in[100 + i];
	out[4 * i + 1] = in[200 + i];
	out[4 * i + 3] = in[i + 300] + out[4 * i + 2];
}

//expect avx2 noalias
kernel void guarded(global struct four *in, global struct four *out, global int *key, int n) {
	int i = get_global_id(0);
	if (i < n) {
		out[i].w = in[i].x - 1;
		in[i].x = out[i].y;
		out[i].z = in[i].y + in[i].z;
		out[i].x = in[i].w + in[i].x;
	}
}

kernel void by_keys(global struct four *in, global struct four *out, global int *key, int n) {
	int i = get_global_id(0);
	out[key[i]].x = in[i].x;
	key[i] = (key[i] + 1) % 100;
	out[i].y = in[key[i]].y;
	out[i].z = in[i].z;
}

//expect avx2 noalias == 0
kernel void ordered(global struct three *in, global struct three *out, global int *key, int n) {
	int i = get_global_id(0);
	out[i].x = in[i].x;
	mem_fence(CLK_GLOBAL_MEM_FENCE);
	out[i].y = in[i].y;
	out[i].z = in[i].z;
}

//expect avx2 noalias == 0
kernel void changeable(global volatile struct three *in, global struct three *out, global int *key, int n) {
	int i = get_global_id(0);
	out[i].x = in[i].x;
	out[i].y = in[i].y;
	out[i].z = in[i].z;
}
