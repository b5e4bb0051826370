// OpUnreachable, which Julia's code ends in after a trap: the launch fails where a work-item comes to it.
//module code_that_is_never_reached.spv
//arg y uint[256] zero
//launch 200/50
//fault 77

kernel void trap(global uint *y) {
	size_t i = get_global_id(0);
	if (i == 77)
		*(volatile global uint *)0xfe8 = 0;
	y[i] = 1;
}
