package exec

import (
	"bytes"
	"math"
	"testing"

	"heddle/compiler"
)

// compileKernel builds OpenCL C and gives its first kernel.
func compileKernel(t testing.TB, source string) *compiler.Kernel {
	return compileProgram(t, source).Kernels[0]
}

func compileProgram(t testing.TB, source string) *compiler.Program {
	t.Helper()
	return compileWith(t, source, func(*compiler.Options) {})
}

// compileWith compiles with options of its own.
func compileWith(t testing.TB, source string, change func(*compiler.Options)) *compiler.Program {
	t.Helper()
	options, err := compiler.ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	change(&options)
	object, log, ok := compiler.Compile([]byte(source), nil, options)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{object}, options)
	if !ok {
		t.Fatal(log)
	}
	return program
}

func TestSourceScan(t *testing.T) {
	k := compileKernel(t, `
kernel void scan(global uint *data, local uint *tmp) {
	uint lid = get_local_id(0), n = get_local_size(0);
	tmp[lid] = data[get_global_id(0)];
	for (uint d = 1; d < n; d <<= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint x = lid >= d ? tmp[lid - d] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		tmp[lid] += x;
	}
	data[get_global_id(0)] = tmp[lid];
}`)
	const n = 1024
	b := newBuffer(t, n)
	for i := range n {
		b.set(i, uint32(i))
	}
	l := oneD(k.Lane, n, 256, uint64(b.address), 0)
	l.Local = 1024
	mustRun(t, l)
	for i := range n {
		sum := uint32(0)
		for j := i / 256 * 256; j <= i; j++ {
			sum += uint32(j)
		}
		if b.get(i) != sum {
			t.Fatalf("%d: %d, not %d\n%v", i, b.get(i), sum, k.Lane)
		}
	}
}

func TestSourceMandelbrot(t *testing.T) {
	k := compileKernel(t, `
kernel void mandel(global uint *out, uint width) {
	float cx = get_global_id(0) * 0.05f - 2.0f, cy = get_global_id(1) * 0.05f - 1.25f, x = 0, y = 0;
	uint i;
	for (i = 0; i < 100; i++) {
		if (x * x + y * y > 4.0f) break;
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
	}
	out[get_global_id(1) * width + get_global_id(0)] = i;
}`)
	const side = 50
	b := newBuffer(t, side*side)
	l := oneD(k.Lane, side, 16, uint64(b.address), side)
	l.WorkDim, l.Global[1], l.Group[1] = 2, side, 4
	mustRun(t, l)
	wrong := 0
	for py := range side {
		for px := range side {
			cx, cy := float32(px)*0.05-2, float32(py)*0.05-1.25
			x, y := float32(0), float32(0)
			i := uint32(0)
			for ; i < 100 && x*x+y*y <= 4; i++ {
				x, y = x*x-y*y+cx, 2*x*y+cy
			}
			if b.get(py*side+px) != i {
				wrong++
			}
		}
	}
	if wrong > side { // contraction moves a few at the border
		t.Fatalf("%d pixels differ\n%v", wrong, k.Lane)
	}
}

func TestSourceVectorsStructsAndPrivateArrays(t *testing.T) {
	k := compileKernel(t, `
typedef struct { int a; float4 v; } S;
int pick(const int *p, int i) { return p[i & 7]; }
kernel void f(global float4 *out) {
	int table[8];
	for (int i = 0; i < 8; i++) table[i] = i * i;
	int id = get_global_id(0);
	S s = { pick(table, id), (float4)(1, 2, 3, 4) };
	switch (id % 3) {
	case 0: s.v.xy = s.v.wz; break;
	case 1: s.v *= 2.0f;
	default: s.v += (float4)(id);
	}
	if (id == 5) return;
	out[id] = s.v + s.a;
}`)
	const n = 100
	b := newBuffer(t, 4*n)
	mustRun(t, oneD(k.Lane, n, 10, uint64(b.address)))
	for id := range n {
		v := [4]float32{1, 2, 3, 4}
		switch id % 3 {
		case 0:
			v[0], v[1] = v[3], v[2]
		default:
			for i := range v {
				if id%3 == 1 {
					v[i] *= 2
				}
				v[i] += float32(id)
			}
		}
		for i := range v {
			want := v[i] + float32((id&7)*(id&7))
			if id == 5 {
				want = 0
			}
			if got := math.Float32frombits(b.get(4*id + i)); got != want {
				t.Fatalf("item %d element %d is %v, not %v", id, i, got, want)
			}
		}
	}
}

func TestSourcePrintf(t *testing.T) {
	p := compileProgram(t, `kernel void f(void) {
	float4 v = (float4)(1, 2, 3, 4);
	printf("%d %v4hlf %s %c|%5.1f\n", (int)get_global_id(0), v, "text", 'x', 2.25f);
}`)
	var out bytes.Buffer
	globals := newBuffer(t, int(p.Globals.SizeBytes+3)/4)
	copy(globals.bytes, p.Globals.Init)
	l := oneD(p.Kernels[0].Lane, 2, 2)
	l.Globals = globals.address
	l.Printf = &out
	mustRun(t, l)
	want := "0 1.000000,2.000000,3.000000,4.000000 text x|  2.2\n1 1.000000,2.000000,3.000000,4.000000 text x|  2.2\n"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}
