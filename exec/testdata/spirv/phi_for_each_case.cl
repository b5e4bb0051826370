// A switch two cases of which lead to one block: translators of LLVM's modules give OpPhi an operand for each.
//module phi_for_each_case.spv
//arg y int[256] zero
//arg x int[256] random >>30
//launch 256/64 200/8

kernel void cases(global int *y, global const int *x) {
	size_t i = get_global_id(0);
	switch (x[i]) {
	case 0: y[i] = x[i] - 1; break;
	case 1:
	case 2: y[i] = 7; break;
	default: y[i] = x[i] + 5;
	}
}
