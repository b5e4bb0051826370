// What goes wrong with pipes: packets of other sizes, counts that cannot be, reservations that nobody commits, readers and
// writers of few packets where many want them. Each gets an answer, nothing hangs, and no packet is lost or doubled.
#include "check.h"

static const char *const source =
	"kernel void leak(write_only pipe int p, global int *got) { reserve_id_t id = reserve_write_pipe(p, 4); got[0] = is_valid_reserve_id(id); }\n"
	"kernel void leak_read(read_only pipe int p, global int *got) { reserve_id_t id = reserve_read_pipe(p, 1); got[0] = is_valid_reserve_id(id); }\n"
	"kernel void odd_counts(write_only pipe int p, global int *got) {\n"
	"  got[0] = is_valid_reserve_id(reserve_write_pipe(p, 0)); got[1] = is_valid_reserve_id(reserve_write_pipe(p, 0xffffffff));\n"
	"  got[2] = is_valid_reserve_id(reserve_write_pipe(p, 0x80000000)); got[3] = is_valid_reserve_id(reserve_write_pipe(p, get_pipe_max_packets(p) + 1)); }\n"
	"kernel void group_odd(write_only pipe int p, global int *got, uint n) {\n"
	"  reserve_id_t id = work_group_reserve_write_pipe(p, n); if (get_local_id(0) == 0) got[0] = is_valid_reserve_id(id); }\n"
	"kernel void put(write_only pipe int p, global int *ok) { int i = get_global_id(0); ok[i] = write_pipe(p, &i) == 0; }\n"
	"kernel void some(write_only pipe int p, global int *ok) { int i = get_global_id(0); ok[i] = 0; if (i * 7 % 5 < 3) ok[i] = write_pipe(p, &i) == 0; }\n"
	"kernel void take(read_only pipe int p, global int *out) { int i = get_global_id(0), v; out[i] = read_pipe(p, &v) ? -1 : v; }\n"
	"kernel void wide(write_only pipe int4 p, global int *ok) { int4 v = 0; ok[0] = write_pipe(p, &v); }\n";

enum { MOST = 4096 };
static cl_program program;
static cl_int status, host[MOST];

static cl_mem pipe_of(cl_uint packets) {
	cl_mem p = clCreatePipe(context, 0, 4, packets, NULL, &status);
	ok(status);
	return p;
}

// run runs a kernel on a pipe and leaves what it wrote in host.
static void run(const char *name, cl_mem p, size_t global, size_t local) {
	static cl_mem out;
	if (!out) out = buffer_of(sizeof host, NULL);
	cl_kernel k = kernel_of(program, name);
	arg(k, 0, p);
	arg(k, 1, out);
	run1(k, global, local);
	read_back(out, host, sizeof host);
	ok(clReleaseKernel(k));
}

static int count(size_t n) {
	int sum = 0;
	for (size_t i = 0; i < n; i++) sum += host[i];
	return sum;
}

// exact: as many writes as there is room for succeed, for any number of packets beside any number of work-items, and the
// packets that come out are those that went in.
static void exact(cl_uint packets, size_t items, size_t local, const char *writer) {
	cl_mem p = pipe_of(packets);
	static char in[MOST];
	for (int round = 0; round < 3; round++) { // the ring goes round
		run(writer, p, items, local);
		int written = count(items), wanted = 0;
		for (size_t i = 0; i < items; i++) in[i] = host[i], wanted += writer[0] == 'p' || i * 7 % 5 < 3;
		int least = wanted < (int)packets ? wanted : (int)packets;
		check(written == least, "%u packets, %zu items: %d written, not %d", packets, items, written, least);
		run("take", p, items, local);
		int read = 0;
		for (size_t i = 0; i < items; i++) {
			if (host[i] < 0) continue;
			read++;
			check((size_t)host[i] < items && in[host[i]]-- == 1, "packet %d came twice or from nowhere", host[i]);
		}
		check(read == written, "%u packets, %zu items: %d read of %d", packets, items, read, written);
	}
	ok(clReleaseMemObject(p));
}

static void never_committed(void) {
	cl_mem p = pipe_of(8);
	run("leak", p, 1, 1);
	check(host[0] == 1);
	run("take", p, 8, 8); // its packets are not there
	for (int i = 0; i < 8; i++) check(host[i] == -1, "read %d", host[i]);
	run("put", p, 8, 8);
	check(count(8) == 4, "%d beside four that are reserved", count(8));
	run("take", p, 8, 8); // those behind it neither, since packets come out in their order
	for (int i = 0; i < 8; i++) check(host[i] == -1, "read %d", host[i]);
	run("leak", p, 1, 1);
	check(host[0] == 0, "reserved although full");
	ok(clReleaseMemObject(p));

	p = pipe_of(4);
	run("put", p, 4, 4);
	run("leak_read", p, 1, 1);
	check(host[0] == 1);
	run("take", p, 4, 4); // the other three
	int read = 0;
	for (int i = 0; i < 4; i++) read += host[i] >= 0;
	check(read == 3, "%d", read);
	run("put", p, 4, 4); // the first slot is never free again
	check(count(4) == 0, "%d", count(4));
	ok(clReleaseMemObject(p));
}

static void odd_counts(void) {
	cl_mem p = pipe_of(16);
	run("odd_counts", p, 1, 1);
	check(count(4) == 0, "%d %d %d %d", host[0], host[1], host[2], host[3]);
	static const cl_uint counts[] = {0, 17, 0x80000000, 0xffffffff};
	cl_kernel k = kernel_of(program, "group_odd");
	cl_mem out = buffer_of(64, NULL);
	arg(k, 0, p);
	arg(k, 1, out);
	for (int i = 0; i < 4; i++) {
		arg(k, 2, counts[i]);
		run1(k, 64, 64);
		read_back(out, host, 4);
		check(host[0] == 0, "a group reserved %u packets", counts[i]);
	}
	ok(clReleaseKernel(k));
	run("put", p, 16, 16);
	check(count(16) == 16, "%d", count(16));
	cl_kernel wide = kernel_of(program, "wide");
	check_status(clSetKernelArg(wide, 0, sizeof p, &p), CL_INVALID_ARG_VALUE); // packets of four bytes
	check_status(clSetKernelArg(wide, 0, sizeof out, &out), CL_INVALID_MEM_OBJECT);
	ok(clReleaseMemObject(p));
	check_create(clCreatePipe(context, 0, 0, 16, NULL, &status), CL_INVALID_PIPE_SIZE);
	check_create(clCreatePipe(context, 0, 4, 0, NULL, &status), CL_INVALID_PIPE_SIZE);
	check_create(clCreatePipe(context, 0, 1 << 20, 16, NULL, &status), CL_INVALID_PIPE_SIZE);
	check_create(clCreatePipe(context, 0, 1024, UINT32_MAX, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	program = build_with(source, "-cl-std=CL3.0");
	static const cl_uint packets[] = {1, 3, 7, 8, 9, 64, 100, 1000};
	static const size_t items[] = {1, 5, 8, 64, 99, 1024};
	for (int i = 0; i < 8; i++) {
		for (int j = 0; j < 6; j++) {
			exact(packets[i], items[j], 0, "put");
			exact(packets[i], items[j], 1, "some");
			exact(packets[i], items[j], items[j] % 8 ? items[j] : 8, "some");
		}
	}
	never_committed();
	odd_counts();
	return done();
}
