// OPTIONS: 300 generic globals
#define SQUARE(x) ((x) * (x))
#define TILE_WIDTH 16
struct point { int across, down; struct { int depth; }; };
typedef struct { float4 position; } particle_t;
int helper_function(int a) { return a; }
// SECTION
kernel void names(global float *result, int count) {
	int i = get_gobal_id(0); // ERROR: use of undeclared function 'get_gobal_id'; did you mean 'get_global_id'?
	i = get_golbal_id(0); // ERROR: did you mean 'get_global_id'?
	barrier(CLK_LOCAL_MEM_FENCES); // ERROR: use of undeclared identifier 'CLK_LOCAL_MEM_FENCES'; did you mean 'CLK_LOCAL_MEM_FENCE'?
	i = helper_funktion(1); // ERROR: did you mean 'helper_function'?
	i = square(i); // ERROR: use of undeclared function 'square'; did you mean 'SQUARE'?
	i = tile_width; // ERROR: use of undeclared identifier 'tile_width'; did you mean 'TILE_WIDTH'?
	i = cuont; // ERROR: did you mean 'count'?
	i = convert_uhcar4_sat((float4)(1)).x; // ERROR: did you mean 'convert_uchar4_sat'?
	result[0] = vlaod4(0, result).x; // ERROR: did you mean 'vload4'?
	result[0] = M_P1_F; // ERROR: did you mean 'M_PI_F'?
	i = sizof(int); // ERROR: did you mean 'sizeof'? // ERROR: expected an expression
	wihle (i) i--; // ERROR: did you mean 'while'?
	i = something_else_entirely; // ERROR: use of undeclared identifier 'something_else_entirely'
	i = I; // ERROR: did you mean 'i'?
	if (i) braek; // ERROR: use of undeclared identifier 'braek'; did you mean 'break'?
	retrun; // ERROR: did you mean 'return'?
	i = n; // ERROR: use of undeclared identifier 'n'
}
// SECTION
unit x; // ERROR: unknown type name 'unit'; did you mean 'uint'?
flaot4 y; // ERROR: unknown type name 'flaot4'; did you mean 'float4'?
kernal void k(void) { local int x; x = yonder; } // ERROR: unknown type name 'kernal'; did you mean 'kernel'? // ERROR: undeclared identifier 'yonder'
__kernal void l(void) {} // ERROR: unknown type name '__kernal'; did you mean '__kernel'?
kernel void m(golbal int *p) {} // ERROR: unknown type name 'golbal'; did you mean 'global'?
partcle_t z; // ERROR: did you mean 'particle_t'?
point p; // ERROR: unknown type name 'point'; did you mean 'struct point'?
Image2d_t img; // ERROR: did you mean 'image2d_t'?
strcut point q; // ERROR: did you mean 'struct'? // ERROR: expected ';'
struct piont r; // ERROR: variable has the incomplete type 'struct piont'; did you mean 'point'?
int f(int a) { retrun a; } // ERROR: unknown type name 'retrun'; did you mean 'return'?
int g(int a) { return (flaot)a; } // ERROR: use of undeclared identifier 'flaot'; did you mean 'float'? // ERROR: expected ';'
no_such_thing_at_all w; // ERROR: unknown type name 'no_such_thing_at_all'
// SECTION
int members(struct point p, particle_t t, float4 v) {
	p.acros = 1; // ERROR: no member named 'acros' in 'struct point'; did you mean 'across'?
	p.dpeth = 1; // ERROR: did you mean 'depth'?
	p.whatever = 1; // ERROR: no member named 'whatever' in 'struct point'
	t.positoin.x = 1; // ERROR: did you mean 'position'?
	int n = __builtin_offsetof(struct point, dwon); // ERROR: did you mean 'down'?
	v.XY = 1; // ERROR: illegal vector component name 'XY'; did you mean 'xy'?
	v.evne = 1; // ERROR: illegal vector component name 'evne'; did you mean 'even'?
	v.banana = 1; // ERROR: illegal vector component name 'banana'
	goto fnish; // ERROR: use of undeclared label 'fnish'; did you mean 'finish'?
finish:
	return 0;
}
void attributes(void) __attribute__((always_inlin)); // WARNING: unknown attribute 'always_inlin' ignored; did you mean 'always_inline'?
kernel __attribute__((reqd_workgroup_size(1, 1, 1))) void sizes(void) {} // WARNING: did you mean 'reqd_work_group_size'?
// SECTION
// The innermost scope wins, then the alphabet.
constant int valueB = 1, valueA = 2, value9 = 3;
int ties(int a) {
	int valueC = valueX; // ERROR: did you mean 'valueC'?
	{
		int valueD;
		a = valueX; // ERROR: did you mean 'valueD'?
	}
	return valueX; // ERROR: did you mean 'valueC'?
}
int ties_outside(int a) { return valueX; } // ERROR: did you mean 'value9'?
// SECTION
// A wrong hint is worse than none: names that are only a little alike, as short ones and those of other languages are.
kernel void strangers(global float *x, int lid) {
	x[0] = foo(x[1]); // ERROR: use of undeclared function 'foo' @END
	x[1] = gid; // ERROR: use of undeclared identifier 'gid' @END
	x[2] = make_float4(1, 2, 3, 4).x; // ERROR: use of undeclared function 'make_float4' @END
	x[3] = get_local_sz(0); // ERROR: did you mean 'get_local_size'?
}
