// A call by a pointer that is no token of a function: the launch fails where a work-item makes it.
//module pointers_to_no_function.spv
//arg y uint[256] zero
//launch 200/50
//fault 77

kernel void call(global uint *y) {
	size_t i = get_global_id(0);
	if (i == 77)
		*(volatile global uint *)0xfe0 = 0;
	y[i] = i + 1;
}
