// Random arguments for every function; random_test.go makes the table of functions. Pointers lead to memory of our own, lists
// end, and what would wait for ever is left out; handles are of any kind, live or released.
#include "check.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned long u64;
typedef u64 (*any_function)(u64, ...);

enum kind { KIND_context, KIND_command_queue, KIND_mem, KIND_program, KIND_kernel, KIND_event, KIND_sampler, KIND_semaphore_khr,
	KIND_command_buffer_khr, KIND_mutable_command_khr, KIND_platform_id, KIND_device_id, KINDS, NO_KIND };

struct function {
	const char *name;
	u64 (*call)(any_function);
	enum kind makes;
	any_function address;
	atomic_int calls, taken;
};

enum { THREADS = 3, CALLS = 12000, POOL = 16, ROOM = 1 << 22 };
static _Atomic(void *) pool[KINDS][POOL];
static char room[ROOM]; // for data: what is read or written at its beginning stays inside
static _Thread_local uint32_t state;
static _Thread_local u64 words[64], made[64];
static const u64 zeros[64];

static uint32_t below(uint32_t n) {
	state ^= state << 13, state ^= state >> 17, state ^= state << 5;
	return (state >> 8) % n;
}

static u64 any(enum kind kind) {
	if (!below(20)) return below(2) ? 0 : 8 * below(1000);
	if (!below(16)) kind = below(KINDS);
	return (u64)pool[kind][below(POOL)];
}

static u64 any_number(void) { return below(4) ? below(4) : below(2) ? below(0x3000) : 0x1000 + below(0x200); }
static u64 any_size(void) { return below(8) ? 16 * below(5) : below(2) ? below(4096) : -(u64)below(9); }
static u64 any_name(void) {
	static const uint16_t first[] = {0x0900, 0x1000, 0x1010, 0x1020, 0x1030, 0x1050, 0x1070, 0x1080, 0x1090, 0x1100, 0x1110, 0x1120, 0x1150,
		0x1160, 0x1180, 0x1190, 0x1196, 0x11B0, 0x11D0, 0x1280, 0x1290, 0x1294, 0x12A0, 0x2033, 0x2039, 0x2040, 0x2070, 0x2088, 0x4190, 0x4200};
	return first[below(sizeof first / sizeof *first)] + below(8);
}
static u64 any_format(void) {
	static const cl_image_format formats[] = {{CL_RGBA, CL_UNSIGNED_INT8}, {CL_R, CL_FLOAT}, {1, 2}, {CL_RGBA, CL_HALF_FLOAT}};
	return below(9) ? (u64)&formats[below(4)] : 0;
}
static u64 any_desc(void) {
	static const cl_image_desc descs[] = {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8},
		{.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4}, {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 9}, {0}};
	return below(9) ? (u64)&descs[below(4)] : 0;
}
static u64 any_words(void) {
	u64 *list = words + below(32);
	for (int i = 0; i < 16; i++) list[i] = below(3) ? below(5) : below(64);
	return below(6) ? (u64)list : 0;
}
static u64 any_region(void) {
	u64 *list = words + below(32);
	for (int i = 0; i < 4; i++) list[i] = below(9) ? 1 + below(4) : 0;
	return below(9) ? (u64)list : 0;
}
static u64 any_origin(void) { return below(3) ? below(2) ? (u64)zeros : 0 : any_words(); }
static u64 any_list(enum kind kind) {
	u64 *list = words + 32 + below(16);
	for (int i = 0; i < 8; i++) list[i] = any(kind);
	return below(9) ? (u64)list : 0;
}
static u64 made_event(void) { return below(2) ? (u64)made : 0; }
static u64 any_handle_type(void) { return below(2) ? CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR : below(9); }
static u64 zero_list(void) {
	static const void *lists[] = {zeros, zeros, zeros, zeros};
	return (u64)lists;
}
static void nothing(void) {}
static u64 any_callback(void) { return below(3) ? (u64)nothing : 0; }
static u64 any_pointer(void) { return below(9) ? (u64)room + 16 * below(64) : 0; }
static u64 any_pointers(void) {
	static void *list[] = {room, room + 64, room + 4096, NULL};
	return below(5) ? (u64)list : 0;
}
static u64 any_texts(void) {
	static const char *list[] = {"kernel void k(global int *p, int n) { p[get_global_id(0)] = n; }", "\n", "kernel void l(local int *x) {}", " "};
	return below(9) ? (u64)list : 0;
}
static u64 any_text(void) {
	static const char *list[] = {"k", "", "-cl-std=CL3.0", "clCreateSemaphoreWithPropertiesKHR", "-create-library"};
	return (u64)list[below(5)];
}
static u64 any_properties(void) {
	static const u64 lists[][8] = {{0}, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR}, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
		CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR}, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
		CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, (u64)-1}, {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, (u64)-1}, {CL_QUEUE_PROPERTIES, 3},
		{0x1293 /* CL_COMMAND_BUFFER_FLAGS_KHR */, 3}, {CL_DEVICE_PARTITION_EQUALLY, 1}, {77, 1, 77, 1}, {CL_CONTEXT_TERMINATE_KHR, 1}};
	return below(2) ? (u64)lists[below(sizeof lists / sizeof *lists)] : 0;
}

static void keep(enum kind kind, u64 object) {
	if (object && kind < KINDS) pool[kind][below(POOL)] = (void *)object;
}

struct work { struct function *list; int count, seed; };

static void fill(void);

static void *attack(void *arg) {
	struct work *w = arg;
	state = 4242 + 99991 * w->seed;
	for (int i = 0; i < CALLS; i++) {
		struct function *f = &w->list[below(w->count)];
		if (i % 300 == 299) fill();
		if ((strstr(f->name, "Release") || strstr(f->name, "Free") || strstr(f->name, "Terminate")) && below(8)) continue;
		made[0] = 0;
		u64 result = f->call(f->address);
		f->calls++;
		f->taken += f->makes == NO_KIND ? !(uint32_t)result : result != 0;
		keep(f->makes, result);
		if (!strncmp(f->name, "clEnqueue", 9)) keep(KIND_event, made[0]);
	}
	return NULL;
}

static cl_program program;

// fill puts a few good objects into the pools; the references are its own.
static void fill(void) {
	cl_int status;
	for (int i = 0; i < POOL / 2; i++) {
		clRetainContext(context), clRetainProgram(program);
		keep(KIND_context, (u64)context), keep(KIND_command_queue, (u64)clCreateCommandQueue(context, device, i & 3, &status));
		keep(KIND_mem, (u64)clCreateBuffer(context, 0, 4096, NULL, &status)), keep(KIND_program, (u64)program);
		cl_kernel kernel = clCreateKernel(program, "k", &status);
		cl_mem argument = clCreateBuffer(context, 0, 4096, NULL, &status);
		if (kernel) clSetKernelArg(kernel, 0, sizeof argument, &argument), clSetKernelArg(kernel, 1, 4, &i);
		keep(KIND_kernel, (u64)kernel);
		keep(KIND_event, (u64)clCreateUserEvent(context, &status)), keep(KIND_sampler, (u64)clCreateSampler(context, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &status));
		keep(KIND_platform_id, (u64)platform), keep(KIND_device_id, (u64)device);
	}
}

static int call_all(struct function *list, int count) {
	open_device();
	state = 1;
	void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
	check(library != NULL, "%s", dlerror());
	for (int i = 0; i < count; i++) {
		list[i].address = (any_function)dlsym(library, list[i].name);
		check(list[i].address != NULL, "no %s", list[i].name);
	}
	if (checks_failed) return done();
	program = build("kernel void k(global int *p, int n) { p[get_global_id(0) & 1023] = n; }");
	for (int turn = 0; turn < 3; turn++) {
		fill();
		pthread_t threads[THREADS];
		struct work work[THREADS];
		for (int i = 0; i < THREADS; i++) {
			work[i] = (struct work){list, count, turn * THREADS + i + 1};
			pthread_create(&threads[i], NULL, attack, &work[i]);
		}
		for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	}
	int good = 0;
	for (int i = 0; i < count; i++) {
		check(list[i].calls > 20, "%s: %d calls", list[i].name, list[i].calls);
		good += list[i].taken > 0;
	}
	check(good > count / 2, "only %d functions were ever taken", good);
	context = other_context(); // and all goes on
	cl_int status, got[64];
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem m = buffer_of(sizeof got, NULL);
	cl_kernel k = kernel_of(build("kernel void k(global int *p) { p[get_global_id(0)] = get_global_id(0) * 3; }"), "k");
	arg(k, 0, m);
	run1(k, 64, 0);
	read_back(m, got, sizeof got);
	check(got[63] == 189, "%d", got[63]);
	return done();
}
