// OPTIONS: 300 generic globals
#define NULL ((void *)0)
int global_int = 3;
int (^doubled)(int) = ^(int x) { return 2 * x; };
int (^constant in_constant)(void) = ^int(void) { return global_int; };
typedef int (^unary_t)(int);
const unary_t of_typedef = ^(int x) { return doubled(x); };
struct pair { int a, b; };

int apply(unary_t f, int x) { return f(x); }

// SECTION
// every form of a literal
kernel void forms(global int *g) {
    int multiplier = 3, list[2] = { 1, 2 };
    struct pair p = { 1, 2 };
    void (^nothing)(void) = ^{ g[0] = multiplier; };
    void (^empty)() = ^() { g[1] = p.a + list[1]; };
    struct pair (^of_records)(struct pair) = ^struct pair(struct pair q) { q.a += p.b; return q; };
    global int *(^of_pointers)(int) = ^global int *(int i) { return g + i; };
    int (^const qualified)(int) = ^int(int num) { return num * multiplier; };
    nothing();
    empty();
    g[2] = of_records(p).a + *of_pointers(1) + qualified(2) + doubled(3) + of_typedef(4) + in_constant();
    g[3] = ^int(int num) { return multiplier * num; }(11);
    g[4] = apply(doubled, 1) + apply(^(int x) { return x + multiplier; }, 2);
    unary_t alias = doubled;
    g[5] = alias(1);
    for (int i = 0; i < 3; i++) {
        unary_t in_loop = ^(int x) { if (x > i) return x; return i; };
        g[i] = in_loop(2);
    }
    int (^nested)(int) = ^(int x) {
        int (^inner)(int) = ^(int y) { return y * multiplier; };
        return inner(x) + ^(int z) { return z + x; }(1);
    };
    g[6] = nested(2);
}
kernel void enqueues(global int *g, queue_t q) {
    int n = 3;
    clk_event_t events[2];
    ndrange_t range = ndrange_1D(10);
    range = ndrange_2D((size_t[2]) { 1, 2 }, (size_t[2]) { 1, 1 });
    queue_t own = get_default_queue();
    events[0] = create_user_event();
    void (^work)(void) = ^{ g[get_global_id(0)] = n; };
    int status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, work);
    status |= enqueue_kernel(own, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 1, events, &events[1], ^{ g[0] = 1; });
    status |= enqueue_kernel(own, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1, 2, 3), 0, NULL, NULL,
                             ^(local void *a, local float *b) { b[0] = 1; }, 16, n * sizeof(float));
    status |= enqueue_kernel(own, 0, range, ^(local void *a) { ((local int *)a)[0] = 1; }, 4u);
    status |= enqueue_marker(own, 2, events, &events[1]);
    if (is_valid_event(events[1])) retain_event(events[1]);
    release_event(events[1]);
    set_user_event_status(events[0], CL_COMPLETE);
    capture_event_profiling_info(events[1], CLK_PROFILING_COMMAND_EXEC_TIME, g);
    g[0] = get_kernel_work_group_size(work) + get_kernel_preferred_work_group_size_multiple(work);
    g[1] = get_kernel_sub_group_count_for_ndrange(range, work) +
           get_kernel_max_sub_group_size_for_ndrange(range, ^(local void *a) { });
    clk_event_t none = CLK_NULL_EVENT;
    queue_t no_queue = CLK_NULL_QUEUE;
}
// SECTION
int (^uninitialised)(int); // ERROR: must be initialized where it is declared
extern int (^external)(int); // ERROR: a block variable cannot be 'extern'
unary_t table[2]; // ERROR: an array of 'int (^)(int)' is not allowed
struct holder { unary_t f; }; // ERROR: the type 'int (^)(int)' cannot be used for a field
unary_t returns(void); // ERROR: a function cannot return 'int (^)(int)'
unary_t *pointer; // ERROR: pointers to 'int (^)(int)' are not allowed
int (^variadic)(int, ...); // ERROR: a block cannot have a variable number of arguments
void (^of_blocks)(unary_t f); // ERROR: a block cannot be a parameter of a block
int ^no_function; // ERROR: the type after '^' is 'int', not that of a function
kernel void parameter(unary_t f) { } // ERROR: cannot be used as the type of a kernel parameter
kernel void event_parameter(clk_event_t e) { } // ERROR: 'clk_event_t' cannot be used as the type of a kernel parameter
kernel void range_parameter(ndrange_t r) { } // ERROR: 'ndrange_t' cannot be used as the type of a kernel parameter
// SECTION
kernel void uses(global int *g) {
    unary_t f = ^(int x) { return x; };
    f = doubled; // ERROR: a variable of type 'int (^)(int)' cannot be modified
    g[0] = (g[1] ? f : doubled)(1); // ERROR: a block cannot be an operand of '?:'
    &f; // ERROR: a block cannot be an operand of '&'
    *f; // ERROR: a block cannot be an operand of '*'
    g[1] = sizeof(f); // ERROR: a block cannot be an operand of 'sizeof'
    g[1] = (int)f; // ERROR: cannot convert from 'int (^)(int)' to 'int'
    if (f) g[1] = 0; // ERROR: requires an expression of scalar type
    f(1, 2); // ERROR: wrong number of arguments to a block of type 'int (^)(int)': expected 1, have 2
    f(g); // WARNING: incompatible pointer to integer conversion
    float (^other)(int) = f; // ERROR: initializing 'float (^)(int)' with an expression of incompatible type 'int (^)(int)'
    void (^captures)(void) = ^{ g[0] = f(1); }; // ERROR: a block cannot use 'f', a block variable
    int (^mixed)(int) = ^(int x) { if (x) return x; return 1.0f; }; // ERROR: returns 'float' here, but 'int' before
    void (^returns)(void) = ^void(void) { return 1; }; // ERROR: should not return a value
    int n = 0;
    void (^assigns)(void) = ^{ n = 1; }; // ERROR: cannot assign to variable 'n'
    static int (^fixed)(void) = ^{ return n; }; // ERROR: the initialiser of a static block uses 'n'
    for (;;) { void (^leaves)(void) = ^{ break; }; } // ERROR: 'break' outside of a loop or switch
    __block int shared; // ERROR: '__block' does not exist in OpenCL C
    int (^local in_local)(int) = doubled; // ERROR: a block variable cannot be in local memory
}
// SECTION
int (^itself)(int) = itself; // ERROR: block variable 'itself' is initialized with itself
int (^fact)(int) = ^(int n) { if (n < 2) return 1; return n * fact(n - 1); }; // ERROR: recursion is not supported: block -> block
kernel void inner_self(global int *g) {
    int (^f)(int) = ^(int n) { return f(n); }; // ERROR: a block cannot use 'f', a block variable
    int (^h)(int) = (g[0], h); // ERROR: block variable 'h' is initialized with itself
    g[0] = ^{ return g[1]; }() + ^{ return ^{ return g[2]; }(); }();
}
// SECTION
void again(int n) { void (^f)(void) = ^{ again(n - 1); }; f(); } // ERROR: recursion is not supported: again -> again.block -> again
void later(int n, queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{ later(n - 1, q); }); }
void through(void (^f)(void)) { f(); }
void around(void) { through(^{ around(); }); } // ERROR: recursion is not supported
// SECTION
kernel void enqueue_errors(global int *g, local int *l) {
    local int shared[4];
    int private_list[4];
    queue_t q = get_default_queue();
    ndrange_t r = ndrange_1D(1);
    clk_event_t e;
    enqueue_kernel(q, 0, r, ^{ shared[0] = 1; }); // ERROR: cannot use 'shared', a variable in local memory
    enqueue_kernel(q, 0, r, ^{ g[0] = private_list[0]; }); // WARNING: uses 'private_list', a pointer to private memory
    enqueue_kernel(q, 0, r, ^{ l[0] = 1; }); // WARNING: uses 'l', a pointer to local memory
    enqueue_kernel(q, 0, r, ^{ return 1; }); // ERROR: cannot return a value
    enqueue_kernel(q, 0, r, ^(int x) { }, 4); // ERROR: can only have parameters that point to local memory
    enqueue_kernel(q, 0, r, ^(local void *a) { }); // ERROR: needs a size for each of the 1 parameters of the block, but there are 0
    enqueue_kernel(q, 0, r, ^{ }, 4); // ERROR: needs a size for each of the 0 parameters
    enqueue_kernel(q, 0, r, 0, NULL, &g, ^{ }); // ERROR: no matching function for call to 'enqueue_kernel'
    enqueue_kernel(0, 0, r, ^{ }); // ERROR: no matching function
    enqueue_kernel(q, 0, 1, ^{ }); // ERROR: no matching function
    enqueue_kernel(q, 0, r); // ERROR: wrong number of arguments
    enqueue_marker(q, 0, NULL); // ERROR: wrong number of arguments
    ndrange_2D(1); // ERROR: no matching function
    ndrange_1D(1, 2, 3, 4); // ERROR: expected 1, 2 or 3, have 4
    get_kernel_work_group_size(r); // ERROR: no matching function
    capture_event_profiling_info(e, 1, l); // ERROR: no matching function
    e + 1; // ERROR: invalid operands to binary '+'
    local queue_t in_local;
    static ndrange_t kept; // ERROR: a variable of type 'ndrange_t' cannot be static or in program scope
}
clk_event_t in_program[2]; // ERROR: a variable of type 'clk_event_t[2]' cannot be static or in program scope
// SECTION
struct ranged { ndrange_t range; queue_t q; clk_event_t events[2]; };
ndrange_t larger(ndrange_t const *r, queue_t q) { ndrange_t list[2] = { *r }; return list[1] = *r; }
kernel void records(queue_t first, queue_t second) {
    queue_t q[] = { first, second }, *some = q;
    struct ranged r = { ndrange_1D(4, 2), first };
    const ndrange_t fixed = larger(&r.range, q[0]);
    for (int i = 0; i < 2; i++)
        enqueue_kernel(some[i], CLK_ENQUEUE_FLAGS_NO_WAIT, fixed, i, r.events, &r.events[i], ^{ });
    if (q[0] == CLK_NULL_QUEUE || q[0] != second || r.events[0] == CLK_NULL_EVENT) return;
}
