// Collective functions of work-groups, beside what programs write without them: sums by halves of local memory, and scans
// that double their distance in each round. 64 Ki elements lie in
// the caches. Drivers without the functions get the plain form twice.

#ifdef __opencl_c_work_group_collective_functions
#define REDUCE(x) r = work_group_reduce_add(x)
#define SCAN(x) r = work_group_scan_inclusive_add(x)
#define ANY(x) r = work_group_any(x)
#define BROADCAST(x) r = work_group_broadcast(x, 0)
#else
#define REDUCE(x) HALVES(x)
#define SCAN(x) DOUBLES(x)
#define ANY(x) FLAG(x)
#define BROADCAST(x) FIRST(x)
#endif
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define ITEM uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0); T r;
#define HALVES(x) t[l] = x; WAIT; for (uint s = n / 2; s; s >>= 1) { if (l < s) t[l] += t[l + s]; WAIT; } r = t[0]
#define DOUBLES(x) r = x; t[l] = r; WAIT; for (uint s = 1; s < n; s <<= 1) { if (l >= s) r += t[l - s]; WAIT; t[l] = r; WAIT; }
#define FLAG(x) if (l == 0) t[0] = 0; WAIT; if (x) t[0] = 1; WAIT; r = t[0]
#define FIRST(x) if (l == 0) t[0] = x; WAIT; r = t[0]

kernel void reduce_plain(global const T *in, global T *out, local T *t) { ITEM; HALVES(in[i]); if (l == 0) out[get_group_id(0)] = r; }
kernel void reduce_idiom(global const T *in, global T *out, local T *t) { ITEM; REDUCE(in[i]); if (l == 0) out[get_group_id(0)] = r; }
kernel void scan_plain(global const T *in, global T *out, local T *t) { ITEM; DOUBLES(in[i]); out[i] = r; }
kernel void scan_idiom(global const T *in, global T *out, local T *t) { ITEM; SCAN(in[i]); out[i] = r; }
kernel void any_plain(global const T *in, global T *out, local T *t) { ITEM; FLAG(in[i] == 7); if (l == 0) out[get_group_id(0)] = r; }
kernel void any_idiom(global const T *in, global T *out, local T *t) { ITEM; ANY(in[i] == 7); if (l == 0) out[get_group_id(0)] = r; }
kernel void broadcast_plain(global const T *in, global T *out, local T *t) { ITEM; FIRST(in[i]); out[i] = in[i] + r; }
kernel void broadcast_idiom(global const T *in, global T *out, local T *t) { ITEM; BROADCAST(in[i]); out[i] = in[i] + r; }

//: pair reduce sum of a group of 64 floats
//: in f32 65536 10
//: out f32 1024
//: local 256
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 64 1

//: pair reduce sum of a group of 128 floats
//: in f32 65536 10
//: out f32 512
//: local 512
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 128 1

//: pair reduce sum of a group of 256 floats
//: in f32 65536 10
//: out f32 256
//: local 1024
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair reduce sum of a group of 1024 floats
//: in f32 65536 10
//: out f32 64
//: local 4096
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 1024 1

//: pair reduce sum of a group of 64 ints
//: in i32 65536 1000
//: out i32 1024
//: local 256
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 64 1

//: pair reduce sum of a group of 128 ints
//: in i32 65536 1000
//: out i32 512
//: local 512
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 128 1

//: pair reduce sum of a group of 256 ints
//: in i32 65536 1000
//: out i32 256
//: local 1024
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair reduce sum of a group of 1024 ints
//: in i32 65536 1000
//: out i32 64
//: local 4096
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 1024 1

//: pair reduce sum of a group of 256 doubles
//: in f64 65536 10
//: out f64 256
//: local 2048
//: options -D T=double -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair scan scan of a group of 64 floats
//: in f32 65536 10
//: out f32 65536
//: local 256
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 64 1

//: pair scan scan of a group of 128 floats
//: in f32 65536 10
//: out f32 65536
//: local 512
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 128 1

//: pair scan scan of a group of 256 floats
//: in f32 65536 10
//: out f32 65536
//: local 1024
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair scan scan of a group of 1024 floats
//: in f32 65536 10
//: out f32 65536
//: local 4096
//: options -D T=float -cl-std=CL3.0
//: run 1 65536 1 1024 1

//: pair scan scan of a group of 64 ints
//: in i32 65536 1000
//: out i32 65536
//: local 256
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 64 1

//: pair scan scan of a group of 128 ints
//: in i32 65536 1000
//: out i32 65536
//: local 512
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 128 1

//: pair scan scan of a group of 256 ints
//: in i32 65536 1000
//: out i32 65536
//: local 1024
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair scan scan of a group of 1024 ints
//: in i32 65536 1000
//: out i32 65536
//: local 4096
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 1024 1

//: pair scan scan of a group of 256 doubles
//: in f64 65536 10
//: out f64 65536
//: local 2048
//: options -D T=double -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair any vote of a group of 256
//: in i32 65536 1000
//: out i32 256
//: local 1024
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 256 1

//: pair broadcast one value for a group of 256
//: in i32 65536 1000
//: out i32 65536
//: local 1024
//: options -D T=int -cl-std=CL3.0
//: run 1 65536 1 256 1
