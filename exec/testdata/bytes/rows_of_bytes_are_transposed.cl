// Sixteen bytes side by side are read at once where lanes walk along rows of bytes; one gather is in what is left of
// the loop.
//arg y float[256] zero
//arg x uint[8192] random
//arg n uint[256] random
//launch 256/64 100/50
//expect both rows1-small-full access "gather|scatter|lane by lane" <= 1

kernel void f(global float *y, global float *x, global int *n) {
	int i = get_global_id(0), s = 0;
	global char *c = (global char *)x + i * 99;
	for (int k = 0; k < 64; k++) s += c[k] * ((global char *)n)[k];
	y[i] = s;
}
