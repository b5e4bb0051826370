package compiler

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
)

// TestEveryKernelHasMachineCode keeps the list of kernels that only the interpreter runs empty, over the kernels of the
// benchmark and of the tests.
func TestEveryKernelHasMachineCode(t *testing.T) {
	count := 0
	for _, pattern := range []string{"../bench/kernels/*.cl", "testdata/*.cl", "../exec/testdata/randkernel/*.cl"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if filepath.Base(file) == "faulty.cl" { // a file of errors
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			count += mustHaveMachineCode(t, file, text)
		}
	}
	if count < 40 {
		t.Errorf("only %d kernels were found", count)
	}
}

// mustHaveMachineCode compiles the kernels of a source for all shapes and instruction sets, and counts them.
func mustHaveMachineCode(t *testing.T, file string, text []byte) int {
	o, err := ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	unit, log, ok := Compile(text, nil, o)
	if !ok {
		t.Fatalf("%s: %s", file, log)
	}
	program, log, ok := Link([]*Object{unit}, o)
	if !ok {
		t.Fatalf("%s: %s", file, log)
	}
	for _, k := range program.Kernels {
		for _, bits := range []int{512, 256} {
			for _, shape := range []bundle.Shape{bundle.Rows, bundle.Columns, bundle.Packed} {
				if _, err := k.Machine.Version(bits, object.Version{Shape: shape, Count: 1}); err != nil {
					t.Errorf("%s, %d bits, shape %d: %v", file, bits, shape, err)
				}
			}
		}
	}
	return len(program.Kernels)
}

// TestKindsOfProcessorGetOtherBundles: the remaining lanes of this loop are compacted, which takes all mask registers
// that four sub-groups have. Where latencies are long and loads of masks are cheap, four are faster nevertheless.
func TestKindsOfProcessorGetOtherBundles(t *testing.T) {
	const source = `kernel void k(global uchar *prime) {
	uint n = get_global_id(0) + 100000;
	if (n % 2 == 0) { prime[get_global_id(0)] = 0; return; }
	for (uint d = 3; d * d <= n; d += 2)
		if (n % d == 0) { prime[get_global_id(0)] = 0; return; }
	prime[get_global_id(0)] = 1;
}`
	for core, want := range map[amd64.Core]int{amd64.Intel: 2, amd64.Zen: 4} {
		if n := kernelFor(t, source, core).Plan(512).Rows; n != want {
			t.Errorf("%v: bundles of %d sub-groups, not %d", core, n, want)
		}
	}
}

// kernelFor is the kernel of a source, tuned for a kind of processor.
func kernelFor(t *testing.T, source string, core amd64.Core) *amd64.Kernel {
	t.Helper()
	o, err := ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	o.Core = core
	object, log, ok := Compile([]byte(source), nil, o)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := Link([]*Object{object}, o)
	if !ok {
		t.Fatal(log)
	}
	return program.Kernels[0].Machine
}

// TestWhereGathersAreSlowLoopsAreScalarised: each lane reads a row of a sparse matrix, with three gathers per
// iteration.
func TestWhereGathersAreSlowLoopsAreScalarised(t *testing.T) {
	const source = `kernel void k(global const uint *begin, global const uint *columns, global const float *a, global const float *x, global float *y) {
	size_t row = get_global_id(0);
	float sum = 0;
	for (uint i = begin[row], end = begin[row + 1]; i < end; i++) sum += a[i] * x[columns[i]];
	y[row] = sum;
}`
	for core, want := range map[amd64.Core]bool{amd64.Intel: false, amd64.Zen: true} {
		for _, bits := range []int{256, 512} {
			code, err := kernelFor(t, source, core).Version(bits,
				amd64.Version{Shape: bundle.Rows, Count: 2, SmallIDs: true, FullBundles: true})
			if err != nil || code.HasScalarLoops != want {
				t.Errorf("%v, %d bits: scalarised %v, not %v (%v)", core, bits, code.HasScalarLoops, want, err)
			}
		}
	}
}

// TestLoopsThatGatherNearbyAreNotScalarised: rounds of a cipher by a table look up four words for each word of the
// state. From a table that lies in the nearest cache, gathers are faster than a load for each lane and what surrounds
// it.
func TestLoopsThatGatherNearbyAreNotScalarised(t *testing.T) {
	const source = `kernel void k(global uint4 *state, global const uint *table, int n) {
	uint4 s = state[get_global_id(0)];
	for (int r = 0; r < n; r++) {
		uint4 t = s >> 8 & LAST, u = s.yzwx & LAST, v = s.zwxy >> 16 & LAST, w = s.wxyz >> 13 & LAST;
		s.x = table[t.x] ^ table[u.x] ^ table[v.x] ^ table[w.x];
		s.y = table[t.y] ^ table[u.y] ^ table[v.y] ^ table[w.y];
		s.z = table[t.z] ^ table[u.z] ^ table[v.z] ^ table[w.z];
		s.w = table[t.w] ^ table[u.w] ^ table[v.w] ^ table[w.w];
	}
	state[get_global_id(0)] = s;
}`
	for last, want := range map[string]bool{"255": false, "4095": false, "0x7ffff": true} {
		code, err := kernelFor(t, strings.ReplaceAll(source, "LAST", last), amd64.Zen).Version(256,
			amd64.Version{Shape: bundle.Rows, Count: 2, SmallIDs: true})
		if err != nil || code.HasScalarLoops != want {
			t.Errorf("indices up to %s: scalarised %v, not %v (%v)", last, code.HasScalarLoops, want, err)
		}
	}
}

// TestWhereScattersAreSlowLoopsAreScalarised: each lane sums up a row of its own, in a loop with the same trip count
// for all.
func TestWhereScattersAreSlowLoopsAreScalarised(t *testing.T) {
	const source = `kernel void k(global const uchar *in, global uint *out, int w) {
	int y = get_global_id(0);
	uint s = 0;
	for (int x = 0; x < w; x++) { s += in[y * w + x]; out[y * w + x] = s; }
}`
	for core, want := range map[amd64.Core]bool{amd64.Intel: false, amd64.Zen: true} {
		code, err := kernelFor(t, source, core).Version(512,
			amd64.Version{Shape: bundle.Rows, Count: 2, SmallIDs: true})
		if err != nil || code.HasScalarLoops != want {
			t.Errorf("%v: scalarised %v, not %v (%v)", core, code.HasScalarLoops, want, err)
		}
	}
}

// TestWhereGathersAreSlowLanesAreLoaded: gathers from distant memory are slower than a load for each lane on Zen, and
// AVX2's from any.
func TestWhereGathersAreSlowLanesAreLoaded(t *testing.T) {
	const global = `kernel void k(global const float *a, global const uint *index, global float *b) {
	size_t i = get_global_id(0);
	b[i] = a[index[i]];
}`
	const local = `kernel void k(global const float *a, global const uint *index, global float *b, local float *t) {
	t[get_local_id(0)] = a[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	b[get_global_id(0)] = t[index[get_global_id(0)]];
}`
	for _, c := range []struct {
		source string
		core   amd64.Core
		isa    amd64.ISA
		want   int
	}{
		{global, amd64.Intel, amd64.AVX2, 1}, {global, amd64.Zen, amd64.AVX2, 0},
		{global, amd64.Intel, amd64.AVX512, 1}, {global, amd64.Zen, amd64.AVX512, 0},
		{local, amd64.Intel, amd64.AVX2, 1}, {local, amd64.Zen, amd64.AVX2, 0}, {local, amd64.Intel, amd64.AVX512, 1},
		{local, amd64.Zen, amd64.AVX512, 1},
	} {
		l := kernelFor(t, c.source, c.core).Listing(c.isa,
			amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true})
		gathers := 0
		for _, line := range l.Selected {
			if strings.Contains(line.Text, "vpgatherdd") {
				gathers++
			}
		}
		if gathers != c.want || l.Err != nil {
			t.Errorf("%v, %v: %d gathers, not %d (%v) of\n%s", c.core, c.isa, gathers, c.want, l.Err, c.source)
		}
	}
}

// TestBundlesHoldWholeSubGroups: a sub-group of several vectors has no code in a bundle that cuts it.
func TestBundlesHoldWholeSubGroups(t *testing.T) {
	k := mustBuild(t, `__attribute__((intel_reqd_sub_group_size(64)))
kernel void k(global float *y) { size_t i = get_global_id(0); y[i] = sub_group_reduce_add(y[i]); }`, "").Kernels[0]
	for _, c := range []struct {
		bits, count int
		shape       bundle.Shape
		isWhole     bool
	}{
		{512, 4, bundle.Packed, true}, {512, 2, bundle.Packed, false}, {256, 8, bundle.Rows, true},
		{256, 1, bundle.Rows, false}, {256, 12, bundle.Packed, false}, {256, 8, bundle.Columns, false},
	} {
		_, err := k.Machine.Version(c.bits, object.Version{Shape: c.shape, Count: c.count})
		if c.isWhole != (err == nil) {
			t.Errorf("%d vectors of %d bits: %v", c.count, c.bits, err)
		}
	}
}

// TestNoRegisterIsReadUnwritten looks at code that is written for one sub-group after the other, where something is
// shared by all or made for all at once.
func TestNoRegisterIsReadUnwritten(t *testing.T) {
	const streamed = `kernel void k(global uint *restrict y, global uint *restrict z, int n, int m) {
	int x = get_global_id(0);
	if (x < m) z[x] = x * 5;
	for (int i = x; i < n; i += get_global_size(0)) y[i] += 3;
}`
	sources := []string{streamed}
	for _, name := range []string{"dense_where_ways_meet_in_if", "shared_load_in_if_of_columns"} {
		text, err := os.ReadFile("../exec/testdata/randkernel/" + name + ".cl")
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(text))
	}
	for _, source := range sources {
		k := kernelFor(t, source, amd64.Zen)
		for _, isa := range []amd64.ISA{amd64.AVX2, amd64.AVX512} {
			for _, shape := range []bundle.Shape{bundle.Rows, bundle.Columns, bundle.Packed} {
				for _, count := range []int{4, 8, 16} {
					v := amd64.Version{Shape: shape, Count: count, SmallIDs: true, Guarded: k.Guard() != nil,
						FullBundles: count == 8}
					if l := k.Listing(isa, v); l.ReadsUnwritten() || l.Err != nil {
						t.Errorf("%v, %v: (%v)\n%s", isa, v, l.Err, source)
					}
				}
			}
		}
	}
}
