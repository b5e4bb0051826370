// OPTIONS: 120 nofp64
double d(void); // ERROR: requires cl_khr_fp64
constant float accepted = 1.5;
void f(double x) { } // ERROR: requires cl_khr_fp64
