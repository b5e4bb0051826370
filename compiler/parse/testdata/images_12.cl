// OPTIONS: 120
// OpenCL C 1.2 has no images for reading and writing. Its samplers of program scope lie in constant memory.
const sampler_t of_program = CLK_FILTER_LINEAR | CLK_NORMALIZED_COORDS_TRUE;
kernel void a(__read_write image2d_t i) {} // ERROR: the access qualifier 'read_write' cannot be used; OpenCL C 2.0 and later have it: build with -cl-std=CL3.0
kernel void b(read_only image2d_t r, write_only image3d_t w, read_only image1d_array_t v, sampler_t s) {
	write_imagef(w, (int4)(0), read_imagef(r, s, (float2)(0.0f)) + read_imagef(v, (int2)(0)) +
		read_imagef(r, of_program, (float2)(0.0f)));
}
