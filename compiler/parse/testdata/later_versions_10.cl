// OPTIONS: 100
float3 f(void); // ERROR: unknown type name 'float3'; OpenCL C 1.1 and later have it: build with -cl-std=CL1.2
float4 g(void);
