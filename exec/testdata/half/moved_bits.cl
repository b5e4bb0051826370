// What is only moved keeps its bits, those of signalling NaNs too.
//arg y ushort[8192] zero
//arg x ushort[8192] random
//launch 256/64 100/50 1/1
//also options=-cl-opt-disable

//same bits
kernel void k(global half *y, global const half *x) {
	size_t i = get_global_id(0);
	half h = x[i], g = x[i + 256];
	half4 v = vload4(i, x + 512), w = (half4)(v.wz, h, g);
	ushort4 m = as_ushort4(v);
	y[i] = h;
	vstore4(w, i, y + 512);
	vstore4(select(v, w, m), i, y + 1536);
	vstore4(bitselect(v, w, as_half4(m * (ushort)77)), i, y + 2560);
	vstore4(shuffle(v, m), i, y + 3584);
	vstore2(as_half2(as_uint(w.xy)), i, y + 4608);
	vstore3(shuffle2(v, w, m).xyz, i, y + 5120);
}

kernel void bits(global ushort *y, global const ushort *x) {
	size_t i = get_global_id(0);
	ushort h = x[i], g = x[i + 256];
	ushort4 v = vload4(i, x + 512), w = (ushort4)(v.wz, h, g);
	ushort4 m = v;
	y[i] = h;
	vstore4(w, i, y + 512);
	vstore4(select(v, w, m), i, y + 1536);
	vstore4(bitselect(v, w, m * (ushort)77), i, y + 2560);
	vstore4(shuffle(v, m), i, y + 3584);
	vstore2(as_ushort2(as_uint(w.xy)), i, y + 4608);
	vstore3(shuffle2(v, w, m).xyz, i, y + 5120);
}
