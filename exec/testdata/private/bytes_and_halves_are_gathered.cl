// Elements of a byte or two in private arrays lie side by side for all lanes: they are gathered, not accessed lane by
// lane.
//arg y uint[256] zero
//arg x uint[512] random
//launch 256/64 100/50
//expect both rows1-small-full-guarded access "lane by lane" == 0

kernel void f(global uint *y, global uint *x) {
	uint i = get_global_id(0);
	uchar t[40];
	short u[20];
	for (uint k = 0; k < 40; k++) t[k] = x[i + k];
	for (uint k = 0; k < 20; k++) u[k] = x[i + k];
	y[i] = t[x[i] % 40] + u[x[i] % 20];
}
