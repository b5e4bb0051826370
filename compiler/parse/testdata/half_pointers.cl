// OPTIONS: 120
// Addresses of halves are computed freely; only loads and stores need cl_khr_fp16.
// SECTION
kernel void addresses(global half *p, constant half *c, int i) {
	private ushort data[4];
	vstore_half(vload_half(i, (private half *)data), 0, &p[4 * i + 1]);
	vstore_half(vload_half(0, &*c), i, p + sizeof(*p));
}
// SECTION
kernel void accesses(global half *p, int i) {
	float f = p[i]; // ERROR: a half cannot be loaded or stored without cl_khr_fp16
	p[i] = 1; // ERROR: a half cannot be loaded or stored without cl_khr_fp16
	*p += 1; // ERROR: a half cannot be loaded or stored without cl_khr_fp16
	p[0]++; // ERROR: a half cannot be loaded or stored without cl_khr_fp16
}
