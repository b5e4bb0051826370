package exec

import "testing"

const vectorAdd = `func @k kernel () -> () {
b0:
  %c8 = const i64 8
  %c16 = const i64 16
  %c24 = const i64 24
  %c2 = const i64 2
  %args = argblock ptr
  %pb = ptradd ptr %args, %c8
  %pc = ptradd ptr %args, %c16
  %pn = ptradd ptr %args, %c24
  %a = load ptr %args in args align 8
  %b = load ptr %pb in args align 8
  %c = load ptr %pc in args align 8
  %n = load i32 %pn in args align 4
  %gid = globalid.0 i64
  %id = trunc i32 %gid
  %in = icmp.slt i1 %id, %n
  branch %in, b1, b2
b1:
  %wide = sext i64 %id
  %off = shl i64 %wide, %c2
  %qa = ptradd ptr %a, %off
  %qb = ptradd ptr %b, %off
  %qc = ptradd ptr %c, %off
  %x = load f32 %qa in global align 4
  %y = load f32 %qb in global align 4
  %s = fadd f32 %x, %y
  store %qc, %s in global align 4
  jump b2
b2:
  return
}`

func BenchmarkVectorAdd(b *testing.B) {
	const n = 1 << 20
	p := build(b, vectorAdd)
	x, y, z := newBuffer(b, n), newBuffer(b, n), newBuffer(b, n)
	l := oneD(p, n, 256, uint64(x.address), uint64(y.address), uint64(z.address), n)
	device := NewDevice(Goroutines(1))
	for b.Loop() {
		if err := device.Run(l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/item")
}

const mandelbrot = `func @k kernel () -> () {
b0:
  %c2 = const i64 2
  %zero = const i32 0
  %one = const i32 1
  %max = const i32 256
  %args = argblock ptr
  %buf = load ptr %args in args align 8
  %gx = globalid.0 i64
  %gy = globalid.1 i64
  %nx = globalsize.0 i64
  %xi = trunc i32 %gx
  %yi = trunc i32 %gy
  %xf = stof f32 %xi
  %yf = stof f32 %yi
  %sc = const f32 0.005
  %m2 = const f32 -2.0
  %m1 = const f32 -1.25
  %cx = fma f32 %xf, %sc, %m2
  %cy = fma f32 %yf, %sc, %m1
  %f0 = const f32 0.0
  %f2 = const f32 2.0
  %f4 = const f32 4.0
  jump b1(%zero, %f0, %f0)
b1(%i i32, %x f32, %y f32):
  %xx = fmul f32 %x, %x
  %yy = fmul f32 %y, %y
  %rr = fadd f32 %xx, %yy
  %in = fcmp.ole i1 %rr, %f4
  %less = icmp.slt i1 %i, %max
  %go = and i1 %in, %less
  branch %go, b2, b3
b2:
  %d = fsub f32 %xx, %yy
  %x2 = fadd f32 %d, %cx
  %t = fmul f32 %x, %f2
  %y2 = fma f32 %t, %y, %cy
  %i2 = add i32 %i, %one
  jump b1(%i2, %x2, %y2)
b3:
  %row = mul i64 %gy, %nx
  %k = add i64 %row, %gx
  %off = shl i64 %k, %c2
  %p = ptradd ptr %buf, %off
  store %p, %i in global align 4
  return
}`

func BenchmarkMandelbrot(b *testing.B) {
	const side = 512
	p := build(b, mandelbrot)
	buf := newBuffer(b, side*side)
	l := oneD(p, side, 64, uint64(buf.address))
	l.WorkDim, l.Global[1] = 2, side
	device := NewDevice(Goroutines(1))
	for b.Loop() {
		if err := device.Run(l); err != nil {
			b.Fatal(err)
		}
	}
	rounds := 0
	for i := range side * side {
		rounds += int(buf.get(i))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rounds), "ns/round")
}

func BenchmarkMatrixProduct(b *testing.B) {
	k := compileKernel(b, `kernel void sgemm(global const float *a, global const float *b, global float *c, uint n) {
	uint x = get_global_id(0), y = get_global_id(1);
	if (x >= n || y >= n) return;
	float s = 0;
	for (uint i = 0; i < n; i++) s += a[y * n + i] * b[i * n + x];
	c[y * n + x] = s;
}`)
	const n = 128
	x, y, z := newBuffer(b, n*n), newBuffer(b, n*n), newBuffer(b, n*n)
	l := oneD(k.Lane, n, 16, uint64(x.address), uint64(y.address), uint64(z.address), n)
	l.WorkDim, l.Global[1], l.Group[1] = 2, n, 16
	device := NewDevice(Goroutines(1))
	for b.Loop() {
		if err := device.Run(l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/n/n, "ns/round")
}

// Groups of few items have most of the interpreter's overhead.
func BenchmarkTinyGroups(b *testing.B) {
	p := build(b, head+"  store %p, %id in global align 4\n  return\n}")
	const n = 1 << 16
	x := newBuffer(b, n)
	device := NewDevice(Goroutines(1))
	l := oneD(p, n, 1, uint64(x.address))
	for b.Loop() {
		if err := device.Run(l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/group")
}
