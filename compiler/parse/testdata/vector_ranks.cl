// OPTIONS: 300
// A scalar beside a vector must not have a greater rank than the elements, constants included.
typedef enum { FIRST } number;
void ranks(char3 c3, uchar4 u4, short2 s2, int4 i4, uint4 ui4, long2 l2, float4 f4, double2 d2, char c, uchar uc, short s,
	int i, uint u, long l, float f, double d, bool b) {
	c3 = c3 * (char)2;
	c3 *= c;
	c3 = c3 << 2;
	c3 = c3 << i;
	c3 = (c3 > c) ? c3 : c;
	u4 = u4 + c;
	u4 = u4 * b;
	u4 = u4 & (uchar)0xff;
	s2 = s2 * s;
	i4 = i4 * 2;
	i4 = i4 % 3;
	i4 <<= 2L;
	i4 = i4 + FIRST;
	ui4 = ui4 * i;
	l2 = l2 * i;
	f4 = f4 * 2;
	f4 = f4 * l;
	f4 = f4 * 2.0f;
	d2 = d2 * f;
	d2 = d2 * 2.0;
}
// SECTION
void integers(char3 c3, uchar4 u4, short2 s2, int4 i4, int i, uint u, long l, char c) {
	c3 = c3 * 2; // ERROR: greater rank
	c3 = 2 * c3; // ERROR: ('int' and 'char3'); a cast of the scalar to 'char' makes it fit
	c3 = c3 + i; // ERROR: greater rank
	c3 *= 2; // ERROR: greater rank
	u4 = u4 + 'a'; // ERROR: greater rank
	u4 = u4 & 0xff; // ERROR: greater rank
	s2 = s2 * (1 == 1); // ERROR: greater rank
	u4 = u4 + c * 2; // ERROR: greater rank
	i4 = i4 * 2u; // ERROR: ('uint' and 'int4')
	i4 = i4 * u; // ERROR: greater rank
	i4 = i4 * l; // ERROR: greater rank
	i4 = i4 * 2L; // ERROR: greater rank
}
// SECTION
void others(char3 c3, float4 f4, int4 i4, int i, double d) {
	c3 = c3 < 2; // ERROR: greater rank
	c3 = c3 == i; // ERROR: greater rank
	c3 = c3 && 1; // ERROR: greater rank
	c3 = (c3 > (char)1) ? c3 : 2; // ERROR: greater rank
	f4 = f4 * 2.0; // ERROR: ('double' and 'float4')
	f4 = f4 * d; // ERROR: greater rank
	f4 *= 2.0; // ERROR: greater rank
	i4 = i4 * 2.0f; // ERROR: cannot convert between vector type 'int4' and scalar type 'float'
}
