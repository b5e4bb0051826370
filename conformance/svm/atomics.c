// Host threads and a running kernel meet in atomic operations on shared memory, both ways, with every order: messages,
// operations on one variable, a lock, and the store buffers that sequential consistency has to hide.
#include "svm/shared.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { ROUNDS = 300, OPERATIONS = 2000, ITEMS = 64 };

static const char source[] =
	"kernel void answer(global atomic_int *call, global atomic_int *reply, global int *data, int rounds) {\n"
	"	for (int i = 1; i <= rounds; i++) {\n"
	"		while (atomic_load_explicit(call, LOAD, memory_scope_all_svm_devices) != i) ;\n"
	"		FENCE_AFTER data[1] = data[0] * 3 + i; FENCE_BEFORE\n"
	"		atomic_store_explicit(reply, i, STORE, memory_scope_all_svm_devices);\n"
	"	}\n"
	"}\n"
	"kernel void operate(global atomic_int *begun, global atomic_int *i, global atomic_ulong *l, int count) {\n"
	"	int me = get_global_id(0);\n"
	"	atomic_fetch_add_explicit(begun, 1, ORDER, memory_scope_all_svm_devices);\n"
	"	for (int k = 0; k < count; k++) {\n"
	"		atomic_fetch_add_explicit(&i[0], 3, ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_sub_explicit(&i[1], 2, ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_xor_explicit(&i[2], 1 << (me & 15), ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_or_explicit(&i[3], 1 << (k & 15), ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_and_explicit(&i[4], ~(1 << (k & 15)), ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_min_explicit(&i[5], -(me * count + k), ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_max_explicit(&i[6], me * count + k, ORDER, memory_scope_all_svm_devices);\n"
	"		int old = atomic_load_explicit(&i[7], memory_order_relaxed, memory_scope_all_svm_devices);\n"
	"		while (!atomic_compare_exchange_weak_explicit(&i[7], &old, old + 1, ORDER, memory_order_relaxed, memory_scope_all_svm_devices)) ;\n"
	"		atomic_fetch_add_explicit(&l[0], 1ul << 33, ORDER, memory_scope_all_svm_devices);\n"
	"		ulong token = atomic_exchange_explicit(&l[1], (ulong)(me * count + k) << 32, ORDER, memory_scope_all_svm_devices);\n"
	"		atomic_fetch_add_explicit(&l[2], token, memory_order_relaxed, memory_scope_all_svm_devices);\n"
	"	}\n"
	"}\n"
	"kernel void locked(global atomic_flag *lock, global long *plain, int count) {\n"
	"	for (int k = 0; k < count; k++) {\n"
	"		while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_all_svm_devices)) ;\n"
	"		plain[0]++; plain[1] -= 2;\n"
	"		atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_all_svm_devices);\n"
	"	}\n"
	"}\n"
	"kernel void buffered(global atomic_int *turn, global atomic_int *x, global atomic_int *y, global int *seen, int rounds) {\n"
	"	for (int i = 0; i < rounds; i++) {\n"
	"		atomic_fetch_add(turn, 1);\n"
	"		while (atomic_load_explicit(turn, memory_order_relaxed, memory_scope_all_svm_devices) < 2 * (i + 1)) ;\n"
	"		STORE_AND_LOAD\n"
	"	}\n"
	"}\n"
	"kernel void volatile_wait(volatile global int *go, volatile global int *gone) { while (!*go) ; *gone = *go; }\n";

typedef struct {
	_Alignas(64) atomic_int call;
	_Alignas(64) atomic_int reply;
	_Alignas(64) int data[2];
} Mail;

static cl_program with(const char *load, const char *store, const char *order, const char *after, const char *before, const char *buffering) {
	static char options[2000];
	snprintf(options, sizeof options, "-cl-std=CL3.0 -DLOAD=%s -DSTORE=%s -DORDER=%s -DFENCE_AFTER=%s -DFENCE_BEFORE=%s -DSTORE_AND_LOAD=%s", load, store, order, after, before, buffering);
	return build_with(source, options);
}

static void launch(cl_kernel k, size_t items) {
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL));
	ok(clFlush(queue));
}

// answers: the host calls and the kernel replies, while it runs. Plain data goes with the messages.
static void answers(cl_program program, Mail *mail) {
	cl_kernel k = kernel_of(program, "answer");
	int rounds = ROUNDS, wrong = 0;
	atomic_store(&mail->call, 0);
	atomic_store(&mail->reply, 0);
	ok(clSetKernelArgSVMPointer(k, 0, &mail->call));
	ok(clSetKernelArgSVMPointer(k, 1, &mail->reply));
	ok(clSetKernelArgSVMPointer(k, 2, mail->data));
	arg(k, 3, rounds);
	launch(k, 1);
	for (int i = 1; i <= ROUNDS; i++) {
		mail->data[0] = 1000 - i;
		atomic_store_explicit(&mail->call, i, memory_order_release);
		while (atomic_load_explicit(&mail->reply, memory_order_acquire) != i) sched_yield();
		wrong += mail->data[1] != (1000 - i) * 3 + i;
	}
	check(!wrong, "%d replies of %d are wrong", wrong, ROUNDS);
	ok(clFinish(queue));
	ok(clReleaseKernel(k));
}

// operations: the kernel's work-items and a host thread change the same variables.
static void operations(cl_program program, atomic_int *i, atomic_ulong *l) {
	cl_kernel k = kernel_of(program, "operate");
	int count = OPERATIONS / 8;
	atomic_int *begun = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0);
	atomic_store(begun, 0);
	for (int n = 0; n < 8; n++) atomic_store(&i[n], 0);
	atomic_store(&i[4], -1);
	for (int n = 0; n < 3; n++) atomic_store(&l[n], 0);
	ok(clSetKernelArgSVMPointer(k, 0, begun));
	ok(clSetKernelArgSVMPointer(k, 1, i));
	ok(clSetKernelArgSVMPointer(k, 2, l));
	arg(k, 3, count);
	launch(k, ITEMS);
	while (!atomic_load(begun)) sched_yield();
	unsigned long tokens = 0;
	for (int n = 0; n < OPERATIONS; n++) {
		atomic_fetch_add(&i[0], 3);
		atomic_fetch_sub(&i[1], 2);
		atomic_fetch_xor(&i[2], 1 << 20);
		atomic_fetch_or(&i[3], 1 << (16 + n % 8));
		atomic_fetch_and(&i[4], ~(1 << (16 + n % 8)));
		atomic_fetch_add(&i[7], 1);
		atomic_fetch_add(&l[0], 1);
		tokens += atomic_exchange(&l[1], n);
	}
	ok(clFinish(queue));
	int all = ITEMS * count + OPERATIONS;
	check(i[0] == 3 * all, "%d, not %d", i[0], 3 * all);
	check(i[1] == -2 * all, "%d, not %d", i[1], -2 * all);
	int parity = OPERATIONS % 2 << 20; // each of 16 bits was flipped by 4 work-items
	check(i[2] == parity, "%#x", i[2]);
	check(i[3] == 0xffffff, "%#x", i[3]);
	check(i[4] == ~0xffffff, "%#x", i[4]);
	check(i[5] == -(ITEMS * count - 1) && i[6] == ITEMS * count - 1, "%d %d", i[5], i[6]);
	check(i[7] == all, "%d", i[7]);
	check(l[0] == ((cl_ulong)ITEMS * count << 33) + OPERATIONS, "%#lx", l[0]);
	cl_ulong n = (cl_ulong)ITEMS * count, h = OPERATIONS;
	// each token that was put in was taken out once, by the kernel, by the host, or at last
	check(l[2] + tokens + l[1] == (n * (n - 1) / 2 << 32) + h * (h - 1) / 2, "%#lx %#lx %#lx", l[2], tokens, l[1]);
	clSVMFree(context, begun);
	ok(clReleaseKernel(k));
}

typedef struct {
	_Alignas(64) atomic_flag lock;
	_Alignas(64) cl_long plain[2];
} Locked;

// locks: plain memory is guarded by a lock that kernel and host take.
static void locks(cl_program program, Locked *shared) {
	cl_kernel k = kernel_of(program, "locked");
	int count = OPERATIONS;
	memset(shared, 0, sizeof *shared);
	ok(clSetKernelArgSVMPointer(k, 0, &shared->lock));
	ok(clSetKernelArgSVMPointer(k, 1, shared->plain));
	arg(k, 2, count);
	launch(k, 1);
	for (int n = 0; n < OPERATIONS; n++) {
		while (atomic_flag_test_and_set_explicit(&shared->lock, memory_order_acquire)) sched_yield();
		shared->plain[0]++;
		shared->plain[1] -= 2;
		atomic_flag_clear_explicit(&shared->lock, memory_order_release);
	}
	ok(clFinish(queue));
	check(shared->plain[0] == 2 * OPERATIONS && shared->plain[1] == -4 * OPERATIONS, "%ld %ld", (long)shared->plain[0], (long)shared->plain[1]);
	ok(clReleaseKernel(k));
}

// buffered: each side stores its own variable and then loads the other's. Not both may see nothing.
static void buffered(cl_program program) {
	cl_kernel k = kernel_of(program, "buffered");
	int rounds = ROUNDS, none = 0, host[ROUNDS];
	const cl_svm_mem_flags flags = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
	atomic_int *turn = clSVMAlloc(context, flags, 64, 0), *x = clSVMAlloc(context, flags, 4 * ROUNDS, 0), *y = clSVMAlloc(context, flags, 4 * ROUNDS, 0);
	int *seen = clSVMAlloc(context, flags, 4 * ROUNDS, 0);
	void *all[] = {turn, x, y, seen};
	memset(turn, 0, 64), memset(x, 0, 4 * ROUNDS), memset(y, 0, 4 * ROUNDS), memset(seen, 0, 4 * ROUNDS);
	for (int i = 0; i < 4; i++) ok(clSetKernelArgSVMPointer(k, i, all[i]));
	arg(k, 4, rounds);
	launch(k, 1);
	for (int i = 0; i < ROUNDS; i++) {
		atomic_fetch_add(turn, 1);
		for (int n = 0; atomic_load_explicit(turn, memory_order_relaxed) < 2 * (i + 1); n++)
			if (n > 1000) sched_yield();
		atomic_store(&y[i], 1);
		host[i] = atomic_load(&x[i]);
	}
	ok(clFinish(queue));
	for (int i = 0; i < ROUNDS; i++) none += !host[i] && !seen[i];
	check(!none, "in %d rounds both saw nothing", none);
	for (int i = 0; i < 4; i++) clSVMFree(context, all[i]);
	ok(clReleaseKernel(k));
}

static void volatiles(cl_program program) {
	volatile int go = 0, gone = 0;
	cl_kernel k = kernel_of(program, "volatile_wait");
	ok(clSetKernelArgSVMPointer(k, 0, (int *)&go));
	ok(clSetKernelArgSVMPointer(k, 1, (int *)&gone));
	launch(k, 1);
	struct timespec a_while = {0, 2000000};
	nanosleep(&a_while, NULL);
	check(gone == 0, "it did not wait");
	go = 9;
	ok(clFinish(queue));
	check(gone == 9, "%d", gone);
	ok(clReleaseKernel(k));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	static const struct {
		const char *load, *store, *order, *after, *before, *buffering;
	} orders[] = {
		{"memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "", "",
			"atomic_store_explicit(&x[i],1,memory_order_seq_cst,memory_scope_all_svm_devices);seen[i]=atomic_load_explicit(&y[i],memory_order_seq_cst,memory_scope_all_svm_devices);"},
		{"memory_order_seq_cst", "memory_order_seq_cst", "memory_order_seq_cst", "", "",
			"atomic_exchange_explicit(&x[i],1,memory_order_seq_cst,memory_scope_all_devices);seen[i]=atomic_load_explicit(&y[i],memory_order_seq_cst,memory_scope_all_devices);"},
		{"memory_order_relaxed", "memory_order_relaxed", "memory_order_relaxed",
			"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,memory_order_acquire,memory_scope_all_svm_devices);",
			"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,memory_order_release,memory_scope_all_svm_devices);",
			"atomic_store_explicit(&x[i],1,memory_order_relaxed,memory_scope_all_svm_devices);"
			"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,memory_order_seq_cst,memory_scope_all_svm_devices);"
			"seen[i]=atomic_load_explicit(&y[i],memory_order_relaxed,memory_scope_all_svm_devices);"},
		{"memory_order_acquire", "memory_order_release", "memory_order_acquire", "", "", "atomic_store(&x[i],1);seen[i]=atomic_load(&y[i]);"},
		{"memory_order_acquire", "memory_order_release", "memory_order_release", "", "", "atomic_store(&x[i],1);seen[i]=atomic_load(&y[i]);"},
	};
	const cl_svm_mem_flags flags = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
	Mail *mail = clSVMAlloc(context, flags, sizeof *mail, 0), *mine = aligned_alloc(64, sizeof *mine);
	Locked *locked = clSVMAlloc(context, flags, sizeof *locked, 0);
	atomic_int *ints = clSVMAlloc(context, flags, 8 * sizeof *ints, 0);
	atomic_ulong *longs = clSVMAlloc(context, flags, 3 * sizeof *longs, 0);
	for (unsigned n = 0; n < sizeof orders / sizeof *orders; n++) {
		cl_program p = with(orders[n].load, orders[n].store, orders[n].order, orders[n].after, orders[n].before, orders[n].buffering);
		answers(p, n % 2 ? mine : mail); // memory of the driver's, and of the host's
		operations(p, ints, longs);
		locks(p, locked);
		buffered(p);
		if (!n) volatiles(p);
		ok(clReleaseProgram(p));
	}
	return done();
}
