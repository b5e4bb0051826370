// OPTIONS: 120
// A parenthesised vector type is followed by a list of elements or by another cast; declarations may be incomplete.
typedef char byte_t;
struct unknown;
extern constant struct unknown elsewhere;
// SECTION
kernel void cast_of_a_cast(global char2 *p, global float4 *q) {
	p[0] = (char2)(char)0;
	p[1] = (char2)(byte_t)p[0].x;
	q[0] = (float4)((float)1, 2, 3, 4);
	q[1] = (float4)((float)1);
}
// SECTION
int use_of_incomplete(void) {
	struct unknown here; // ERROR: incomplete type
	return 0;
}
// SECTION
kernel void scalars_under_a_vector_condition(global char *p, global char16 *q, global short4 *r, global uint2 *s) {
	char a = p[0], b = p[1];
	q[1] = q[0] ? a : b;
	r[1] = r[0] ? a : (short)b;
	s[1] = s[0] ? 1u : 2;
	float2 f = s[0] ? 1.0f : a;
	q[2] = q[0] ? a : 1; // ERROR: vector condition type 'char16' and result type 'int16'
	r[2] = r[0] ? a : b; // ERROR: vector condition type 'short4' and result type 'char4'
}
