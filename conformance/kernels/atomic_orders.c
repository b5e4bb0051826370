// The orders and scopes of C11 atomics that the device claims: the claims and the macros agree, every form compiles and
// computes, and sequentially consistent stores and loads of two work-groups never miss each other.
#include "check.h"

static cl_device_atomic_capabilities memory_caps, fence_caps;

static void test_claims(void) {
	ok(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof memory_caps, &memory_caps, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof fence_caps, &fence_caps, NULL));
	check(memory_caps & CL_DEVICE_ATOMIC_ORDER_RELAXED && memory_caps & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, "%lx", (long)memory_caps);
	check(fence_caps & CL_DEVICE_ATOMIC_ORDER_ACQ_REL && fence_caps & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP, "%lx", (long)fence_caps);
	static const char *const source = "kernel void macros(global ulong *out) { ulong bits = 0;\n"
		"#ifdef __opencl_c_atomic_order_acq_rel\nbits |= 1 << 1;\n#endif\n"
		"#ifdef __opencl_c_atomic_order_seq_cst\nbits |= 1 << 2;\n#endif\n"
		"#ifdef __opencl_c_atomic_scope_device\nbits |= 1 << 5;\n#endif\n"
		"#ifdef __opencl_c_atomic_scope_all_devices\nbits |= 1 << 6;\n#endif\n"
		"*out = bits; }\n";
	cl_kernel kernel = kernel_of(build_with(source, "-cl-std=CL3.0"), "macros");
	cl_ulong bits = 0;
	cl_mem out = buffer_of(sizeof bits, NULL);
	arg(kernel, 0, out);
	run1(kernel, 1, 1);
	read_back(out, &bits, sizeof bits);
	cl_ulong optional = CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
		CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
	check(bits == (memory_caps & optional), "macros %lx, claims %lx", (long)bits, (long)memory_caps);
}

// Each order with each scope: 100 work-items add, exchange and compare.
static void test_forms(void) {
	static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
	static const char *const scopes[] = {"work_group", "device", "all_devices"};
	for (int o = 0; o < 5; o++) {
		for (int s = 0; s < 3; s++) {
			char source[2000];
			const char *load = o == 2 || o == 3 ? "acquire" : orders[o], *store = o == 1 || o == 3 ? "release" : orders[o];
			snprintf(source, sizeof source,
				"kernel void forms(global atomic_int *a, global int *out) { int i = get_global_id(0); local atomic_uint l;\n"
				"#define ORDER memory_order_%s\n#define SCOPE memory_scope_%s\n"
				"if (get_local_id(0) == 0) atomic_init(&l, 0); barrier(CLK_LOCAL_MEM_FENCE);\n"
				"atomic_fetch_add_explicit(&a[0], i, ORDER, SCOPE); atomic_fetch_max_explicit(&a[1], i, ORDER, SCOPE);\n"
				"atomic_fetch_or_explicit(&l, 1u << (i %% 10), ORDER, SCOPE);\n"
				"int expected = 0; if (i == 0) out[101] = atomic_compare_exchange_strong_explicit(&a[2], &expected, 7, ORDER, memory_order_relaxed, SCOPE);\n"
				"atomic_store_explicit(&a[3 + i], i * 3, memory_order_%s, SCOPE);\n"
				"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, ORDER, SCOPE);\n"
				"out[i] = atomic_load_explicit(&a[3 + i], memory_order_%s, SCOPE);\n"
				"barrier(CLK_LOCAL_MEM_FENCE); if (i == 0) out[100] = atomic_load_explicit(&l, memory_order_%s, SCOPE); }\n",
				orders[o], scopes[s], store, load, load);
			cl_kernel kernel = kernel_of(build_with(source, "-cl-std=CL3.0"), "forms");
			int zeros[103] = {0}, got[103];
			cl_mem a = buffer_of(sizeof zeros, zeros), out = buffer_of(sizeof zeros, zeros);
			arg(kernel, 0, a);
			arg(kernel, 1, out);
			run1(kernel, 100, 100);
			read_back(out, got, sizeof got);
			for (int i = 0; i < 100; i++) check(got[i] == i * 3, "%s %s: item %d: %d", orders[o], scopes[s], i, got[i]);
			check(got[100] == 1023 && got[101] == 1, "%s %s: %d %d", orders[o], scopes[s], got[100], got[101]);
			read_back(a, got, sizeof got);
			check(got[0] == 4950 && got[1] == 99 && got[2] == 7, "%s %s: %d %d %d", orders[o], scopes[s], got[0], got[1], got[2]);
		}
	}
}

#define ROUNDS 4000

// Two work-groups: each stores to its own word and then loads the other's. Both loads cannot come before both stores.
static void test_store_buffering(void) {
	if (!(memory_caps & CL_DEVICE_ATOMIC_ORDER_SEQ_CST)) return;
	static const char *const source =
		"kernel void cross(global atomic_int *words, global int *seen) { int me = get_group_id(0);\n"
		"  for (int i = 0; i < 4000; i++) {\n"
		"    atomic_store_explicit(&words[32 * i + 16 * me], 1, memory_order_seq_cst, memory_scope_device);\n"
		"    seen[2 * i + me] = atomic_load_explicit(&words[32 * i + 16 * (1 - me)], memory_order_seq_cst, memory_scope_device);\n"
		"  } }\n";
	cl_kernel kernel = kernel_of(build_with(source, "-cl-std=CL3.0"), "cross");
	static int words[32 * ROUNDS], seen[2 * ROUNDS];
	cl_mem in = buffer_of(sizeof words, words), out = buffer_of(sizeof seen, NULL);
	arg(kernel, 0, in);
	arg(kernel, 1, out);
	run1(kernel, 2, 1);
	read_back(out, seen, sizeof seen);
	int missed = 0;
	for (int i = 0; i < ROUNDS; i++) missed += !seen[2 * i] && !seen[2 * i + 1];
	check(missed == 0, "%d of %d rounds", missed, ROUNDS);
}

int main(void) {
	open_device();
	test_claims();
	test_forms();
	test_store_buffering();
	return done();
}
