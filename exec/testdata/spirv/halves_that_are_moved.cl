// Halves that go from memory to memory by one of two ways keep their bits, also those of NaNs that signal. Optimisers
// store in one place what comes by both ways.
//module halves_that_are_moved.spv
//arg y ushort[512] zero
//arg x ushort[512] index +31744
//arg o uint[128] zero
//launch 128/32

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void moved(global ushort *y, global const ushort *x, global const uint *o) {
	uint i = get_global_id(0);
	if (i & 1)
		vstore3(vload3(i, (global const half *)x), o[i] + i, (global half *)y);
	else
		vstore3(((global const half3 *)x)[i >> 1], o[i] + i, (global half *)y);
}
