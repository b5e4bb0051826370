// printf from many work-items: every format, vectors, nothing lost, nothing torn.
#include "check.h"
#include <unistd.h>

static const char *source =
"kernel void formats(void) {\n"
"  printf(\"[%d|%5i|%-5d|%05d|%+d|%x|%#X|%o|%u|%c|%%]\\n\", -3, 42, 42, 42, 7, 255, 255, 8, 3000000000u, 'z');\n"
"  printf(\"[%f|%.2f|%10.3e|%g|%a]\\n\", 1.5f, 3.14159f, 12345.678f, 0.0001f, 1.0f);\n"
"  printf(\"[%s|%10s|%-6s|%.2s]\\n\", \"word\", \"right\", \"left\", \"cut\");\n"
"  printf(\"[%v4hld|%v2hlf|%v4hhx|%v3hlu]\\n\", (int4)(1, -2, 3, -4), (float2)(0.5f, -0.25f), (uchar4)(1, 2, 254, 255), (uint3)(7, 8, 9));\n"
"  printf(\"[%ld|%lu|%lx]\\n\", -5000000000L, 5000000000UL, 0x123456789abcdefUL);\n"
"}\n"
"kernel void many(int n) { int i = get_global_id(0); if (i % 3 == 0) printf(\"item %d of %d\\n\", i, n); }\n";

static char *capture(cl_kernel kernel, size_t global) {
	static char text[1 << 20];
	FILE *file = tmpfile();
	fflush(stdout);
	int saved = dup(1);
	dup2(fileno(file), 1);
	run1(kernel, global, 0);
	clFinish(queue);
	fflush(stdout);
	dup2(saved, 1);
	close(saved);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = 0;
	fclose(file);
	return text;
}

static const char *wanted =
"[-3|   42|42   |00042|+7|ff|0XFF|10|3000000000|z|%]\n"
"[1.500000|3.14| 1.235e+04|0.0001|0x1p+0]\n"
"[word|     right|left  |cu]\n"
"[1,-2,3,-4|0.500000,-0.250000|1,2,fe,ff|7,8,9]\n"
"[-5000000000|5000000000|123456789abcdef]\n";

int main(void) {
	open_device();
	cl_program program = build(source);
	cl_kernel formats = kernel_of(program, "formats"), many = kernel_of(program, "many");
	char *text = capture(formats, 1);
	check(strcmp(text, wanted) == 0, "got\n%s\nwanted\n%s", text, wanted);
	int n = 3000;
	arg(many, 0, n);
	text = capture(many, n);
	int lines = 0;
	char seen[3000] = {0};
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		int i, of;
		check(sscanf(line, "item %d of %d", &i, &of) == 2 && of == n && i % 3 == 0 && i < n && !seen[i]++, "line '%s'", line);
		lines++;
	}
	check(lines == 1000, "%d lines", lines);
	return done();
}
