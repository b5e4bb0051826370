package lower

import "testing"

// Sources that must lower to IR the verifier accepts; their results are checked where IR runs.
var sources = map[string]string{
	"control": `
		int helper(int x) { if (x > 3) return x; else return -x; }
		kernel void k(global int *p, int n) {
			for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; p[i] += helper(i); }
			int j = 0;
			while (j < n) { j++; do { j += 2; } while (j < 5); }
			switch (n) { case 1: p[0] = 1; case 2: p[1] = 2; break; default: p[2] = 3; case -1: p[4] = 1; }
			if (n > 3) goto out;
			p[0] = 7;
			for (;;) { if (p[0]) goto out; p[0]--; }
		out:
			p[1] = n ? p[0] : j;
			return;
			p[2] = 1;
		}`,
	"vectors": `
		kernel void k(global float4 *p, global int4 *q, float3 f, global float3 *r) {
			float4 v = p[0];
			v.xy = v.yx;
			v.s3 += 2.0f;
			v.lo = (float2)(1.0f, v.w);
			v *= 2.0f;
			int4 c = v > p[1];
			q[0] = c ? q[1] : q[2] && !q[3];
			q[1] = -q[2] << 3 | ~q[1];
			r[0] = f; r[1].z = f.x;
			p[2] = (float4)(v.xyz, 1.0f) + (float4)(3.0f);
			p[3] = fma(v, v, v) + max(v, 0.0f);
			v++; p[4].y++;
			p[5] = as_float4(q[0]);
			q[5] = convert_int4_sat_rte(v);
			uchar4 u = convert_uchar4_sat(v);
			vstore4(u, 3, (global uchar *)p);
			p[7] = vload4(2, (global float *)p);
		}`,
	"records": `
		typedef struct { int a; float b[4]; union { int i; float f; } u; } S;
		S make(int a) { S s = {a, {1.0f, 2.0f}}; s.u.f = 3.0f; return s; }
		int take(S s) { s.a++; return s.a + s.u.i; }
		kernel void k(global S *out, S in, constant S *c) {
			S local_copy = in, other = make(3);
			out[0] = local_copy;
			out[1] = get_global_id(0) > 3 ? other : in;
			out[2].a = take(out[1]) + take(make(4)) + make(5).a;
			S arr[3] = {{1}, {2}, {3}};
			out[3] = arr[in.a];
			out[4] = *c;
			out[5] = (S){1, {2}};
		}`,
	"memory": `
		constant float table[4] = {1, 2, 3.5f, -4};
		constant char *constant names[2] = {"ab", "cd"};
		constant int *constant where = (constant int *)&table[2];
		kernel void k(global float *p, local float *tile, global char *s) {
			local int counter; local float4 big[16];
			const int K[64] = {1, 2, 3};
			int n = get_local_id(0);
			counter = 0;
			barrier(CLK_LOCAL_MEM_FENCE);
			atomic_inc(&counter);
			atomic_add((volatile local int *)&counter, n);
			tile[n] = p[n]; big[n].x = table[n & 3];
			barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
			p[n] = tile[n ^ 1] + big[0].x + counter + K[n];
			s[0] = names[1][0];
			s[1] = *where;
			printf("hello %d %s %v4f\n", n, "x", big[1]);
			float f; p[1] = fract(p[2], &f); p[3] = f;
			atomic_cmpxchg((global int *)p, 1, 2);
			p[4] = atomic_xchg(p, 2.0f);
		}`,
	"scalars": `
		kernel void k(global long *p, int a, uint b, char c, ushort d, double e, float g) {
			p[0] = a + b; p[1] = c * d; p[2] = a / c % d; p[3] = e; p[4] = !e || (a && (1 > 0 ? a : p[2]));
			p[5] = (a > 3) == (c < 4); p[6] = g != 0; p[7] = (uchar)g; p[8] = a >> b;
			bool t = a; t++; p[9] = t; p[10] = p + 3 - p; p[11] = &p[a] > p; p[12] += e; p[13] <<= 3;
			float h = e; h -= a; p[14] = h; p[15] = (c, a); p[16] = -c; c += 300; p[17] = c--; p[18] = sizeof(p);
			p[19] = as_int(g) + as_uint((ushort2)(d, d)) + as_short4(e).y; p[20] = select(a, 3, b);
			p[21] = (long)p; p[22] = abs(a) + mad24(a, a, a) + clz(a) + rotate(a, 3) + mul_hi(a, a);
			p[23] = add_sat(c, c) + hadd(a, a) + rhadd(b, b) + popcount(d) + upsample(c, (uchar)c) + mad_sat(a, a, a);
		}`,
	"groups": `
		kernel void k(global float *p, local float4 *t, global float4 *q) {
			event_t e = async_work_group_copy(t, q, 16, 0);
			e = async_work_group_strided_copy(t, q, 16, 2, e);
			wait_group_events(1, &e);
			prefetch(q, 3);
			p[get_global_linear_id()] = get_global_size(get_work_dim()) + dot(t[0], t[1]) + length(q[0]);
			q[0] = normalize(q[1]); q[1] = cross(q[1], q[2]); q[2] = shuffle(q[3], (uint4)(3, 2, 1, 0));
			q[3].xyz = cross(q[1].xyz, q[2].xyz); p[1] = any(q[1] > q[2]) + all(isnan(q[1]));
			q[4] = mix(q[1], q[2], 0.5f) + smoothstep(q[1], q[2], q[3]) + step(1.0f, q[1]) + sign(q[4]) + degrees(q[0]);
			mem_fence(CLK_LOCAL_MEM_FENCE);
			p[2] = vload_half(0, (global half *)p); vstore_half4_rtz(q[1], 2, (global half *)p);
		}`,
	"calls of kernels": `
		kernel void inner(global int *p, int n) { p[n] = n; }
		kernel void outer(global int *p) { inner(p, 3); }`,
	"atomics of C11": `
		kernel void k(global atomic_int *p, global atomic_uint *u, global int *out) {
			int expected = 3;
			out[0] = atomic_compare_exchange_strong(p, &expected, 4);
			out[1] = atomic_fetch_add_explicit(p, 2, memory_order_relaxed, memory_scope_device);
			atomic_store(p, 3); out[2] = atomic_load_explicit(p, memory_order_acquire);
			out[3] = atomic_fetch_max(u, 7u); atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
		}`,
}

func TestSourcesLower(t *testing.T) {
	for name, source := range sources {
		t.Run(name, func(t *testing.T) { compile(t, source) })
	}
}
