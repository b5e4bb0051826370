// Arrays whose length is a specialisation constant, with a length of its own in each function.
//module arrays_of_constant_length.spv
//arg y uint[256] zero
//launch 256/32

kernel void arrays(global uint *y) {
	uint i = get_global_id(0), list[12], sum = 0;
	for (uint k = 0; k < 12; k++) list[k] = i * k;
	for (uint k = 0; k < 12; k++) sum += list[(k + i) % 12] * (k + 1);
	y[i] = sum;
}
