package compiler

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// childNames are the names of a program's children.
func childNames(p *Program) (names []string) {
	for _, k := range p.Children {
		names = append(names, k.Name)
	}
	return names
}

// Blocks that are enqueued are children, which the API does not show; others are not.
func TestBlocksBecomeChildren(t *testing.T) {
	p := mustBuild(t, `
	void (^fixed)(void) = ^{ };
	void give(void (^f)(void), queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), f); }
	kernel void k(global int *g, queue_t q, int n) {
		struct { long a; char b; } s = { n, 1 };
		int (^called)(int) = ^(int x) { return x + n; };
		g[0] = called(1);
		if (n) give(^{ g[1] = s.a; }, q);
		else give(fixed, q);
		enqueue_kernel(q, 0, ndrange_1D(1), ^(local int *a, local void *b) { g[2] = s.b + n; }, 1, 2);
		g[3] = get_kernel_work_group_size(^{ g[0] = n; });
	}`, "-cl-std=CL3.0")
	if want := []string{"k.block0", "block1", "k.block2", "k.block3"}; !slices.Equal(childNames(p), want) {
		t.Errorf("the children are %q, not %q", childNames(p), want)
	}
	if len(p.Kernels) != 1 || len(p.All()) != 5 {
		t.Errorf("%d kernels, %d in all", len(p.Kernels), len(p.All()))
	}
	if !p.Kernels[0].Lane.Enqueues || p.Children[0].Lane.Enqueues {
		t.Error("the wrong kernels enqueue")
	}
	k := p.Children[2]
	var kinds []ArgKind
	for _, a := range k.Args {
		kinds = append(kinds, a.Kind)
	}
	if want := []ArgKind{ArgBuffer, ArgValue, ArgValue, ArgLocal, ArgLocal}; !slices.Equal(kinds, want) {
		t.Errorf("arguments of kinds %v, not %v", kinds, want)
	}
	if k.ArgBlockBytes != 48 || k.Args[3].OffsetBytes != 32 {
		t.Errorf("%d bytes of arguments, the first pointer at %d", k.ArgBlockBytes, k.Args[3].OffsetBytes)
	}
}

// A block that is passed to a function of another unit is found by that unit's calls.
func TestBlocksOfSeveralUnits(t *testing.T) {
	p := mustLinkAgain(t, "-cl-std=CL3.0", `
	void give(void (^f)(void), queue_t q);
	static int twice(int x) { return 2 * x; }
	kernel void k(global int *g, queue_t q) { give(^{ g[0] = twice(3); }, q); }`, `
	int apply(int (^f)(int), int x) { return f(x); }
	void give(void (^f)(void), queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), f); }`, `
	int apply(int (^f)(int), int x);
	kernel void l(global int *g, queue_t q) {
		g[0] = apply(^(int x) { return x + 1; }, g[1]);
		enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[2] = apply(^(int x) { return x * 5; }, 3); });
	}`)
	if want := []string{"k.block0", "l.block1"}; !slices.Equal(childNames(p), want) {
		t.Errorf("the children are %q, not %q", childNames(p), want)
	}
}

// mustLinkAgain links units, several times.
func mustLinkAgain(t *testing.T, options string, texts ...string) *Program {
	t.Helper()
	o, err := ParseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	o.VerifyPasses = true
	var objects []*Object
	for _, text := range texts {
		object, log, ok := Compile([]byte(text), nil, o)
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	for range 2 { // an object may be linked again
		if _, log, ok := Link(objects, o); !ok {
			t.Fatal(log)
		}
	}
	p, log, ok := Link(objects, o)
	if !ok {
		t.Fatal(log)
	}
	return p
}

// A cycle of calls through a block of another unit is an error, not an endless compilation.
func TestRecursionThroughBlocksOfUnits(t *testing.T) {
	o, err := ParseOptions("-cl-std=CL3.0")
	if err != nil {
		t.Fatal(err)
	}
	var objects []*Object
	for _, text := range []string{`
	void call(void (^f)(void));
	void around(global int *g) { call(^{ g[0]++; around(g); }); }
	kernel void k(global int *g) { around(g); }`, `void call(void (^f)(void)) { f(); }`} {
		object, log, ok := Compile([]byte(text), nil, o)
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	if _, log, ok := Link(objects, o); ok || !strings.Contains(log, "recursi") {
		t.Errorf("linked: %v, %q", ok, log)
	}
}

// The binary form has the children.
func TestChildrenInBinaries(t *testing.T) {
	p := mustBuild(t, `kernel void k(global int *g, queue_t q) {
		enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a) { g[0] = 1; }, 8);
		enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[1] = 1; });
	}
	kernel void other(global int *g) { g[0] = 2; }`, "-cl-std=CL3.0")
	o, err := ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	q, note, err := ReadProgram(p.Binary(Fitness{}), Fitness{}, o)
	if err != nil || note != "" {
		t.Fatal(err, note)
	}
	if len(q.Kernels) != 2 || !slices.Equal(childNames(q), childNames(p)) {
		t.Fatalf("%d kernels, children %q", len(q.Kernels), childNames(q))
	}
	for i, k := range q.All() {
		if err := k.Lane.Complete(); err != nil {
			t.Error(err)
		}
		if k.Lane.Enqueues != (i == 0) || len(k.Args) != len(p.All()[i].Args) {
			t.Errorf("kernel %s: enqueues %v, %d arguments", k.Name, k.Lane.Enqueues, len(k.Args))
		}
	}
}

// Where a block is known, its call is no more than a function's: no block is left in memory.
func TestKnownBlocksAreInlined(t *testing.T) {
	p := mustBuild(t, `
	int apply(int (^f)(int), int x) { return f(x) + f(x + 1); }
	kernel void k(global int *g) {
		int n = g[0], m = g[1];
		size_t i = get_global_id(0);
		g[i] = apply(^(int x) { return x * n; }, 3) + apply(^(int x) { return x + n + m; }, 4);
		int (^nested)(int) = ^(int y) { return ^(int z) { return z - n; }(y) + m; };
		g[i] += nested(i);
	}`, "-cl-std=CL3.0")
	if bytes := p.Kernels[0].PrivateBytes; bytes != 0 {
		t.Errorf("%d bytes of private memory", bytes)
	}
}

// Sources before OpenCL C 2.0 learn which version has blocks.
func TestBlocksBeforeVersion20(t *testing.T) {
	for _, source := range []string{"void (^f)(void) = ^{ };", "kernel void k(queue_t q) { }",
		"kernel void k(global int *g) { g[0] = get_default_queue() != 0; }",
		"kernel void k(global int *g) { ^{ g[0] = 1; }(); }"} {
		_, log, ok := build(t, source, "-cl-std=CL1.2")
		if ok || !strings.Contains(log, "OpenCL C 2.0 and later have it") {
			t.Errorf("%s: %q", source, log)
		}
	}
}

// A kernel of a module that has the name of a block cannot be linked with it: names of modules may be any.
func TestKernelWithTheNameOfABlock(t *testing.T) {
	const void, function, kernel, entry = 1, 2, 3, 4
	words := []uint32{0x07230203, 0x00010100, 0, 5, 0, 2<<16 | 17, 4, 2<<16 | 17, 6, 3<<16 | 14, 2, 2,
		6<<16 | 15, 6, kernel, 'k' | '.'<<8 | 'b'<<16 | 'l'<<24, 'o' | 'c'<<8 | 'k'<<16 | '0'<<24, 0,
		2<<16 | 19, void, 3<<16 | 33, function, void, 5<<16 | 54, void, kernel, 0, function, 2<<16 | 248, entry,
		1<<16 | 253, 1<<16 | 56}
	var module []byte
	for _, w := range words {
		module = binary.LittleEndian.AppendUint32(module, w)
	}
	o, err := ParseOptions("-cl-std=CL3.0")
	if err != nil {
		t.Fatal(err)
	}
	var objects []*Object
	const source = "kernel void k(queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{ }); }"
	for _, text := range [][]byte{module, []byte(source)} {
		object, log, ok := Compile(text, nil, o)
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	if _, log, ok := Link(objects, o); ok || !strings.Contains(log, "kernel 'k.block0' has the name of a block") {
		t.Errorf("linked: %t, %s", ok, log)
	}
}
