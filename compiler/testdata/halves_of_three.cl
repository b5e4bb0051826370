// A vector of three counts as one of four whose last element is undefined, so its halves are vectors of two.
kernel void halves(global float *out) {
	float3 v = (float3)(1.0f, 2.0f, 3.0f);
	out[0] = v.lo.x;
	out[1] = v.lo.y;
	out[2] = v.hi.x;
	out[3] = v.even.y;
	out[4] = v.odd.x;
	v.hi = (float2)(30.0f, 40.0f);
	v.odd = (float2)(20.0f, 50.0f);
	v.hi += 1.0f;
	float2 h = v.zyx.hi;
	out[5] = v.x;
	out[6] = v.y;
	out[7] = v.z;
	out[8] = h.x;
	global float3 *q = (global float3 *)(out + 12);
	q[0].hi = (float2)(7.0f, 8.0f);
}
