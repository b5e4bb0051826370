// divergent
//: items 65536
//: in f32 128 4
//: out f32 262144
//: i32 256
//: i32 16
//: run 2 256 256 0 0
typedef struct { float4 center_r; float4 color; } Sphere;
typedef struct { float3 o, d; } Ray;
bool hit(Ray r, constant Sphere *s, float *t) {
	float3 oc = r.o - s->center_r.xyz;
	float b = dot(oc, r.d), c = dot(oc, oc) - 0.2f, disc = b * b - c;
	if (disc < 0) return false;
	float sq = sqrt(disc), t0 = -b - sq;
	if (t0 < 1e-3f) t0 = -b + sq;
	if (t0 < 1e-3f || t0 > *t) return false;
	*t = t0;
	return true;
}
kernel void raytrace(constant Sphere *spheres, global float4 *image, int w, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	Ray r;
	r.o = (float3)(2, 2, -4);
	r.d = normalize((float3)(x / (float)w - 0.5f, y / (float)w - 0.5f, 1));
	float3 col = 0, w8 = 1;
	for (int bounce = 0; bounce < 4; bounce++) {
		float t = 1e30f;
		int best = -1;
		for (int i = 0; i < n; i++) if (hit(r, &spheres[i], &t)) best = i;
		if (best < 0) { col += w8 * (0.5f + 0.5f * r.d.y); break; }
		float3 p = r.o + t * r.d, nrm = normalize(p - spheres[best].center_r.xyz);
		col += w8 * 0.2f * spheres[best].color.xyz;
		w8 *= 0.5f;
		r.o = p; r.d = r.d - 2 * dot(r.d, nrm) * nrm;
	}
	image[y * w + x] = (float4)(col, 1);
}
