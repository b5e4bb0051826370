// OPTIONS: 300
// What printf's format says is compared with the arguments.
kernel void accepted(global float4 *v, global char *text, int i, uint u, long l, float f, char c, short3 s3) {
	printf("plain, 100%%\n");
	printf("%d %i %u %x %c %5d %-*d %.*f %hhd %hd", i, u, u, i, c, i, 4, i, 2, f, c, c);
	printf("%ld %lu %lx %f %e %g %a", l, l, l, f, f, f, f);
	printf("%v4hlf %v4f %v3hd %s %p", v[0], v[1], s3, "text", text);
}
// SECTION
kernel void rejected(global float4 *v, int i, long l, float f) {
	printf("%d", f); // WARNING: format specifies '%d' but the argument has type 'double'
	printf("%f", i); // WARNING: format specifies '%f' but the argument has type 'int'
	printf("%d", l); // WARNING: has type 'long'
	printf("%ld", i); // WARNING: has type 'int'
	printf("%d %d", i); // WARNING: more '%' conversions than data arguments
	printf("%d", i, i); // WARNING: data argument not used
	printf("%v4hlf", f); // WARNING: format specifies '%v4hlf'
	printf("%v2hlf", v[0]); // WARNING: has type 'float4'
	printf("%v4ld", v[0]); // WARNING: has type 'float4'
	printf("%f", v[0]); // WARNING: has type 'float4'
	printf("%q", i); // WARNING: invalid conversion specifier '%q'
	printf("%n", i); // WARNING: invalid conversion specifier '%n'
	printf("%s", i); // WARNING: format specifies '%s'
	printf("%*d", f, i); // WARNING: field width and precision should have type 'int'
	printf("100%"); // WARNING: invalid conversion specifier '%'
}
