// One bundle is all of a group. Pairs that are stored a constant distance apart are pairs all the same, as the columns
// that a transform leaves, also where the distance is within the steps of other lanes.
//arg g float[4096] random %64 *1
//launch 64/64 128/64 256/32
//bundles own

//expect avx2 rows8-small-full-wholegroup access *lane* == 0
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void columns(global float2 *g) {
	uint me = get_local_id(0);
	local float l[256];
	global float2 *p = g + get_group_id(0) * 256;
	float2 r = p[me], q = p[me + 64];
	l[me * 2] = r.x;
	l[me * 2 + 1] = q.x;
	barrier(CLK_LOCAL_MEM_FENCE);
	r.x = l[me];
	q.x = l[me + 64];
	p[me] = r - q;
	p[me + 64] = r + q;
}
kernel void overlapping(global float *g) {
	uint me = get_local_id(0);
	local float l[256];
	l[me] = g[me];
	barrier(CLK_LOCAL_MEM_FENCE);
	float r = l[me ^ 1];
	global float *p = g + 512 + get_group_id(0) * 256;
	p[me * 2] = r;
	p[me * 2 + 1] = r + 1;
	barrier(CLK_GLOBAL_MEM_FENCE);
	if (me < get_local_size(0) - 1) {
		p[me * 2 + 2] = r + 2;
		p[me * 2 + 3] = r + 3;
	}
}
