// OPTIONS: 300 globals generic
// What cannot be done with images and samplers: clang reports an error at each line, but for samplers that are no
// constants or have no value.
#define EACH read_only image2d_t r, write_only image2d_t w, read_write image2d_t rw, image1d_t o, sampler_t s, int i, float x
void take(read_only image2d_t i, sampler_t s);
void give(write_only image2d_t i);
void change(read_write image2d_t i);
// SECTION
void handles(EACH) {
	r = r; // ERROR: a variable of type 'read_only image2d_t' cannot be modified
	r = w; // ERROR: cannot be modified
	s = s; // ERROR: a variable of type 'sampler_t' cannot be modified
	s = 5; // ERROR: cannot be modified
	s += 1; // ERROR: cannot be modified
	r++; // ERROR: cannot be modified
	--s; // ERROR: cannot be modified
	&r; // ERROR: cannot take the address of a value of type 'read_only image2d_t'
	&s; // ERROR: cannot take the address of a value of type 'sampler_t'
	*r; // ERROR: indirection requires a pointer
	r[0]; // ERROR: subscripted value
	s[0]; // ERROR: subscripted value
	r.x; // ERROR: 'read_only image2d_t' is not a structure
	s.x; // ERROR: 'sampler_t' is not a structure
	-s; // ERROR: invalid argument type 'sampler_t' to unary '-'
	~s; // ERROR: invalid argument type
	!s; // ERROR: invalid argument type
}
// SECTION
void operators(EACH) {
	r == r; // ERROR: invalid operands to binary '=='
	r != 0; // ERROR: invalid operands
	s == s; // ERROR: invalid operands
	s < s; // ERROR: invalid operands
	s + 1; // ERROR: invalid operands
	s && 1; // ERROR: invalid operands
	r || 1; // ERROR: invalid operands
	i ? r : r; // ERROR: incompatible operand types
	i ? s : s; // ERROR: incompatible operand types
	i ? s : 16; // ERROR: incompatible operand types
	r ? 1 : 2; // ERROR: a scalar or vector condition is required
	(0, r); // ERROR: a value of type 'read_only image2d_t' can only be passed to a function
	(0, s); // ERROR: a value of type 'sampler_t' can only be passed to a function
	if (r) ; // ERROR: of scalar type
	for (; s; ) ; // ERROR: of scalar type
	switch (s) {} // ERROR: switch needs an integer
}
// SECTION
void conversions(EACH) {
	(int)r; // ERROR: cannot convert from 'read_only image2d_t' to 'int'
	(int)s; // ERROR: cannot convert
	(void *)r; // ERROR: cannot convert
	(sampler_t)5; // ERROR: cannot convert from 'int' to 'sampler_t'
	(sampler_t)s; // ERROR: cannot convert
	(image2d_t)r; // ERROR: cannot convert
	(float4)(r); // ERROR: 'read_only image2d_t'
	as_int2(s); // ERROR: invalid reinterpretation
	(sampler_t){ 16 }; // ERROR: a compound literal cannot have the type 'sampler_t'
	void *p = r; // ERROR: initializing 'generic void *' with an expression of incompatible type 'read_only image2d_t'
	int n = s; // ERROR: initializing 'int'
	ulong m = r; // ERROR: initializing 'ulong'
	printf("%d", r); // ERROR: cannot be passed to a function of any arguments
	printf("%d", s); // ERROR: cannot be passed to a function of any arguments
	return r; // ERROR: should not return a value
}
// SECTION
void variables(EACH) {
	image2d_t t; // ERROR: the type 'read_only image2d_t' can only be used for a parameter of a function
	image2d_t u = r; // ERROR: can only be used for a parameter
	typeof(r) v = r; // ERROR: can only be used for a parameter
	__auto_type a = r; // ERROR: can only be used for a parameter
	image2d_t array[2]; // ERROR: an array of 'read_only image2d_t' is not allowed
	sampler_t samplers[2]; // ERROR: an array of 'sampler_t' is not allowed
	image2d_t *pointer; // ERROR: pointers to 'read_only image2d_t' are not allowed
	sampler_t *to_sampler; // ERROR: pointers to 'sampler_t' are not allowed
	local sampler_t b = 16; // ERROR: a sampler cannot be declared in the local address space
	global sampler_t c = 16; // ERROR: a sampler cannot be declared in the global address space
	struct { sampler_t s; } d; // ERROR: the type 'sampler_t' cannot be used for a field
	union { image2d_t s; } e; // ERROR: the type 'read_only image2d_t' cannot be used for a field
}
// SECTION
void samplers(EACH) {
	sampler_t a; // ERROR: a sampler variable must be initialized
	const sampler_t b; // ERROR: a sampler variable must be initialized
	sampler_t c = i; // ERROR: a sampler must be a 'sampler_t' or a constant
	sampler_t d = i ? 16 : 32; // ERROR: or a constant
	sampler_t e = 1.0f; // ERROR: initializing 'sampler_t' with an expression of incompatible type 'float'
	sampler_t f = 0x100000000ul; // ERROR: a sampler is described by 32 bits, which 0x100000000 exceeds
	sampler_t g = r; // ERROR: incompatible type 'read_only image2d_t'
	constant sampler_t h = s; // ERROR: is not a compile-time constant
	static sampler_t k = s; // ERROR: is not a compile-time constant
	sampler_t l = 0x40; // WARNING: the sampler has unknown bits 0x40, which are ignored
	sampler_t m = 0x1a; // WARNING: the sampler has no known addressing mode
	sampler_t n = 0x30; // WARNING: the sampler has two filter modes
	take(r, i); // ERROR: a sampler must be a 'sampler_t' or a constant
	take(r, 1.0f); // ERROR: passing to parameter of type 'sampler_t'
	read_imagef(r, i, (int2)(1)); // ERROR: a sampler must be a 'sampler_t' or a constant
	read_imagef(r, 1.0f, (int2)(1)); // ERROR: no matching function
}
// SECTION
sampler_t not_const = 16; // ERROR: a sampler of program scope must be declared const or constant
global sampler_t in_global = 16; // ERROR: a sampler cannot be declared in the global address space
constant sampler_t empty; // ERROR: a sampler variable must be initialized
int f(void);
constant sampler_t called = f(); // ERROR: a sampler must be a 'sampler_t' or a constant
constant sampler_t fraction = 1.0f; // ERROR: incompatible type 'float'
image2d_t outside; // ERROR: can only be used for a parameter
constant image2d_t in_constant; // ERROR: can only be used for a parameter
image2d_t give_image(void); // ERROR: a function cannot return 'read_only image2d_t'
sampler_t give_sampler(void); // ERROR: a function cannot return 'sampler_t'
void by_pointer(sampler_t *s, image2d_t *i); // ERROR: pointers to 'sampler_t' // ERROR: pointers to 'read_only image2d_t'
void in_array(image2d_t i[4]); // ERROR: an array of 'read_only image2d_t'
kernel void in_space(global image2d_t i, constant sampler_t s) {} // ERROR: cannot be qualified with an address space // ERROR: cannot be qualified with an address space
struct with_image { read_only image2d_t i; }; // ERROR: cannot be used for a field
// SECTION
typedef image1d_t plain;
typedef write_only image1d_t writes;
typedef int number;
kernel void a(read_only writes i) {} // ERROR: multiple access qualifiers: 'read_only' after 'write_only'
kernel void b(write_only plain i) {} // ERROR: multiple access qualifiers: 'write_only' after 'read_only'
kernel void c(read_only write_only image1d_t i) {} // ERROR: multiple access qualifiers
kernel void d(read_only read_only image1d_t i) {} // WARNING: duplicate 'read_only'
kernel void e(write_only writes i) {} // WARNING: duplicate 'write_only'
kernel void g(read_only int i) {} // ERROR: an access qualifier can only be used with an image or a pipe, not with 'int'
kernel void h(read_only number i) {} // ERROR: not with 'int'
kernel void j(read_only sampler_t s) {} // ERROR: not with 'sampler_t'
kernel void k(image2d_msaa_t i) {} // ERROR: use of type 'image2d_msaa_t' requires cl_khr_gl_msaa_sharing
kernel void l(write_only image2d_array_msaa_depth_t i) {} // ERROR: requires cl_khr_gl_msaa_sharing
// SECTION
void passed(EACH) {
	take(w, s); // ERROR: passing to parameter of type 'read_only image2d_t' with an expression of incompatible type 'write_only image2d_t'
	take(rw, s); // ERROR: incompatible type 'read_write image2d_t'
	give(r); // ERROR: incompatible type 'read_only image2d_t'
	give(rw); // ERROR: incompatible type 'read_write image2d_t'
	change(r); // ERROR: incompatible type
	take(o, s); // ERROR: with an expression of incompatible type 'read_only image1d_t'
	take(s, r); // ERROR: incompatible type 'sampler_t'
	take(0, s); // ERROR: incompatible type 'int'
}
// SECTION
void accesses(EACH) {
	read_imagef(w, s, (int2)(1)); // ERROR: 'read_imagef' cannot read a 'write_only image2d_t'
	read_imagef(w, (int2)(1)); // ERROR: cannot read
	read_imageui(rw, s, (int2)(1)); // ERROR: 'read_imageui' cannot read a 'read_write image2d_t' with a sampler
	read_imagef(rw, s, (float2)(1), 1.0f); // ERROR: with a sampler
	write_imagef(r, (int2)(1), (float4)(1)); // ERROR: 'write_imagef' cannot write to a 'read_only image2d_t'
	read_imagef(r, s, (uint2)(1)); // ERROR: no matching function for call to 'read_imagef' with argument types (read_only image2d_t, sampler_t, uint2); expected (read_only image2d_t, sampler_t, int2) or (read_only image2d_t, sampler_t, float2) @END
	read_imagef(r, s, i); // ERROR: call to 'read_imagef' is ambiguous: the coordinate of type 'int' may become 'int2' or 'float2'
	read_imagef(o, s, 1u); // ERROR: is ambiguous
	read_imagef(o, s, get_global_id(0)); // ERROR: is ambiguous
	read_imagef(o, s, 1.0); // ERROR: is ambiguous
	read_imagef(r, (float2)(1)); // ERROR: no matching function
	read_imagef(r, (int4)(1)); // ERROR: no matching function
	read_imagef(r, s, (int3)(1)); // ERROR: no matching function
	read_imagef(r, s, (int2)(1), 1.0f); // ERROR: no matching function
}
// SECTION
void more(EACH, image2d_depth_t d, write_only image2d_depth_t dw, image1d_buffer_t b) {
	write_imagef(w, (int2)(1), (int4)(1)); // ERROR: no matching function
	write_imageui(w, (int2)(1), (int4)(1)); // ERROR: no matching function
	write_imagef(w, (int2)(1), (float3)(1)); // ERROR: no matching function
	write_imagef(w, (float2)(1), (float4)(1)); // ERROR: no matching function
	write_imagef(w, (short2)(1), (float4)(1)); // ERROR: no matching function
	read_imagei(d, s, (int2)(1)); // ERROR: no matching function
	write_imageui(dw, (int2)(1), 1u); // ERROR: no matching function
	write_imagef(dw, (int2)(1), (float4)(1)); // ERROR: no matching function
	read_imagef(b, s, 1); // ERROR: no matching function
	read_imagef(r, s); // ERROR: no matching function
	read_imagef(r); // ERROR: no matching function
	read_imagef(); // ERROR: wrong number of arguments
	read_imagef(s, r, (int2)(1)); // ERROR: no matching function
	read_imagef(5, s, (int2)(1)); // ERROR: no matching function
	float4 v = read_imagei(r, s, (int2)(1)); // ERROR: initializing 'float4'
	float4 e = read_imagef(d, s, (int2)(1)).xxxx; // ERROR: not a structure
}
// SECTION
void queries(EACH, image1d_buffer_t b) {
	get_image_height(o); // ERROR: no matching function for call to 'get_image_height' with argument types (read_only image1d_t)
	get_image_depth(r); // ERROR: no matching function
	get_image_dim(o); // ERROR: no matching function
	get_image_array_size(r); // ERROR: no matching function
	get_image_num_mip_levels(b); // ERROR: no matching function
	get_image_width(s); // ERROR: no matching function
	get_image_width(r, r); // ERROR: wrong number of arguments
	read_imageh(r, s, (int2)(1)); // ERROR: 'read_imageh' on values of type 'half' requires cl_khr_fp16
}
