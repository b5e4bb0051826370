package exec

import (
	"bytes"
	"flag"
	"fmt"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

var bitsFlag = flag.Int("machine.bits", 512, "bits of the vectors that tests use at most, as if the processor had no more")

// vectorBits are those of the longest vectors that tests use.
func vectorBits() int { return min(code.VectorBits(), *bitsFlag) }

// runsVectors says whether machine code with vectors of so many bits runs here. What a test leaves out without them it
// says.
func runsVectors(t testing.TB, bits int) bool {
	if bits <= vectorBits() {
		return true
	}
	t.Logf("LEFT OUT: this processor has no vectors of %d bits", bits)
	return false
}

// planned is a kernel whose bundles the test chooses.
type planned struct {
	object.Kernel
	plan object.Plan
}

func (p *planned) Plan(int) object.Plan { return p.plan }

func (p *planned) Separated() (object.Kernel, []object.Pair) { return nil, nil }
func (p *planned) Turned() (object.Kernel, int)              { return nil, 0 }

// comparison runs kernels on all engines and instruction sets, in bundles of all kinds, and wants the same memory.
type comparison struct {
	source string
	words  []int    // sizes of the buffers
	values []uint64 // arguments behind the buffers
	local  uint64   // bytes

	globals uintptr        // the program's variables, which the kernels do not change; 0: none
	ranges  [][2][3]uint64 // global and local sizes
	fill    func(i, j int) uint32
	plans   []object.Plan // besides those that all are run with
}

func (c *comparison) run(t *testing.T) {
	t.Helper()
	for _, k := range compileProgram(t, c.source).Kernels {
		for _, r := range c.ranges {
			c.compare(t, k, k, r)
		}
	}
}

// compare runs a kernel on the interpreter, and another, which must do the same, on everything.
func (c *comparison) compare(t *testing.T, judge, k *compiler.Kernel, r [2][3]uint64) {
	t.Helper()
	want := c.launch(t, judge, nil, NewDevice(Goroutines(1)), r)
	if judge != k {
		c.same(t, k.Name+" interpreted", want, c.launch(t, k, nil, NewDevice(Goroutines(1)), r))
	}
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		plans := []object.Plan{{Rows: 1, Packed: 1}, {Rows: 2, Packed: 2}, {Rows: 4, Packed: 1}, {Rows: 1, Packed: 1, Columns: 2}, {Rows: 1, Packed: 1, Columns: 4}}
		for _, plan := range append(plans, c.plans...) {
			device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
			got := c.launch(t, k, &planned{k.Machine, plan}, device, r)
			c.same(t, fmt.Sprintf("%s, %d bits, %+v, %v", k.Name, bits, plan, r), want, got)
			if separated, _ := k.Machine.Separated(); separated != nil {
				got = c.launch(t, k, &planned{separated, plan}, device, r)
				c.same(t, fmt.Sprintf("%s, %d bits, separated, %+v, %v", k.Name, bits, plan, r), want, got)
			}
		}
		if r[0][1] > 1 {
			device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
			got := c.launch(t, k, &turnedTo{k.Machine, 1, object.Plan{Rows: 2, Packed: 2, Columns: 2}}, device, r)
			c.same(t, fmt.Sprintf("%s, %d bits, turned, %v", k.Name, bits, r), want, got)
		}
	}
}

func (c *comparison) same(t *testing.T, what string, want, got [][]byte) {
	t.Helper()
	for i := range want {
		if !bytes.Equal(want[i], got[i]) {
			j := 0
			for want[i][j] == got[i][j] {
				j++
			}
			t.Fatalf("%s: buffer %d differs at word %d: % x, not % x", what, i, j/4, got[i][j/4*4:j/4*4+4], want[i][j/4*4:j/4*4+4])
		}
	}
}

type failing struct{ t *testing.T }

func (f failing) Write(text []byte) (int, error) {
	f.t.Errorf("%s", text)
	return len(text), nil
}

func (c *comparison) launch(t *testing.T, k *compiler.Kernel, m object.Kernel, d *Device, r [2][3]uint64) [][]byte {
	t.Helper()
	var args []uint64
	var result [][]byte
	for i, n := range c.words {
		b := newBuffer(t, n)
		for j := range n {
			b.set(j, c.fill(i, j))
		}
		args = append(args, uint64(b.address))
		result = append(result, b.bytes)
	}
	l := &Launch{Program: k.Lane, Machine: m, Args: arguments(append(args, c.values...)...), WorkDim: 3, Global: r[0], Group: r[1], Local: k.LocalBytes + c.local, Globals: c.globals, Name: k.Name}
	if m == nil {
		l.Machine = nil
	}
	if err := d.Run(l); err != nil {
		t.Fatal(fmt.Errorf("%+v %+v: %w", r, m, err))
	}
	return result
}

func TestEnginesAgree(t *testing.T) {
	for name, c := range engineComparisons() {
		t.Run(name, c.run)
	}
}

// engineComparisons are kernels of all kinds, by name.
func engineComparisons() map[string]*comparison {
	ranges1 := [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}, {{256, 4, 1}, {8, 4, 1}}, {{100, 3, 2}, {50, 3, 1}}, {{64, 64, 1}, {32, 8, 1}}}
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	return map[string]*comparison{
		"saxpy": {source: "kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); if(i<900) y[i]=x[i]*(uint)a+y[i];}",
			words: []int{8192, 8192}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"divergent": {source: `kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			uint v=x[i]; uint n=0; while(v>1){ if(v&1){ if (n>50) break; v=v*3+1;} else v>>=1; n++; if(n==70) continue; if((v&0xff)==3) { n+=1000; break;} } y[i]=n+v; }`,
			words: []int{8192, 8192}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"switch": {source: `kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			uint v=x[i]; switch(v%7){case 0: v+=1; case 1: v*=5; break; case 3: return; case 5: v=x[v%8192]; break; default: v=~v;} y[i]=v; }`,
			words: []int{8192, 8192}, values: []uint64{12345}, fill: hash, ranges: ranges1[:3]},
		"gather": {source: `kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			global uchar*b=(global uchar*)x; global ushort*s=(global ushort*)x; global ulong*l=(global ulong*)x; int g=i;
			y[i]=x[x[g]%8192]+b[x[g]%8192]+s[3*g]+(uint)l[x[g]%4096]+b[g]+s[g]+x[g*2]; }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"private": {source: `kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			uint t[16]; for(int j=0;j<16;j++) t[j]=x[i+j]; uint s=0; for(int j=0;j<16;j++) s+=t[(s+j)&15]*j; for(int j=0;j<16;j++){ t[(s>>j)&15]^=j; } y[i]=t[s&15]; }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"barrier": {source: `kernel void k(global uint*y, global uint*x, ulong a){local uint t[1024]; size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			uint l=get_local_id(0)+get_local_size(0)*get_local_id(1); uint n=get_local_size(0)*get_local_size(1); t[l]=x[i]; uint acc=0;
			for(uint j=1;j<n;j*=2){ barrier(CLK_LOCAL_MEM_FENCE); uint o=t[(l+j)%n]; acc=acc*31+o; barrier(CLK_LOCAL_MEM_FENCE); t[l]+=o; } y[i]=acc; }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: [][2][3]uint64{{{64, 64, 1}, {32, 8, 1}}, {{128, 1, 1}, {128, 1, 1}}, {{100, 2, 1}, {50, 2, 1}}}},
		// The result of an atomic is a place, and nothing else.
		"places": {source: `kernel void k(global uint*y, global uint*x, ulong a){local uint t, u; if(get_local_id(0)+get_local_id(1)+get_local_id(2)==0)t=u=0;
			barrier(CLK_LOCAL_MEM_FENCE); size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			uint p=atomic_inc(&t); y[p]=7; if(x[i%8192]&1){ y[4096+atomic_add(&u,1)%2048]=9; } }`,
			words: []int{8192, 8192}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"atomic": {source: `kernel void k(global uint*y, global uint*x, ulong a){local uint t[16]; uint l=get_local_id(0)+get_local_size(0)*get_local_id(1); if(l<16)t[l]=0; barrier(CLK_LOCAL_MEM_FENCE); size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			atomic_add(&t[x[i]&15], x[i]); atomic_max(&y[30], x[i]); atomic_xor(&y[x[i]%5], x[i]); barrier(CLK_LOCAL_MEM_FENCE); if(l<16) atomic_add(&y[100+l], t[l]); }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: [][2][3]uint64{{{64, 64, 1}, {32, 8, 1}}, {{128, 1, 1}, {128, 1, 1}}}},
		"float": {source: `kernel void k(global float*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			float f=(float)(x[i]%1000)*0.01f; y[i]=sin(f)+exp(f)*log(f+1)+sqrt(f)/(f+2)+pow(f,1.5f)+(int)f+floor(f)+fmin(f,2.0f); }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"roots": {source: `kernel void k(global float*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			uint edges[8]={0,0x80000000,0x7f800000,0xff800000,1,0x7fffff,0x800000,0x7f7fffff}; float f=as_float(x[i]); y[i]=rsqrt(f)+rsqrt(as_float(edges[x[i]&7])); y[i]=fabs(f)<1?y[i]:f;
			float3 v=(float3)(f,as_float(edges[i&7]),as_float(x[i^1])); if(i%3==1) y[i]=length(v)+v.x/length(v.xy)+1.0f/sqrt(v.z); if(i%5==2) y[i]=distance(v,v.zxy)+dot(normalize(v),v)+v.y/(v.x*sqrt(v.x)); if(isnan(y[i])) y[i]=-1; }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"bytes whole words apart": {source: `kernel void k(global uint*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			global uchar *b=(global uchar*)x+a%7; global ushort *h=(global ushort*)x; uint r=b[i*12]+b[i*12+2]*3;
			if(x[i]&1) r+=b[i*12+3]; if(x[i]&2) r^=h[i*6+1]; if(x[i]&4) r+=(char)b[i*12+5]+(short)h[i*6+4]; y[i]=r; }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"exponentials": {source: `kernel void k(global float*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			float edges[8]={87.0f,-87.0f,88.73f,-103.9f,INFINITY,-INFINITY,NAN,-0.0f}, f=as_float(x[i]), g=(float)(int)x[i]*5e-8f, e=edges[x[i]&7];
			y[i]=i&1?exp(f):exp(g); y[i]=i&2?y[i]:exp2(g)+exp2(e)+exp(e)*0.5f; if(i%5==3) y[i]=exp2(f)+y[i]*exp(g); }`,
			words: []int{8192, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"exponentials of doubles": {source: `kernel void k(global double*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			double edges[8]={415.8,-415.9,709.7,-745.1,INFINITY,-INFINITY,NAN,-0.0}, f=as_double((ulong)x[i]<<32|x[i+1]), g=(double)(int)x[i]*1e-7, e=edges[x[i]&7];
			double r=i&64?exp(g):i&1?exp(f):exp(e); r=i&2?r:exp2(g); r=i%5==2?cbrt(f):r; if(i%7==3) r=hypot(e,g); if(i%11==5) r=i&1?expm1(g*1e-200):exp10(f); y[i]=isnan(r)?-1.0:r; }`,
			words: []int{8192 * 2, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"clusters": {source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global float4 *f4 = (global float4 *)x;
	global float2 *f2 = (global float2 *)x;
	global uchar4 *b4 = (global uchar4 *)x;
	global ushort4 *s4 = (global ushort4 *)x;
	global ushort2 *s2 = (global ushort2 *)x;
	global ulong2 *l2 = (global ulong2 *)x;
	uint4 p = as_uint4(f4[i]);
	uint2 q = as_uint2(f2[i + 3]);
	uint3 t = vload3(i, x);
	uchar4 b = b4[i];
	ushort4 s = s4[i + 1];
	ushort2 h = s2[i];
	ulong2 l = l2[i];
	uint z = x[i * 4 + 3], w = x[i * 3 + 1];
	uint sum = p.x + p.y * 3 + p.z * 5 + p.w * 7 + q.x * 11 + q.y * 13 + t.x + t.y * 17 + t.z * 19 + b.x + b.y * 23 + b.z * 29 + b.w * 31
		+ s.x + s.y * 37 + s.z * 41 + s.w * 43 + h.x + h.y * 47 + (uint)l.x + (uint)(l.y >> 5) * 53 + z + w * 3;
	global uint4 *o4 = (global uint4 *)(y + 0);
	global uint2 *o2 = (global uint2 *)(y + 32768);
	global uchar4 *c4 = (global uchar4 *)(y + 49152);
	global ushort4 *d4 = (global ushort4 *)(y + 57344);
	global ulong2 *m2 = (global ulong2 *)(y + 73728);
	o4[i] = (uint4)(sum, sum + 1, p.z, sum * 3);
	o2[i] = (uint2)(sum ^ 5, q.x);
	c4[i] = convert_uchar4(as_uint4(f4[i]) & 255) + (uchar4)(1, 2, 3, 4);
	d4[i] = (ushort4)(sum, sum >> 3, s.z, 9);
	m2[i] = (ulong2)(l.y, sum);
	vstore3((uint3)(sum, t.y, i), i, y + 106496);
	if (i % 3) ((global uint4 *)(y + 131072))[i].xz = (uint2)(sum, i);
}`,
			words: []int{170000, 8192 * 8}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"histogram": {source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint h[256];
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) h[b] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < 5000; i += get_global_size(0)) atomic_inc(&h[((global uchar *)x)[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&y[b], h[b]);
}`,
			words: []int{512, 8192}, values: []uint64{12345}, fill: hash, ranges: [][2][3]uint64{{{1024, 1, 1}, {256, 1, 1}}, {{1024, 1, 1}, {64, 1, 1}}, {{100, 1, 1}, {50, 1, 1}}}},
		"clamped": {source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
	global uchar *b = (global uchar *)x;
	global ulong *l = (global ulong *)x;
	uint s = 0;
	for (int d = -2; d <= 2; d++) {
		int at = clamp(j + d, 0, h - 1) * w + clamp(i + d, 0, w - 1), wrapped = (i + d + w) % w;
		s = s * 5 + x[at] + b[at] + (uint)l[at % 2048] + x[wrapped] + (uint)l[wrapped];
	}
	if (i % 5) s += x[clamp(i - 3, 0, w - 2)];
	y[j * w + i] = s;
}`,
			words: []int{8192, 16384}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"interleaved": {source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint t[24];
	ulong w[8];
	float f[5];
	for (int j = 0; j < 24; j++) t[j] = x[i + j];
	for (int j = 0; j < 8; j++) w[j] = x[i * 2 + j] * 0x100000001ul;
	for (int j = 0; j < 5; j++) f[j] = (float)(x[i + j] & 255);
	uint s = 0;
	for (int j = 0; j < 100; j++) {
		uint at = (s + x[i]) % 24;
		s = s * 3 + t[at] + t[(j * 5 + 3) % 24] + (uint)(w[at & 7] >> (j & 31)) + (uint)w[(j + 1) & 7];
		if (s & 4) t[at] += s;
		if (s & 8) w[(s >> 5) & 7] ^= s;
		if (j % 3 == 0) t[j % 24] ^= j;
		f[(s >> 3) % 5] += 1.0f;
	}
	y[i] = s + t[a % 24] + (uint)w[x[i] & 7] + (uint)f[s % 5];
}`,
			words: []int{8192, 40000}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"rows that step": {source: steppingRows, words: []int{8192, 16384}, values: []uint64{3}, fill: hash,
			ranges: [][2][3]uint64{{{64, 64, 1}, {32, 8, 1}}, {{64, 32, 1}, {16, 16, 1}}, {{96, 12, 1}, {48, 12, 1}}, {{100, 6, 2}, {50, 3, 1}}}},
		"idle rows": {source: idleRows, words: []int{8192, 16384}, values: []uint64{3}, fill: hash,
			ranges: [][2][3]uint64{{{64, 64, 1}, {32, 8, 1}}, {{96, 12, 1}, {48, 12, 1}}, {{100, 6, 2}, {50, 6, 1}}}},
		"double": {source: `kernel void k(global double*y, global uint*x, ulong a){size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1); 
			double f=(double)(x[i]%1000)*0.01; y[i]=f*f+sqrt(f)/(f+2)+(long)f+floor(f)+fmin(f,2.0)+(f>5?f:-f)+exp(f); }`,
			words: []int{8192 * 2, 8192 * 4}, values: []uint64{12345}, fill: hash, ranges: ranges1},
		"unsigned": {source: unsignedIndices, words: []int{8192, 8192}, values: []uint64{100}, fill: hash, ranges: ranges1},
		"wrapping": {source: unsignedIndices, words: []int{8192, 8192}, values: []uint64{1<<32 - 50}, fill: hash, ranges: ranges1},
	}
}

// steppingRows uses in many roles what is the same along a row and a constant more in the next.
const steppingRows = `
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint tile[16][64], column[64], last[64];
	uint lx = get_local_id(0), ly = get_local_id(1), h = get_local_size(1), w = get_local_size(0);
	size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	uint own[8];
	for (int j = 0; j < 8; j++) own[j] = x[ly * 8 + j];
	tile[ly & 15][lx] = x[i];
	column[ly] = ly * 7 + 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint s = own[ly & 7] + own[(ly * 3 + lx) & 7];
	for (uint j = ly; j < ly + 5; j++) s = s * 3 + tile[j % h & 15][(lx + j) % w] + column[j % h] + x[j];
	for (int j = (int)ly - 4; j < 6; j += 2) s += j < 0 ? 11u : x[j] >> (ly & 7);
	uchar narrow = (uchar)(ly * 100);
	short moved = (short)(ly * 9000 - 20000);
	s += narrow + (uint)moved + (ly - 2) / 3 + (uint)((ulong)(ly - 2) >> 7) + (uint)((long)(int)(ly - 2) >> 3);
	if (ly > 2) s ^= x[ly * 5 + lx];
	if (ly == 1) return;
	if (lx == ly * 2) atomic_add(&y[8000 + ly], s);
	for (uint j = ly, n = 0; n < 9; n++, j += 3) { if (((s >> n) & 3) == 0) continue; s += x[j] ^ j; if ((s & 31) == 5) break; }
	last[ly] = ly * 3 + (uint)a;
	global uint *from = x + ly * 16;
	s += from[lx] + from[3] + x[(ly + 1) * get_global_size(0) + lx] + (ly < 4 ? ly * 5 : 40 - ly);
	y[i] = s + last[ly];
	y[7900 + ly] = ly * 9;
}`

// idleRows reads, the same for a row, where there is memory for some rows only.
const idleRows = `
kernel void k(global uint *y, global uint *x, ulong a) {
	long gx = get_global_id(0), gy = get_global_id(1), at = (gy % 6 - (long)a) << 30;
	size_t i = gx + get_global_size(0) * (gy + get_global_size(1) * get_global_id(2));
	uint s = 0;
	if (gy % 6 == a) {
		s = x[at] + ((global uchar *)x)[at + 5] + ((global short *)x)[at + 3] + (uint)((global ulong *)x)[at + 1];
		float f = (float)s;
		f = ((global uint *)x)[at + 8] > 5 ? f + as_float((((global uint *)x)[at + 9] & 0x7fffff) | 0x3f800000) * f : f;
		s += (uint)(((global float *)y)[at + 8190] * f + f) + (uint)(f * 0.001f);
		for (int k = 0; k < (gx & 7); k++) {
			s += (uint)fma(((global float *)y)[at + 8191], (float)k, 3.0f);
			s ^= (uint)(((global double *)y)[at + 4095] - k) + (uint)(3.0f - ((global float *)y)[at + 8191]);
		}
	}
	if (i < 8000) y[i] = s;
}`

// unsignedIndices computes in 32 bits, with an argument that may let it wrap.
const unsignedIndices = `kernel void k(global uint*y, global uint*x, ulong a){
	uint i = get_global_id(0), j = get_global_id(1) + get_global_size(1) * get_global_id(2), w = (uint)a, l = get_local_id(0);
	uint k = i + w, m = j * w + i, s = 0;
	if (k < 8192) s += x[k];
	if (m < 8192) s ^= x[m];
	s += x[i * 2 + 1] * x[l + get_group_id(0) * get_local_size(0)];
	for (uint r = 0; r < 5; r++) { uint n = r * w + i; if (n < 8192) s += x[n]; }
	for (uint r = w & 0xff; r > 0; r >>= 1) s = s * 3 + x[r + i];
	y[j * (uint)get_global_size(0) + i] = s;
	if (j == 0 && k < 4000) y[k + 4096] = s; }`
