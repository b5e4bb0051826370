// Local and private memory that is zero before anything is written (cl_khr_initialize_memory), after kernels that left other
// things there: groups in one vector and in many, with barriers and without, variables in registers and in memory.
#include "check.h"

static const char *source =
	"#define LOCALS 300\n"
	"kernel void litter(global int *out, local int *given, int many) {\n"
	"  local int own[LOCALS]; int mine[40];\n"
	"  int l = get_local_id(0), n = get_local_size(0);\n"
	"  for (int i = l; i < LOCALS; i += n) own[i] = i + 1;\n"
	"  for (int i = l; i < many; i += n) given[i] = ~i;\n"
	"  for (int i = 0; i < 40; i++) mine[(i * 7 + l) % 40] = l + i + 1;\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  out[get_global_id(0)] = mine[l % 40] + own[l % LOCALS] + given[l % many];\n"
	"}\n"
	"kernel void locals(global int *out, local int *given, int many) {\n"
	"  local int own[LOCALS];\n"
	"  int l = get_local_id(0), n = get_local_size(0), sum = 0;\n"
	"  for (int i = l; i < LOCALS; i += n) sum |= own[i];\n"
	"  for (int i = l; i < many; i += n) sum |= given[i];\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  for (int i = l; i < LOCALS; i += n) own[i] = -1;\n"
	"  for (int i = l; i < many; i += n) given[i] = -1;\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  out[get_global_id(0)] = sum + own[(l + 1) % LOCALS] + 1;\n"
	"}\n"
	"kernel void alone(global int *out, local int *given, int many) {\n" // no barrier: one place for each work-item
	"  int l = get_local_id(0) % many;\n"
	"  out[get_global_id(0)] = given[l];\n"
	"  given[l] = -1;\n"
	"}\n"
	"int helper(int at) { int hidden[30]; int old = hidden[at % 30]; hidden[at % 30] = at + 1; return old; }\n"
	"kernel void privates(global int *out, local int *given, int many) {\n"
	"  int array[40], plain, branch;\n"
	"  float4 vector; struct { char c; long l; int more[9]; } s;\n"
	"  int l = get_global_id(0);\n"
	"  if (l % 3 == 5) branch = 7;\n"
	"  int sum = plain | branch | array[l % 40] | s.more[l % 9] | (int)s.l | s.c | (vector.z != 0) | helper(l);\n"
	"  array[l % 40] = -1; s.more[l % 9] = -1;\n"
	"  out[l] = sum + (array[(l + 40) % 40] + 1);\n"
	"}\n"
	"kernel void across(global int *out, local int *given, int many) {\n" // live across a barrier, in frames
	"  int array[40], plain;\n"
	"  int l = get_global_id(0);\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  int sum = array[l % 40] | plain;\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  for (int i = 0; i < 40; i++) array[i] = -1;\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  out[l] = sum + array[(l + many) % 40] + 1;\n"
	"}\n";

enum { N = 3000, MANY = 100 };
static const char *const names[] = {"locals", "alone", "privates", "across"};

// runs each kernel after the one that litters, in groups of several sizes.
static void runs(cl_program program) {
	static const size_t sizes[] = {1, 8, 50, 100, 250, 1000};
	cl_mem out = buffer_of(4 * N, NULL);
	cl_kernel litter = kernel_of(program, "litter");
	const cl_int many = MANY;
	arg(litter, 0, out);
	local_arg(litter, 1, 4 * MANY);
	arg(litter, 2, many);
	for (int k = 0; k < 4; k++) {
		cl_kernel kernel = kernel_of(program, names[k]);
		arg(kernel, 0, out);
		local_arg(kernel, 1, 4 * MANY);
		arg(kernel, 2, many);
		for (int s = 0; s < 6; s++) {
			if (k == 1 && sizes[s] > MANY) continue;
			run1(litter, N, 100);
			run1(kernel, N, sizes[s]);
			static cl_int got[N];
			read_back(out, got, sizeof got);
			int wrong = 0;
			for (int i = 0; i < N && !wrong; i++)
				if (got[i]) wrong = i + 1;
			check(!wrong, "%s in groups of %zu: %d at %d", names[k], sizes[s], got[wrong - 1], wrong - 1);
		}
	}
}

// from_binary is the program again, with the machine code that was made for another context.
static cl_program from_binary(cl_program program) {
	size_t bytes = 0;
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
	unsigned char *binary = malloc(bytes);
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	cl_int status, loaded;
	cl_program again = clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char **)&binary, &loaded, &status);
	ok(status);
	ok(clBuildProgram(again, 1, &device, "", NULL, NULL));
	free(binary);
	return again;
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	cl_program plain = build(source);
	unsigned char *binary;
	size_t bytes = 0;
	ok(clGetProgramInfo(plain, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
	binary = malloc(bytes);
	ok(clGetProgramInfo(plain, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));

	cl_int status, loaded;
	cl_context_properties bad[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0};
	check_create(clCreateContext(bad, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY);
	cl_context_properties both[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, 3 /* LOCAL | PRIVATE */, 0};
	context = clCreateContext(both, 1, &device, NULL, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_program program = build(source);
	runs(program);
	runs(from_binary(program));
	cl_program foreign = clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char **)&binary, &loaded, &status);
	ok(status);
	ok(clBuildProgram(foreign, 1, &device, "", NULL, NULL));
	runs(foreign);
	cl_context_properties kept[4];
	ok(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof kept, kept, &bytes));
	check(bytes == sizeof both && !memcmp(kept, both, bytes), "%zu", bytes);
	return done();
}
