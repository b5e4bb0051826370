// OPTIONS: 120
// SECTION
int program_variable; // ERROR: must reside in constant address space
constant int uninitialised; // ERROR: must be initialized
struct bits { int a : 3; }; // ERROR: bit-fields are not allowed
struct flexible { int a[]; int n; }; // ERROR: flexible array member 'a' is not at the end
struct twice { int a; float a; }; // ERROR: duplicate field 'a'
struct holder { global int *p; };
struct pair { int x, y; };
constant struct pair no_assign = { .x 4 }; // ERROR: expected '=' after the designator
constant int old_forms[2] = { [1] 4 };
constant struct pair older_form = { y: 4 };
void known(enum later *e);
enum later unknown(void); // later is defined below
void too_early(void) { enum later e; } // ERROR: incomplete type
enum later { it_is };
void hides_parameter(int n) { float n; } // ERROR: redefinition of 'n'
void hides_deeper(int n) { { float n; } for (int n = 0; n < 2; n++) { int n; } }
void not_too_early(void) { enum later e = it_is; }
kernel int returns(void) { return 1; } // ERROR: kernel must have void return type
kernel void pointers(global int *global *p) { } // ERROR: pointer to a pointer
kernel void sizes(size_t n) { } // ERROR: 'size_t' cannot be used
kernel void truth(bool b) { } // ERROR: 'bool' cannot be used
kernel void privates(int *p) { } // ERROR: pointer arguments to kernel functions
kernel void records(struct holder h) { } // ERROR: its field 'p'
void variadic(int a, ...) { } // ERROR: variable number of arguments
int vla(int n) { int a[n]; return a[0]; } // ERROR: variable length arrays
void locals(void) { local int a; } // ERROR: no kernel
kernel void inner(global int *g) { { local int a; g[0] = a; } } // WARNING: should be declared in the outermost scope of a kernel
// SECTION
kernel void initialised(void) { local int a = 1; } // ERROR: cannot have an initialiser
void pointer_to_function(int (*f)(int)); // ERROR: pointers to functions
floot4 misspelt(void); // ERROR: unknown type name 'floot4'; did you mean 'float4'?
int two(int a) { return a; }
float two(int a) { return a; } // ERROR: conflicting types for 'two'
int two(int a) { return a; } // ERROR: redefinition of 'two'
constant int not_constant = get_global_id(0); // ERROR: not a compile-time constant
constant int zero_division = 1 / 0; // ERROR: not a compile-time constant
typedef unsigned float bad_words; // ERROR: make no type together
int a(int x) { return b(x); } // ERROR: use of undeclared function 'b'
int even(int n);
int odd(int n) { return even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); } // ERROR: recursion is not supported: odd -> even -> odd
int self(int n) { return self(n); } // ERROR: recursion is not supported: self -> self
void global_inside(void) { global int x; } // ERROR: cannot be declared in the global address space
half stored(half x) { return x; } // ERROR: a parameter of type 'half' requires cl_khr_fp16 // ERROR: returns 'half' requires
generic_name *g; // ERROR: unknown type name 'generic_name'
constant int neg[-1] = {}; // ERROR: size of array is negative
// SECTION
constant int over[2] = { [3] = 1 }; // ERROR: exceeds array bounds
int last(int x) { return x; }
} // ERROR: extraneous closing brace
