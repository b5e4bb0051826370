//seed 1
//contracts false
//range 1 0 0 0 32 1 1 32 1 1
kernel void k(global uint *out, global const int *in_int)
{
	uint gid = get_global_id(0);
	{ uint left16 = 3; if (in_int[gid] < 0) goto M15; for (;;) {
	if (left16-- == 0u) break;
 M15: ;
out[gid * 4] = 7;
 if (left16 == 0u) break; } }
}
