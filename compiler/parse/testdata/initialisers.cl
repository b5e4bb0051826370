// OPTIONS: 300 globals
// What initialisers may be, and beside each mistake what is right. exec tests what they make of memory.
typedef struct { int a, b; } pair;
typedef struct { int2 v; int k; } mixed;
struct anonymous { struct { int x, y; }; union { int u; float f; }; };
// SECTION
kernel void accepted(global int *g) {
	int r = g[0];
	int4 rv = (int4)(r);
	int4 v1 = {1, 2, 3, 4}, v2 = {(int2)(1, 2), 3, 4}, v3 = {rv}, v4 = {}, v5 = {{1}, {2}, {3}, {4}};
	float4 a1[2] = {1.0f, (float4)(2, 3, 4, 5)}, a2[2] = {{1, 2, 3, 4}, {}}, a3[] = {r, {rv.x, (float2)(1, 2), 3}};
	mixed m1 = {1, {2}}, m2 = {{1, 2}, 3}, m3[2] = {1, 2, 3, 4}, m4[2] = {m1, 3, 4};
	pair p1 = {1, 2}, p2[] = {p1, 3, 4, {5}}, p3[3] = {[1].b = 1, 2}, p4 = {a: 1, b: 2}, p5 = (pair){1, 2};
	int i1[4] = {[0 ... 2] = 1, 2}, i2[4] = {[3] 1}, i3 = {1}, i4[2][2] = {1, 2, {3}}, i5[2][2] = {[0 ... 1][1] = 3};
	char s1[] = "ab", s2[2] = "ab", s3[] = {("ab"),}, s4[2][3] = {{"ab"}, "c"}, s5[] = {"ab"[1], 'c'};
	struct anonymous n1 = {.x = 1, 2, 3}, n2 = {.y = 1, .f = 2}, n3 = {1, 2, 3};
	constant char *t[2] = {"a", {"b"}};
}
global int4 accepted_vectors[] = {1, {1, 2, 3, 4}, (int4)(5)};
constant pair accepted_pairs[8] = {[0 ... 6] = {1, 2}, [3].b = 4};
// SECTION
kernel void vectors(global int *g) {
	int4 rv = (int4)(g[0]);
	int4 v1 = {1}; // ERROR: too few elements in vector literal (expected 4 elements, have 1)
	int4 v2 = {1, 2, 3, 4, 5}; // ERROR: too many elements
	int4 v3 = {(float2)(1, 2), 3, 4}; // ERROR: has the type 'float2'
	int4 v4 = {{rv}}; // ERROR: initializing 'int' with an expression of incompatible type 'int4'
	int4 v5 = {.x = 1, 2, 3, 4}; // ERROR: designator in the initialiser of the vector type 'int4'
	int4 v7 = {{.x = 1}, 2, 3, 4}; // ERROR: designator in the initialiser of the scalar type 'int'
	int4 v6 = {(uint4)(1)}; // ERROR: has the type 'uint4'
	int4 a1[2] = {{1}, {2, 3, 4, 5}}; // ERROR: too few elements
	int4 a2[2] = {(int2)(1, 2), (int2)(3, 4)}; // ERROR: incompatible type 'int2' // ERROR: incompatible type 'int2'
	mixed m1 = {{1}, 3}; // ERROR: too few elements
}
// SECTION
kernel void aggregates(global int *g) {
	int r = g[0];
	pair q;
	pair p1 = {q}; // ERROR: initializing 'int' with an expression of incompatible type 'struct pair'
	pair p2 = {.c = 3}; // ERROR: field designator 'c' does not refer to any field
	pair p3 = {[0] = 3}; // ERROR: array designator in the initialiser of 'struct pair'
	pair p4 = {.a 1}; // ERROR: expected '=' after the designator
	int i1[2] = {.a = 3}; // ERROR: field designator in the initialiser of 'int[2]'
	int i2[2] = {[2] = 1}; // ERROR: array designator index (2) exceeds array bounds (2)
	int i3[2] = {[-1] = 1}; // ERROR: array designator index (-1) is negative
	int i3b[] = {[1L << 62] = 1}; // ERROR: array designator index (4611686018427387904) makes the array too large
	int i4[2] = {[r] = 1}; // ERROR: not an integer constant
	int i5[4] = {[0 ... 4] = 1}; // ERROR: array designator index (4) exceeds
	int i6[4] = {[2 ... 1] = 1}; // ERROR: array designator range [2, 1] is empty
}
// SECTION
kernel void scalars(global int *g) {
	int i1 = {}; // ERROR: the initialiser of a scalar cannot be empty
	int i2 = {.a = 1}; // ERROR: designator in the initialiser of the scalar type 'int'
	pair p1 = {1, {}}; // ERROR: cannot be empty
	int i3[2] = {1 2}; // ERROR: expected '}' at the end of an initialiser list
	int i4[3] = {1,,2}; // ERROR: expected an expression
	int i5[2] = 1; // ERROR: array initialiser must be an initialiser list or string literal
	short i6[] = "abc"; // ERROR: array initialiser must be an initialiser list or string literal
	char i7[2][4] = "abc"; // ERROR: array initialiser must be an initialiser list or string literal
	struct {} i8[2] = {1}; // ERROR: which has no members
}
constant int not_constant[2] = {[0 ... 1] = get_global_id(0)}; // ERROR: not a compile-time constant
// SECTION
kernel void warnings(global int *g) {
	int i1[2] = {1, 2, 3, 4}; // WARNING: excess elements in the initialiser of 'int[2]'
	int i2[2][2] = {{1, 2, 3}}; // WARNING: excess elements in the initialiser of 'int[2]'
	int i3 = {{1}}; // WARNING: too many braces
	pair p1 = {1, {2, 3}}; // WARNING: excess elements in the initialiser of 'int'
	union { int x; float y; } u1 = {.y = 1, 2}; // WARNING: excess elements
	char s1[2] = "abc"; // WARNING: initializer-string for char array is too long
	char s2[] = {"abc", 1}; // WARNING: excess elements
}
