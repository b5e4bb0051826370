// What lies at the same distance from several places is one after the other or not for all of them, which is looked
// at once.
//arg y float[4096] zero
//arg x uint[4096] random
//arg w 1 16 37 300
//launch 256/64 1000/100
//expect avx512 rows1-small instruction setne == 1
//expect avx2 rows2-small instruction setne == 2

kernel void f(global float *y, global float *x, int w) {
	int i = get_global_id(0), r = i / w, c = i % w;
	y[r * w + c] = x[r * w + c] + x[r * w + c + 1] + x[r * w + c + 2];
}
