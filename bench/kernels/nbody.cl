// math
//: ops 83886080
//: in f32 8192 1
//: out f32 8192
//: i32 2048
//: run 1 2048 1 0 0
kernel void nbody(global const float4 *in, global float4 *out, int n) {
	int i = get_global_id(0);
	float4 me = in[i];
	float3 acc = 0;
	for (int j = 0; j < n; j++) {
		float3 d = in[j].xyz - me.xyz;
		float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
		acc += d * (in[j].w * r * r * r);
	}
	out[i] = (float4)(acc, me.w);
}
