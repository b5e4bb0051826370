// Functions that llvm-spirv of clang's age does not know: modules import them under their mangled names.
// Made with clang -O1
//module functions_that_are_imported.spv
//arg y uint[2048] zero
//arg x uint[128] random
//launch 128/32

kernel void imported(global uint *y, global const uint *x) {
	uint i = get_global_id(0), a = x[i], b = x[i ^ 1];
	y += i * 16;
	y[0] = dot_4x8packed_uu_uint(a, b);
	y[1] = dot_4x8packed_ss_int(a, b);
	y[2] = dot_4x8packed_us_int(a, b);
	y[3] = dot_acc_sat_4x8packed_su_int(a, b, INT_MAX - 5);
	y[4] = dot_acc_sat_4x8packed_uu_uint(a, b, a);
	y[5] = dot(as_uchar4(a), as_uchar4(b));
	y[6] = dot(as_char4(a), as_uchar4(b));
	y[7] = dot_acc_sat(as_char4(a), as_char4(b), (int)a);
}
