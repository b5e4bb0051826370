// What the device says it has and what a program finds: lists of names with versions and without, macros, pragmas,
// versions of OpenCL and of OpenCL C. Arguments are names that should be looked for, too. The output is a line for each
// name that is there, "NAME VERSION PLACES", which conformance/features_test.go compares with docs/features.md.
#include "check.h"

enum { MOST = 512 };

struct name {
	char text[CL_NAME_VERSION_MAX_NAME_SIZE];
	cl_version version;
	int on_device, on_platform, is_macro;
};

static struct name names[MOST];
static int count;

static struct name *find(const char *text) {
	for (int i = 0; i < count; i++) {
		if (!strcmp(names[i].text, text)) return &names[i];
	}
	check(count < MOST && strlen(text) < sizeof names->text, "%s", text);
	strcpy(names[count].text, text);
	return &names[count++];
}

// versions_of asks the device, or the platform if it is one of its queries.
static cl_name_version *versions_of(cl_uint query, size_t *length) {
	static cl_name_version list[MOST];
	size_t bytes = 0;
	if (query == CL_PLATFORM_EXTENSIONS_WITH_VERSION) ok(clGetPlatformInfo(platform, query, sizeof list, list, &bytes));
	else ok(clGetDeviceInfo(device, query, sizeof list, list, &bytes));
	*length = bytes / sizeof *list;
	check(*length > 0, "%x has no names", query);
	return list;
}

// test_text: the list of names in a text is the one with versions, in the same order.
static void test_text(const char *text, const cl_name_version *list, size_t length) {
	char joined[65536] = "";
	for (size_t i = 0; i < length; i++) {
		if (i) strcat(joined, " ");
		strcat(joined, list[i].name);
	}
	check(!strcmp(joined, text), "\n%s\n%s", text, joined);
}

static void read_lists(void) {
	static char text[65536];
	size_t length;
	cl_name_version *list = versions_of(CL_DEVICE_EXTENSIONS_WITH_VERSION, &length);
	for (size_t i = 0; i < length; i++) {
		struct name *n = find(list[i].name);
		check(!n->on_device, "%s stands twice", n->text);
		n->on_device = 1;
		n->version = list[i].version;
	}
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
	test_text(text, list, length);
	list = versions_of(CL_PLATFORM_EXTENSIONS_WITH_VERSION, &length);
	for (size_t i = 0; i < length; i++) {
		struct name *n = find(list[i].name);
		check(!n->on_platform && (!n->on_device || n->version == list[i].version), "%s", n->text);
		n->on_platform = 1;
		n->version = list[i].version;
	}
	ok(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof text, text, NULL));
	test_text(text, list, length);
	list = versions_of(CL_DEVICE_OPENCL_C_FEATURES, &length);
	for (size_t i = 0; i < length; i++) {
		struct name *n = find(list[i].name);
		check(!n->on_device && !strncmp(n->text, "__opencl_c_", 11), "%s", n->text);
		n->on_device = 1;
		n->version = list[i].version;
	}
}

// macros finds which names are macros in a version of OpenCL C; each has the value 1.
static void macros(const char *options, int values[MOST]) {
	char *source;
	size_t length;
	FILE *text = open_memstream(&source, &length);
	fputs("kernel void k(global int *out) {\n", text);
	for (int i = 0; i < count; i++) fprintf(text, "#ifdef %s\nout[%d] = %s;\n#endif\n", names[i].text, i, names[i].text);
	fputs("}\n", text);
	fclose(text);
	memset(values, 0, MOST * sizeof *values);
	cl_program program = build_with(source, options);
	free(source);
	cl_kernel k = kernel_of(program, "k");
	cl_mem out = buffer_of(MOST * sizeof *values, values);
	arg(k, 0, out);
	run1(k, 1, 1);
	read_back(out, values, MOST * sizeof *values);
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(program));
}

// test_macros: extensions are macros in every version or in none, features are since 3.0, and nothing is that is not
// listed.
static void test_macros(void) {
	int newest[MOST], older[MOST];
	macros("-cl-std=CL3.1", newest);
	for (int i = 0; i < count; i++) {
		names[i].is_macro = newest[i];
		check(newest[i] == 0 || (newest[i] == 1 && names[i].on_device), "%s is %d", names[i].text, newest[i]);
		check(newest[i] || !names[i].on_device || strncmp(names[i].text, "__opencl_c_", 11), "%s is no macro", names[i].text);
	}
	static const char *const versions[] = {"", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
	for (unsigned v = 0; v < sizeof versions / sizeof *versions; v++) {
		macros(versions[v], older);
		for (int i = 0; i < count; i++) {
			int wanted = newest[i] && (strncmp(names[i].text, "__opencl_c_", 11) || strstr(versions[v], "3.0"));
			check(older[i] == wanted, "%s: %s is %d", versions[v], names[i].text, older[i]);
		}
	}
}

// test_pragmas: what is listed can be enabled without a word.
static void test_pragmas(void) {
	char *source;
	size_t length;
	FILE *text = open_memstream(&source, &length);
	for (int i = 0; i < count; i++) {
		if (names[i].on_device && !strncmp(names[i].text, "cl_", 3)) fprintf(text, "#pragma OPENCL EXTENSION %s : enable\n", names[i].text);
	}
	fputs("kernel void k(void) {}\n", text);
	fclose(text);
	ok(clReleaseProgram(build_with(source, "-Werror")));
	free(source);
}

static cl_version parsed(const char *text, const char *prefix) {
	unsigned major = 0, minor = 0;
	check(!strncmp(text, prefix, strlen(prefix)) && sscanf(text + strlen(prefix), "%u.%u ", &major, &minor) == 2, "%s", text);
	return CL_MAKE_VERSION(major, minor, 0);
}

static int same(cl_version a, cl_version b) {
	return CL_VERSION_MAJOR(a) == CL_VERSION_MAJOR(b) && CL_VERSION_MINOR(a) == CL_VERSION_MINOR(b);
}

// test_versions: texts and numbers agree, and each version of OpenCL C that is listed builds and says its number.
static void test_versions(void) {
	char text[256];
	cl_version version;
	ok(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
	ok(clGetPlatformInfo(platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, NULL));
	check(same(parsed(text, "OpenCL "), version) && version == CL_MAKE_VERSION(3, 1, 0), "%s, %x", text, version);
	ok(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof text, text, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_NUMERIC_VERSION, sizeof version, &version, NULL));
	check(same(parsed(text, "OpenCL "), version) && version == CL_MAKE_VERSION(3, 1, 0), "%s, %x", text, version);
	ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
	cl_version compatible = parsed(text, "OpenCL C ");
	size_t length;
	cl_name_version *list = versions_of(CL_DEVICE_OPENCL_C_ALL_VERSIONS, &length);
	int wanted[] = {100, 110, 120, 300, 310}, found = 0, has_compatible = 0;
	for (size_t i = 0; i < length; i++) {
		int number = CL_VERSION_MAJOR(list[i].version) * 100 + CL_VERSION_MINOR(list[i].version) * 10;
		check(!strcmp(list[i].name, "OpenCL C"), "%s", list[i].name);
		printf("OpenCL C %d.%d\n", number / 100, number / 10 % 10);
		has_compatible |= same(list[i].version, compatible);
		for (unsigned j = 0; j < sizeof wanted / sizeof *wanted; j++) found += wanted[j] == number;
		char options[64], source[256];
		sprintf(options, "-cl-std=CL%d.%d", number / 100, number / 10 % 10);
		sprintf(source, "#if __OPENCL_C_VERSION__ != %d || __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310\n#error version\n#endif\n", number);
		ok(clReleaseProgram(build_with(source, options)));
	}
	check(has_compatible && found == 5, "%d", found);
}

int main(int argc, char **argv) {
	open_device();
	if (other_driver()) {
		check(1, "what other drivers list is their own");
		return done();
	}
	read_lists();
	for (int i = 1; i < argc; i++) find(argv[i]);
	test_macros();
	test_pragmas();
	test_versions();
	for (int i = 0; i < count; i++) {
		struct name *n = &names[i];
		if (!n->on_device && !n->on_platform && !n->is_macro) continue;
		printf("%s %d.%d.%d%s%s%s\n", n->text, CL_VERSION_MAJOR(n->version), CL_VERSION_MINOR(n->version),
			CL_VERSION_PATCH(n->version), n->on_device ? " device" : "", n->is_macro ? " macro" : "", n->on_platform ? " platform" : "");
	}
	return done();
}
