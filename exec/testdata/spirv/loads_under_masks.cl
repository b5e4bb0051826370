// Loads and stores under conditions (SPV_INTEL_predicated_io), and by vectors of pointers under masks
// (SPV_INTEL_masked_gather_scatter): pointers where the condition does not hold are null. A copy by OpFPGARegINTEL, a
// constant that goes on in a second instruction (SPV_INTEL_long_composites).
//module loads_under_masks.spv
//arg y int[1024] random
//arg x int[1024] random
//launch 200/50 64/16

kernel void masked(global int *y, global int *x) {
	size_t i = get_global_id(0);
	int n = x[i] & 1 ? x[i + 1] : 7;
	if (x[i] & 2)
		y[i] = n;
	int4 v = (int4)(x[i] & 4 ? x[i] : 11, x[i] & 8 ? x[i + 1] : 12, x[i] & 4 ? x[i + 2] : 13, x[i] & 8 ? x[i + 3] : 14);
	global int *at = y + 256 + 3 * i;
	if (x[i] & 4)
		at[0] = v.x + v.y;
	if (x[i] & 8)
		at[1] = v.y + v.z;
	if (x[i] & 4)
		at[2] = v.z + v.w;
}
