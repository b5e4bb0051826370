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
