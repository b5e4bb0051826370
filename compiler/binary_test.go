package compiler

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
	"heddle/compiler/imageops"
	"heddle/compiler/lane"
	"heddle/compiler/mutate"
	"heddle/compiler/wire"
	"heddle/compiler/wire/wiretest"
)

var testFit = Fitness{Driver: "test", VectorBits: 256, Core: amd64.Zen, Off: []string{"vnni"}}

func mustLinkNamed(t testing.TB, name string, text []byte) *Program {
	t.Helper()
	o, err := ParseOptions("-cl-std=CL2.0")
	if err != nil {
		t.Fatal(err)
	}
	o.Core = amd64.Zen
	object, log, ok := Compile(text, nil, o)
	if !ok {
		t.Fatalf("%s: %s", name, log)
	}
	p, log, ok := Link([]*Object{object}, o)
	if !ok {
		t.Fatalf("%s: %s", name, log)
	}
	return p
}

func mustRead(t testing.TB, form []byte, fit Fitness) *Program {
	t.Helper()
	p, note, err := ReadProgram(form, fit, Options{Core: amd64.Zen})
	if err != nil || note != "" {
		t.Fatalf("%v, note %q", err, note)
	}
	return p
}

// testPrograms calls a function with the programs of the tests and of the benchmark.
func testPrograms(t *testing.T, each func(t *testing.T, name string, p *Program)) {
	count := 0
	for _, pattern := range []string{"../bench/kernels/*.cl", "testdata/*.cl", "../exec/testdata/randkernel/*.cl"} {
		files, _ := filepath.Glob(pattern)
		for i, file := range files {
			if filepath.Base(file) == "faulty.cl" || testing.Short() && i%4 > 0 {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			count++
			each(t, file, mustLinkNamed(t, file, text))
		}
	}
	if count < 10 {
		t.Errorf("only %d programs were found", count)
	}
}

// A program that was read answers as the one that was linked, and is compiled to the same code.
func TestPortableBinaries(t *testing.T) {
	testPrograms(t, func(t *testing.T, name string, p *Program) {
		form := p.Binary(Fitness{})
		read := mustRead(t, form, testFit)
		if len(read.Kernels) != len(p.Kernels) || !reflect.DeepEqual(read.Globals, p.Globals) {
			t.Fatalf("%s: %d kernels, %d wanted, or other globals", name, len(read.Kernels), len(p.Kernels))
		}
		for i, k := range read.Kernels {
			sameKernel(t, name, p.Kernels[i], k)
		}
		if again := read.Binary(Fitness{}); !bytes.Equal(again, form) {
			t.Errorf("%s: the binary of the program that was read is another", name)
		}
	})
}

func sameKernel(t *testing.T, name string, want, got *Kernel) {
	t.Helper()
	facts := *got
	facts.Lane, facts.Machine = want.Lane, want.Machine
	if facts.Args == nil {
		facts.Args = []Arg{}
	}
	if !reflect.DeepEqual(&facts, want) {
		t.Errorf("%s: %+v, not %+v", name, facts, *want)
	}
	if err := got.Lane.Complete(); err != nil {
		t.Fatalf("%s, kernel %s: %v", name, got.Name, err)
	}
	if err := want.Lane.Complete(); err != nil {
		t.Fatal(err)
	}
	if a, b := linesOfProgram(got.Lane), linesOfProgram(want.Lane); a != b {
		t.Errorf("%s, kernel %s: lane program\n%s\nnot\n%s", name, got.Name, a, b)
	}
	if want.Machine.Images() != nil || got.Machine.Images() != nil {
		return
	}
	for _, bits := range []int{256, 512} {
		v := object.Version{Shape: bundle.Rows, Count: 1}
		a, errA := got.Machine.Version(bits, v)
		b, errB := want.Machine.Version(bits, v)
		if errA != nil || errB != nil {
			t.Fatalf("%s, kernel %s: %v, %v", name, got.Name, errA, errB)
		}
		if !bytes.Equal(a.Bytes, b.Bytes) || codeLines(got, a) != codeLines(want, b) {
			t.Errorf("%s, kernel %s: other code", name, got.Name)
		}
	}
}

// linesOfProgram is a lane program with the lines of its instructions.
func linesOfProgram(p *lane.Program) string {
	var text strings.Builder
	for i := range p.Code {
		in := p.Code[i]
		at := p.PosLine(in.Pos)
		in.Pos = 0
		fmt.Fprintln(&text, at, in)
	}
	fmt.Fprintln(&text, p.Consts, p.Prints, p.Queues, p.Barriers, p.Images, p.Switches)
	return text.String()
}

// codeLines are the lines of the source for the places of code.
func codeLines(k *Kernel, c *object.Code) string {
	var text strings.Builder
	for _, p := range c.AllPositions() {
		fmt.Fprintln(&text, p.Offset, k.Lane.PosLine(p.Pos))
	}
	return text.String()
}

func TestFormsAreComplete(t *testing.T) {
	wiretest.Complete(t, func(*Arg) {}, func(c *wire.Coder, a *Arg) { a.wire(c) })
	wiretest.Complete(t, func(k *Kernel) {
		k.ArgBlockBytes, k.Lane, k.Machine = 64, nil, nil
	}, func(c *wire.Coder, k *Kernel) { k.wire(c) })
	wiretest.Complete(t, func(*Fitness) {}, func(c *wire.Coder, f *Fitness) { f.wire(c) })
}

// load is what an engine does with code before it runs it.
func load(t testing.TB, k *Kernel, bits int, v object.Version) *object.Code {
	t.Helper()
	k.Machine.Plan(bits)
	code, err := k.Machine.Version(bits, v)
	if err != nil {
		t.Fatal(err)
	}
	code.Loaded.Store("loaded")
	return code
}

// Code that was loaded is there when the program is read, and nothing is read of the IR for that.
func TestNativeBinaries(t *testing.T) {
	v := object.Version{Shape: bundle.Rows, Count: 2, SmallIDs: true}
	testPrograms(t, func(t *testing.T, name string, p *Program) {
		for _, k := range p.Kernels {
			if k.Machine.Images() == nil {
				load(t, k, 256, v)
			}
		}
		form := withoutBodies(t, p.Binary(testFit), p)
		read := mustRead(t, form, testFit)
		for i, k := range read.Kernels {
			want := p.Kernels[i].Machine
			if want.Images() != nil {
				continue
			}
			got := k.Machine.Ready(256, v)
			if got == nil {
				t.Fatalf("%s, kernel %s has no code", name, k.Name)
			}
			if !bytes.Equal(got.Bytes, want.Ready(256, v).Bytes) ||
				codeLines(k, got) != codeLines(p.Kernels[i], want.Ready(256, v)) {
				t.Errorf("%s, kernel %s: other code", name, k.Name)
			}
			if plan, ok := k.Machine.Planned(256); !ok || plan != want.Plan(256) {
				t.Errorf("%s, kernel %s: plan %v, %v", name, k.Name, plan, ok)
			}
			sameAnswers(t, name, k.Machine, want)
		}
	})
}

// sameAnswers compares what a launch asks kernels.
func sameAnswers(t *testing.T, name string, got, want object.Kernel) {
	t.Helper()
	if got.SeesGroups() != want.SeesGroups() || !reflect.DeepEqual(got.Guard(), want.Guard()) {
		t.Errorf("%s: other groups or guard", name)
	}
	gotTrip, gotOK := got.TripArgument()
	if wantTrip, wantOK := want.TripArgument(); gotTrip != wantTrip || gotOK != wantOK {
		t.Errorf("%s: trip argument %v", name, gotTrip)
	}
	sameUnitSteps(t, name, got.UnitSteps(), want.UnitSteps())
	gotCopy, gotPairs := got.NoAlias()
	wantCopy, wantPairs := want.NoAlias()
	if (gotCopy == nil) != (wantCopy == nil) || !slices.Equal(gotPairs, wantPairs) {
		t.Errorf("%s: pairs %v, not %v", name, gotPairs, wantPairs)
	} else if gotCopy != nil {
		sameAnswers(t, name+" (no aliases)", gotCopy, wantCopy)
	}
	gotCopy, gotDimension := got.Interchanged()
	wantCopy, wantDimension := want.Interchanged()
	if (gotCopy == nil) != (wantCopy == nil) || gotDimension != wantDimension {
		t.Errorf("%s: dimension %d, not %d", name, gotDimension, wantDimension)
	} else if gotCopy != nil {
		sameAnswers(t, name+" (interchanged)", gotCopy, wantCopy)
	}
}

func sameUnitSteps(t *testing.T, name string, got, want object.UnitSteps) {
	t.Helper()
	switch {
	case got == nil && want == nil:
	case got == nil || want == nil || !slices.Equal(got.Arguments(), want.Arguments()):
		t.Errorf("%s: other steps", name)
	}
}

// withoutBodies breaks the IR of all kernels in the form of a program: the lengths of their names.
func withoutBodies(t *testing.T, form []byte, p *Program) []byte {
	t.Helper()
	var portable, module []byte
	form = bytes.Clone(form)
	wire.Reader(form).Bytes(&portable)
	wire.Reader(portable).Bytes(&module)
	for _, k := range p.Kernels {
		at := bytes.Index(module, append([]byte{byte(len(k.Name))}, k.Name...))
		if at < 0 {
			t.Fatal("no IR of kernel", k.Name)
		}
		module[at] = 255
	}
	return form
}

// Kernels whose IR is broken answer all questions, and say what is wrong when they are to be compiled.
func TestBrokenBodies(t *testing.T) {
	p := mustLinkNamed(t, "k", []byte("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"))
	read := mustRead(t, withoutBodies(t, p.Binary(Fitness{}), p), testFit)
	k := read.Kernels[0]
	_, err := k.Machine.Version(256, object.Version{Count: 1})
	if err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("compiled: %v", err)
	}
	if err := k.Lane.Complete(); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("interpreted: %v", err)
	}
	if k.Machine.Guard() != nil || k.Machine.Images() != nil || k.Machine.Plan(256).Rows < 1 {
		t.Error("wrong answers")
	}
}

// What is made of a program that was read is made of its IR: kernels that do the same, too.
func TestVariantsOfReadKernels(t *testing.T) {
	text := `kernel void sum(global float *c, global const float *a, int n) {
		int x = get_global_id(0);
		for (int k = 0; k < n; k++)
			c[x] += a[x + k];
	}
	kernel void turned(global float *c, global const float *a, int n) {
		int row = get_global_id(0), column = get_global_id(1);
		c[row * n + column] = a[row * n + column] + 1;
	}
	kernel void stepped(global float *c, global const float *a, int n, int step) {
		c[get_global_id(0) * n] = a[get_global_id(0) * step];
	}
	kernel void grouped(global float *c, global const float *a, int n) {
		local float t[64];
		int l = get_local_id(0), i = get_global_id(0) - 1;
		t[l] = a[i >= 0 && i < n ? i : 0];
		barrier(CLK_LOCAL_MEM_FENCE);
		c[get_global_id(0)] = t[get_local_size(0) - 1 - l];
	}
	kernel void alone(global float *c) {
		local float t[4];
		t[get_local_id(0)] = c[get_group_id(0)];
		barrier(CLK_LOCAL_MEM_FENCE);
		c[get_group_id(0)] = t[0] + 1;
	}`
	p := mustLinkNamed(t, "sum", []byte(text))
	v := object.Version{Shape: bundle.Rows, Count: 1}
	for _, k := range p.Kernels {
		load(t, k, 256, v)
	}
	steps := p.Kernels[2].Machine.UnitSteps()
	lone := load(t, &Kernel{Machine: p.Kernels[4].Machine.LoneItems(16).Kernel().(*amd64.Kernel)}, 256, v)
	code := load(t, &Kernel{Machine: steps.Copy(2).Kernel().(*amd64.Kernel)}, 256, v)
	read := mustRead(t, p.Binary(testFit), testFit)
	readSteps := read.Kernels[2].Machine.UnitSteps()
	if stored := readSteps.Copy(2).Kernel().Ready(256, v); stored == nil || !bytes.Equal(stored.Bytes, code.Bytes) {
		t.Error("the code for a step of 1 is not there")
	}
	readAlone := read.Kernels[4].Machine.LoneItems(16).Kernel()
	stored := readAlone.Ready(256, v)
	if stored == nil || !bytes.Equal(stored.Bytes, lone.Bytes) || readAlone.SeesGroups() {
		t.Error("the code for groups of one work-item is not there")
	}
	if read.Kernels[4].Machine.LoneItems(20) != nil || read.Kernels[0].Machine.LoneItems(0) != nil {
		t.Error("there are copies for local arguments, or for kernels that do not see groups")
	}
	other := object.Version{Shape: bundle.Rows, Count: 2}
	sameVersion(t, p.Kernels[4].Machine.LoneItems(0).Kernel(), readAlone, other)
	sameVersion(t, steps.Copy(3).Kernel(), readSteps.Copy(3).Kernel(), v)
	size := [3]uint64{64, 1, 1}
	groups, readGroups := p.Kernels[3].Machine.Groups(), read.Kernels[3].Machine.Groups()
	if groups == nil || readGroups == nil || readGroups.Copy(size).Kernel() == read.Kernels[3].Machine {
		t.Fatal("there is no copy for groups of a size")
	}
	sameVersion(t, groups.Copy(size).Kernel(), readGroups.Copy(size).Kernel(), v)
	want, _ := p.Kernels[0].Machine.NoAlias()
	got, _ := read.Kernels[0].Machine.NoAlias()
	wantOther, _ := p.Kernels[1].Machine.Interchanged()
	gotOther, _ := read.Kernels[1].Machine.Interchanged()
	if want == nil || got == nil || wantOther == nil || gotOther == nil {
		t.Fatal("there are no copies")
	}
	sameVersion(t, want, got, v)
	sameVersion(t, wantOther, gotOther, v)
}

func sameVersion(t *testing.T, want, got object.Kernel, v object.Version) {
	t.Helper()
	a, errA := want.Version(256, v)
	b, errB := got.Version(256, v)
	if errA != nil || errB != nil || !bytes.Equal(a.Bytes, b.Bytes) {
		t.Errorf("other code, or %v, %v", errA, errB)
	}
}

func TestBinariesOfKernelsWithImages(t *testing.T) {
	text := `kernel void copy(read_only image2d_t from, sampler_t s, global float4 *to) {
		int2 at = (int2)(get_global_id(0), get_global_id(1));
		to[at.y * 64 + at.x] = read_imagef(from, s, at);
	}`
	p := mustLinkNamed(t, "copy", []byte(text))
	images := p.Kernels[0].Machine.Images()
	arguments, err := images.Arguments()
	if err != nil {
		t.Fatal(err)
	}
	traits := imageops.Likely(arguments, 0, 0)
	v := object.Version{Shape: bundle.Rows, Count: 1}
	made := images.Kernel(traits)
	made.Plan(256)
	code, err := made.Version(256, v)
	if err != nil {
		t.Fatal(err)
	}
	code.Loaded.Store("loaded")
	read := mustRead(t, p.Binary(testFit), testFit).Kernels[0].Machine.Images()
	again, err := read.Arguments()
	if err != nil || !reflect.DeepEqual(again, arguments) {
		t.Errorf("arguments %v, %v", again, err)
	}
	if got := read.Kernel(traits).Ready(256, v); got == nil || !bytes.Equal(got.Bytes, code.Bytes) {
		t.Error("the code of the copy is not there")
	}
	other := slices.Clone(traits)
	other[0] ^= 1
	sameVersion(t, images.Kernel(other), read.Kernel(other), v)
}

// The binary of 50 lines is small, with the code of several versions.
func TestSizeOfBinaries(t *testing.T) {
	text, err := os.ReadFile("testdata/local_memory.cl")
	if err != nil {
		t.Fatal(err)
	}
	p := mustLinkNamed(t, "local_memory.cl", text)
	for _, k := range p.Kernels {
		for _, count := range []int{1, 2, 4} {
			load(t, k, 256, object.Version{Shape: bundle.Rows, Count: count, SmallIDs: true})
		}
	}
	const most = 50_000
	if n := len(p.Binary(testFit)); n > most {
		t.Errorf("%d bytes", n)
	}
}

func TestMisfits(t *testing.T) {
	p := mustLinkNamed(t, "k", []byte("kernel void k(global int *a) { a[get_global_id(0)] = 1; }"))
	v := object.Version{Shape: bundle.Rows, Count: 1}
	load(t, p.Kernels[0], 256, v)
	form := p.Binary(testFit)
	for want, change := range map[string]func(f *Fitness){
		"":                    func(*Fitness) {},
		"runs none":           func(f *Fitness) { f.VectorBits = 0 },
		"another build":       func(f *Fitness) { f.Driver = "other" },
		"vectors of 256 bits": func(f *Fitness) { f.VectorBits = 512 },
		"of the kind zen":     func(f *Fitness) { f.Core = amd64.Intel },
		"made without [vnni]": func(f *Fitness) { f.Off = nil },
	} {
		fit := testFit
		change(&fit)
		read, note, err := ReadProgram(form, fit, Options{Core: fit.Core, PassesOff: fit.Off})
		if err != nil || !strings.Contains(note, want) || (note == "") != (want == "") {
			t.Errorf("%q: note %q, %v", want, note, err)
			continue
		}
		k := read.Kernels[0].Machine
		if isThere := k.Ready(256, v) != nil; isThere != (want == "") {
			t.Errorf("%q: there is code: %v", want, isThere)
		}
		if _, err := k.Version(256, v); err != nil {
			t.Errorf("%q: %v", want, err)
		}
	}
	if read, _, err := ReadProgram(p.Binary(Fitness{}), testFit, Options{}); err != nil ||
		read.Kernels[0].Machine.IsLoaded() {
		t.Errorf("a binary for no machine has code, or %v", err)
	}
}

// program30 is a program of thirty kernels of some ten lines.
func program30(t testing.TB) *Program {
	t.Helper()
	var text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&text, `kernel void blur%d(global float *restrict out, global const float *restrict in, int w, int h,
				float f) {
			int x = get_global_id(0), y = get_global_id(1);
			if (x >= w || y >= h)
				return;
			float s = 0;
			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++)
					s += in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)] * (f + %d);
			out[y * w + x] = s * 0.111f + exp(f);
		}
		`, i, i)
	}
	return mustLinkNamed(t, "program30", []byte(text.String()))
}

func BenchmarkRead30Kernels(b *testing.B) {
	p := program30(b)
	portable := p.Binary(Fitness{})
	for _, k := range p.Kernels {
		load(b, k, 256, object.Version{Shape: bundle.Rows, Count: 1, FullBundles: true})
		load(b, k, 256, object.Version{Shape: bundle.Rows, Count: 1})
	}
	native := p.Binary(testFit)
	for name, form := range map[string][]byte{"portable": portable, "native": native} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(form)))
			for b.Loop() {
				mustRead(b, form, testFit)
			}
		})
	}
}

// fuzzForms are forms of programs to begin with.
func fuzzForms(t testing.TB) (forms [][]byte) {
	for _, text := range []string{
		"kernel void k(global int *a) { a[get_global_id(0)] = 1; }",
		`constant int t[2] = {1, 2}; kernel void sum(global float *c, global const float *a, int n, local int *l) {
			for (int k = 0; k < n; k++) c[get_global_id(0)] += a[k + t[k & 1]];
			l[get_local_id(0)] = n; barrier(1); c[0] = l[0]; printf("%d\n", n);
		}`,
		"kernel void i(read_only image2d_t p, global float4 *q) { q[0] = read_imagef(p, (int2)(1, 2)); }",
	} {
		p := mustLinkNamed(t, "fuzz", []byte(text))
		for _, k := range p.Kernels {
			if k.Machine.Images() == nil {
				load(t, k, 256, object.Version{Shape: bundle.Rows, Count: 1})
			}
		}
		forms = append(forms, p.Binary(testFit), p.Binary(Fitness{}))
	}
	return forms
}

// useForm reads anything as a program, and compiles it for the interpreter and for a processor, but does not run
// machine code. It reports whether there was a program.
func useForm(form []byte) bool {
	p, _, err := ReadProgram(form, testFit, Options{Core: amd64.Zen})
	if err != nil {
		return false
	}
	for _, k := range p.Kernels {
		k.Machine.Guard()
		k.Machine.Images()
		_ = k.Lane.Complete()
		_, _ = k.Lane.Work(make([]byte, 64), 1000)
		_, _ = k.Machine.Version(256, object.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true})
	}
	_ = p.Binary(testFit)
	return true
}

// FuzzReadProgram is for long runs; TestDamagedPrograms does a little of it.
func FuzzReadProgram(f *testing.F) {
	for _, form := range fuzzForms(f) {
		f.Add(form)
	}
	f.Fuzz(func(_ *testing.T, form []byte) { useForm(form) })
}

// Forms with some bytes changed, whose checksum has not been looked at, are errors or programs, and never a panic.
func TestDamagedPrograms(t *testing.T) {
	const seed, rounds = 17, 3000
	random := rand.New(rand.NewPCG(seed, seed))
	forms, programs := fuzzForms(t), 0
	for round := range rounds {
		form := bytes.Clone(forms[round%len(forms)])
		for range 1 + random.IntN(3) {
			form[random.IntN(len(form))] ^= byte(1 << random.IntN(8))
		}
		if random.IntN(8) == 0 {
			form = form[:random.IntN(len(form))]
		}
		if isProgram := tryForm(t, form, round); isProgram {
			programs++
		}
	}
	if programs == 0 || programs == rounds {
		t.Errorf("%d of %d forms are programs", programs, rounds)
	}
}

func tryForm(t *testing.T, form []byte, round int) bool {
	defer func() {
		if reason := recover(); reason != nil {
			t.Fatalf("round %d: %v\n%s", round, reason, debug.Stack())
		}
	}()
	return useForm(form)
}

// TestChangedForms reads changed forms, which is more ways to change them than TestDamagedPrograms has.
func TestChangedForms(t *testing.T) {
	(&mutate.Loop{Seeds: fuzzForms(t), Usual: 2000, Longest: 1 << 16, Try: useForm}).Run(t)
}
