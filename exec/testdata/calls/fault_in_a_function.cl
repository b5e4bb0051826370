// A fault in a function names the work-item and the line, also where the function is not inlined.
//arg y uint[200] zero
//launch 200/50
//also off=inline
//fault 77 line 9

void put(global uint *p, uint v) {
	if (v == 77) p = 0;
	*p = v;
}
kernel void k(global uint *y) { put(y + get_global_id(0), get_global_id(0)); }
