// OPTIONS: 300 generic globals
#define OVER __attribute__((overloadable))
// SECTION
int OVER f(float4 a) { return 0; }
int OVER f(int a) { return 0; }
int OVER g(int a, int b) { return 0; }
int OVER g(char a, float b) { return 0; }
int OVER h(long a) { return 0; }
int OVER h(uint a) { return 0; }
int OVER i(const int *a) { return 0; }
int OVER i(int *a) { return 0; }
int OVER i(void *a) { return 0; }
int OVER j(uchar a) { return 0; }
int OVER j(float a) { return 0; }
int OVER l(float4 a, int b) { return 0; }
int OVER l(float a, float b) { return 0; }
int OVER one(bool b) { return 0; }
void calls(global int *p, uchar c, float4 v, global char *s) {
	f(1.0f);
	f(v);
	g(c, 1);
	g((char)c, 1); // ERROR: call to 'g' is ambiguous
	h(c); // ERROR: call to 'h' is ambiguous
	h(1u);
	i(p);
	i(s);
	j(1); // ERROR: call to 'j' is ambiguous
	j(1.0);  // ERROR: call to 'j' is ambiguous
	j(c);
	l(v, 1.0f);
	l(1.0f, 1); // ERROR: call to 'l' is ambiguous
	one(p);
	f(v.xy); // ERROR: no matching function for call to 'f' with argument types (float2)
	g(1); // ERROR: no matching function for call to 'g' with argument types (int)
}
// SECTION
// Together with the built-ins of the same name.
double OVER abs(double x) { return x < 0 ? -x : x; }
int OVER max(int a, float b) { return 0; }
float OVER min(float a, float b) { return a; }
float3 OVER pow(float3 a, float b) { return a; }
struct pair { int a, b; };
struct pair OVER add_sat(struct pair a, struct pair b) { return a; }
kernel void k(float3 v, float4 w, struct pair s) {
	_Static_assert(sizeof(abs(-3)) == 4 && sizeof(abs(-3.0f)) == 8 && sizeof(abs((char)1)) == 1, "");
	max(1, 2);
	max(1.0f, 2.0f);
	max(1.0f, 2);
	max(1L, 2.0f); // ERROR: call to 'max' is ambiguous; the built-in
	min(1.0f, 2.0f);
	min(w, w);
	min(1, 2L);
	pow(v, 2);
	pow(v, v);
	pow(w, w);
	s = add_sat(s, s);
	int i = add_sat(1, 2);
	abs(s); // ERROR: no matching function for call to 'abs' with argument types (struct pair)
	abs(w); // ERROR: no matching function for call to 'abs' with argument types (float4)
}
// SECTION
// A function that is not overloadable hides the built-in.
float clamp(float x, float lo) { return x < lo ? lo : x; }
static inline float4 mix(float4 a, int b) { return a * (float)b; }
kernel void k(float4 v) {
	clamp(1.0f, 2.0f);
	clamp(1.0f, 2.0f, 3.0f); // ERROR: too many arguments to function 'clamp'
	mix(v, 1);
	mix(v, v); // ERROR: passing to parameter of type 'int'
}
// SECTION
// Built-ins declared once more are the built-ins, also those of other types.
float4 OVER fabs(float4);
float OVER native_sin(float);
int printf(constant char *format, ...);
float sqrt(float);
kernel void k(float4 v, double d) {
	fabs(v);
	fabs(d);
	_Static_assert(sizeof(native_sin(d)) == 8, "");
	_Static_assert(sizeof(sqrt(v)) == 16, "");
	printf("%d", 1);
}
