// OPTIONS: 120
struct s { int a; const int b; };
void callee(int a, float4 b);
constant int table[3] = { 1, 2, 3 };
void f(global int *g, local int *l, float4 v, int4 iv, int i, float x, struct s r, const int ci, global const int *gc) {
// SECTION
	i = undefined_name; // ERROR: use of undeclared identifier 'undefined_name'
	i = tabel[0]; // ERROR: did you mean 'table'?
	g = l; // ERROR: changes address space of pointer
	l = (local int *)g; // ERROR: changes address space of pointer
	v = iv; // ERROR: vectors are never converted implicitly
	v = (float4)(iv); // ERROR: use convert_float4()
	v = (float4)(1, 2, 3); // ERROR: too few elements in vector literal (expected 4 elements, have 3)
	v = (float4)(1, 2, 3, 4, 5); // ERROR: too many elements
	v = v + iv; // ERROR: cannot convert between vector values
	iv = iv + 1.5f; // ERROR: cannot convert between vector type 'int4' and scalar type 'float'
	iv = iv + 0x100000000L; // ERROR: greater rank
	i = i % x; // ERROR: invalid operands to binary '%' ('int' and 'float')
	i = v; // ERROR: incompatible type 'float4'
	i = v.q; // ERROR: illegal vector component name 'q'
	i = v.s7; // ERROR: exceeds type 'float4'
}
// SECTION
	v.xx = (float2)(1, 2); // ERROR: duplicate components
	ci = 2; // ERROR: cannot assign to variable 'ci' of const-qualified type 'int'
	gc[0] = 1; // ERROR: cannot assign to read-only location
	table[1] = 1; // ERROR: constant address space
	r.b = 1; // ERROR: const-qualified
	r.c = 1; // ERROR: no member named 'c'
	g.a = 1; // ERROR: is not a structure
	r->a = 1; // ERROR: is not a pointer
	(i + 1) = 2; // ERROR: expression is not assignable
	i = *x; // ERROR: indirection requires a pointer
	i = &v.x; // ERROR: address of vector element requested
	i = ~x; // ERROR: invalid argument type 'float' to unary '~'
	callee(1); // ERROR: too few arguments to function 'callee': expected 2, have 1
	callee(1, v, 3); // ERROR: too many arguments
	callee(1, iv); // ERROR: passing to parameter of type 'float4'
}
// SECTION
	i = callee; // ERROR: can only be called
	i(); // ERROR: is not a function
	sin(v, v); // ERROR: wrong number of arguments
	get_globl_id(0); // ERROR: use of undeclared function 'get_globl_id'
	i = v ? 1 : 2; // ERROR: integer elements
	if (v) ; // ERROR: scalar type
	i = 1 << v; // ERROR: invalid operands to binary '<<'
	i = sizeof(struct unknown); // ERROR: incomplete
	i = 08; // ERROR: invalid number '08'
	i = 1.2.3; // ERROR: invalid number
	i = 99999999999999999999; // ERROR: too large
	i = r; // ERROR: incompatible type 'struct s'
	i = g == l; // ERROR: different address spaces
	i = (1 + ; // ERROR: expected an expression, found ';'
	i = 3 // ERROR: expected ';' after expression
}
// SECTION
	i = 4;
}
