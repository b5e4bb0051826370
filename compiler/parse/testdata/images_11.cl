// OPTIONS: 110
// Reads without a sampler came with OpenCL C 1.2.
kernel void a(read_only image2d_t r, sampler_t s, global float4 *p) {
	p[0] = read_imagef(r, s, (int2)(0));
	p[1] = read_imagef(r, (int2)(0)); // ERROR: without a sampler in this version of OpenCL C; OpenCL C 1.2 and later have it
}
