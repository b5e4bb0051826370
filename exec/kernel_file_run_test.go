package exec

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/exec/native"
)

// TestKernelFiles launches the kernels of all files with headers and checks their results.
func TestKernelFiles(t *testing.T) {
	paths, err := kernelFiles()
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, bits := range []int{512, 256} {
		runsVectors(t, bits) // logs what is left out
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "testdata/"), ".cl")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := readKernelFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f.run(t)
		})
	}
}

// compile compiles a file as a variant, and returns the address of its program-scope variables too.
func (f *kernelFile) compile(t testing.TB, v variant) (*compiler.Program, uintptr) {
	t.Helper()
	options, err := compiler.ParseOptions(f.common.options + " " + v.options)
	if err != nil {
		t.Fatalf("%s: %v", f.path, err)
	}
	options.Core, options.PassesOff = v.core, v.off
	if !v.isListed {
		options.PassesOff = slices.Concat(v.off, notHere())
	}
	var objects []*compiler.Object
	first := f.source
	if f.common.module != "" && !v.fromSource {
		first = f.moduleText(t)
	}
	for _, source := range append([]string{first}, f.more...) {
		object, log, ok := compiler.Compile([]byte(source), nil, options)
		if !ok {
			t.Fatalf("%s: %s", f.path, log)
		}
		objects = append(objects, object)
	}
	program, log, ok := compiler.Link(objects, options)
	if !ok {
		t.Fatalf("%s: %s", f.path, log)
	}
	return program, constantsOf(t, program)
}

// moduleText is the SPIR-V module that lies beside the file.
func (f *kernelFile) moduleText(t testing.TB) string {
	t.Helper()
	path := f.common.module
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(f.path), path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (f *kernelFile) run(t testing.TB) {
	program, globals := f.compile(t, variant{})
	if err := f.check(program); err != nil {
		t.Fatal(err)
	}
	judge, judgeGlobals := program, globals
	if f.common.module != "" {
		judge, judgeGlobals = f.compile(t, variant{fromSource: true})
	}
	if f.common.judge != nil {
		judge, _ = f.compile(t, variant{off: f.common.judge})
	}
	var runs []*fileRun
	for i, k := range program.Kernels {
		if slices.Contains(f.helpers(), k.Name) {
			continue
		}
		r := &fileRun{section: f.of(k.Name), kernel: k.Name, globals: globals}
		r.place(t, k)
		r.fillAll(t, program)
		r.globals = judgeGlobals
		r.judgeAll(t, judge, slices.IndexFunc(judge.Kernels, func(j *compiler.Kernel) bool { return j.Name == k.Name }))
		r.globals = globals
		r.compareAll(t, program.Kernels[i], "", judge != program)
		runs = append(runs, r)
	}
	if len(notHere()) > 0 {
		program, _ = f.compile(t, variant{isListed: true})
	}
	f.expect(t, program, runs)
	if underRace {
		return
	}
	for _, v := range f.common.also {
		other, globals := f.compile(t, v)
		for _, r := range runs {
			i := slices.IndexFunc(other.Kernels, func(k *compiler.Kernel) bool { return k.Name == r.kernel })
			also := *r
			if also.globals = globals; v.few {
				also.cases = r.fewCases()
			}
			if !r.only {
				also.bundles = append(slices.Clone(r.bundles), bundle{own: true})
			}
			also.compareAll(t, other.Kernels[i], v.String()+", ", true)
		}
	}
}

// fileRun runs the launches of one kernel of a file.
type fileRun struct {
	devices map[int]*Device // by the bits of a vector
	section
	kernel  string
	memory  *buffer
	image   []byte // the contents of memory before a launch
	places  []filePlace
	globals uintptr
	cases   []fileCase
	images  map[string]*buffer // the descriptors of images, by argument
}

// filePlace is the position of a buffer in memory.
type filePlace struct {
	name   string
	offset int
	*fileBuffer
}

func (p filePlace) sizeBytes() int { return p.count * p.kind.size }

// fileCase is a launch with its arguments by value, and the memory that it must leave.
type fileCase struct {
	fileLaunch
	values map[string]number
	want   []byte
}

func (c fileCase) String() string {
	text := c.fileLaunch.String()
	for name, value := range c.values {
		text += fmt.Sprintf(", %s = %v", name, value)
	}
	return text
}

// A buffer of checks has a row of checksRow words for each work-item, with checksEnd after the last check.
const (
	checksRow = 128
	checksEnd = 0xd0e
)

// gapBytes is the size of the memory around each buffer, which must not change.
const gapBytes = 512

// place lays out the memory of the buffers, and lists the launches.
func (r *fileRun) place(t testing.TB, k *compiler.Kernel) {
	end := gapBytes
	for _, a := range r.args {
		if a.fileBuffer != nil {
			r.places = append(r.places, filePlace{a.name, end, a.fileBuffer})
			end = ceil.Multiple(end+a.count*a.kind.size, 128) + gapBytes
		}
	}
	r.memory = newBuffer(t, end/4)
	r.image = bytes.Repeat([]byte{0xa5}, end)
	r.describeImages(t)
	cases := []fileCase{{values: map[string]number{}}}
	for _, a := range r.args {
		if a.values == nil || !hasParameter(k, a.name) {
			continue
		}
		var with []fileCase
		for _, c := range cases {
			for _, v := range a.values[:fewUnderRace(len(a.values), 2)] {
				values := map[string]number{a.name: v}
				for name, old := range c.values {
					values[name] = old
				}
				with = append(with, fileCase{values: values})
			}
		}
		cases = with
	}
	for _, l := range r.launches[:fewUnderRace(len(r.launches), 2)] {
		for _, c := range cases {
			c.fileLaunch = l
			r.cases = append(r.cases, c)
		}
	}
}

// fewCases are the cases of the first two sizes, enough for a variant of the program.
func (r *fileRun) fewCases() []fileCase {
	return r.cases[:len(r.cases)/len(r.launches)*min(2, len(r.launches))]
}

// fillAll fills the image, at last the buffers that the program's own kernels fill.
func (r *fileRun) fillAll(t testing.TB, program *compiler.Program) {
	for i, p := range r.places {
		if p.by == "" || slices.Contains(fillWords, p.by) {
			p.write(r.image[p.offset:], i)
		}
	}
	for _, p := range r.places {
		if p.by == "" || slices.Contains(fillWords, p.by) {
			continue
		}
		i := slices.IndexFunc(program.Kernels, func(k *compiler.Kernel) bool { return k.Name == p.by })
		c := fileCase{fileLaunch: fileLaunch{global: [3]uint64{uint64(p.count), 1, 1}, group: [3]uint64{1, 1, 1}}}
		if err := r.launch(t, program.Kernels[i], nil, 0, c); err != nil {
			t.Fatalf("kernel %s: %v", p.by, err)
		}
		copy(r.image[p.offset:], r.memory.bytes[p.offset:p.offset+p.sizeBytes()])
	}
}

// write fills memory with the elements that the header describes; each buffer has another seed.
func (b *fileBuffer) write(to []byte, seed int) {
	fill, _ := b.kind.allBits(b.fill)
	for i := range b.count {
		var x uint64
		switch b.by {
		case "zero":
		case "index":
			x = uint64(i)
		case "random":
			if x = uint64(hashed(seed, i)); b.kind.size == 8 {
				x = uint64(hashed(seed, 2*i)) | uint64(hashed(seed, 2*i+1))<<32
			}
		default:
			x = fill[i%len(fill)]
		}
		for _, s := range b.steps {
			x = s.apply(x)
		}
		if b.by != "" && b.kind.isFloat {
			x, _ = b.kind.bits(number{float: float64(x)})
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], x)
		copy(to[i*b.kind.size:], word[:b.kind.size])
	}
}

func (s fillStep) apply(x uint64) uint64 {
	switch s.operation {
	case ">>":
		return x >> s.operand
	case "%":
		return x % s.operand
	case "&":
		return x & s.operand
	case "*":
		return x * s.operand
	case "+":
		return x + s.operand
	}
	return x ^ s.operand
}

// judgeAll computes the expected memory of all cases in the interpreter, and checks it against the header.
func (r *fileRun) judgeAll(t testing.TB, judge *compiler.Program, i int) {
	k := judge.Kernels[i]
	for i := range r.cases {
		c := &r.cases[i]
		what := fmt.Sprintf("interpreter, %v", c)
		c.want = r.mustLaunch(t, k, nil, 0, *c, what)
		if r.same != "" {
			at := slices.IndexFunc(judge.Kernels, func(k *compiler.Kernel) bool { return k.Name == r.same })
			other := r.mustLaunch(t, judge.Kernels[at], nil, 0, *c, what)
			r.mustBe(t, what, other, c.want)
		}
		r.mustHold(t, *c)
		r.mustKeepGaps(t, what, c.want)
	}
}

// mustKeepGaps checks that the memory around the buffers has not changed.
func (r *fileRun) mustKeepGaps(t testing.TB, what string, got []byte) {
	t.Helper()
	end := 0
	for _, p := range r.places {
		if !bytes.Equal(got[end:p.offset], r.image[end:p.offset]) {
			t.Fatalf("kernel %s, %s: memory before %s has changed", r.kernel, what, p.name)
		}
		end = p.offset + p.sizeBytes()
	}
	if !bytes.Equal(got[end:], r.image[end:]) {
		t.Fatalf("kernel %s, %s: memory behind the buffers has changed", r.kernel, what)
	}
}

// mustHold checks the elements and the checks that the header lists.
func (r *fileRun) mustHold(t testing.TB, c fileCase) {
	t.Helper()
	for _, w := range r.wants {
		p := r.buffer(t, w.name)
		all, err := p.kind.allBits(w.values)
		if err != nil || len(all) > p.count {
			t.Fatalf("%s cannot hold what is wanted: %v", w.name, err)
		}
		for i := range p.count {
			want := p.element(r.image, i)
			if i < len(all) {
				want = all[i] << (64 - 8*p.kind.size) >> (64 - 8*p.kind.size)
			}
			if got := p.element(c.want, i); got != want {
				t.Fatalf("kernel %s, %v: %s[%d] is %#x, not %#x", r.kernel, c, w.name, i, got, want)
			}
		}
	}
	if r.checks == "" {
		return
	}
	p := r.buffer(t, r.checks)
	for item := range c.global[0] {
		for i := int(item) * checksRow; ; i++ {
			line := p.element(c.want, i)
			if line == checksEnd {
				break
			}
			if line != 0 || i%checksRow == checksRow-1 {
				t.Fatalf("kernel %s, work-item %d: check %d fails in line %d", r.kernel, item, i%checksRow, line)
			}
		}
	}
}

func (r *fileRun) buffer(t testing.TB, name string) filePlace {
	t.Helper()
	i := slices.IndexFunc(r.places, func(p filePlace) bool { return p.name == name })
	if i < 0 {
		t.Fatalf("kernel %s has no buffer %s", r.kernel, name)
	}
	return r.places[i]
}

func (p filePlace) element(memory []byte, i int) uint64 {
	var word [8]byte
	copy(word[:p.kind.size], memory[p.offset+i*p.kind.size:])
	return binary.LittleEndian.Uint64(word[:])
}

// compareAll runs a kernel in all cases, as machine code in all bundles and, if wanted, in the interpreter.
func (r *fileRun) compareAll(t testing.TB, k *compiler.Kernel, variant string, interpret bool) {
	for i, c := range r.cases {
		if interpret {
			what := fmt.Sprintf("%sinterpreter, %v", variant, c)
			r.mustBe(t, what, c.want, r.mustLaunch(t, k, nil, 0, c, what))
		}
		for _, bits := range []int{512, 256} {
			isRun := bits <= vectorBits()
			if !isRun && (i > 0 || underRace) {
				continue
			}
			bundles := r.allBundles()
			for _, b := range bundles[:fewUnderRace(len(bundles), 2)] {
				if b.interchanged > 0 && c.global[b.interchanged] == 1 {
					continue
				}
				for name, m := range b.machines(r.machine(t, k, c), bits) {
					if !isRun {
						r.compileFor(t, k, m, bits, c)
						continue
					}
					what := fmt.Sprintf("%s%d bits, %v%s, %v", variant, bits, b, name, c)
					r.mustBe(t, what, c.want, r.mustLaunch(t, k, m, bits, c, what))
				}
			}
		}
	}
}

// machines are the versions of a kernel to run, by name: in these bundles, and the no-alias version.
func (b bundle) machines(k *amd64.Kernel, bits int) map[string]object.Kernel {
	switch {
	case b.interchanged > 0:
		interchanged := k.InterchangedWith(b.interchanged)
		if interchanged == nil {
			return nil
		}
		if b.own {
			b.plan = interchanged.Plan(bits)
		}
		return map[string]object.Kernel{"": &interchangedWith{k, b.interchanged, b.plan}}
	case b.own:
		return map[string]object.Kernel{"": k}
	}
	all := map[string]object.Kernel{"": &planned{k, b.plan}}
	if noAlias, _ := k.NoAlias(); noAlias != nil {
		all[", no alias"] = &planned{noAlias, b.plan}
	}
	return all
}

// machine is the kernel, or that for the images and the steps of a case.
func (r *fileRun) machine(t testing.TB, k *compiler.Kernel, c fileCase) *amd64.Kernel {
	t.Helper()
	block, _ := r.block(t, k, c)
	l, err := native.ForImages(&Launch{Machine: k.Machine, Args: block, Offset: c.offset, Global: c.global,
		Group: c.group})
	if err != nil {
		t.Fatalf("kernel %s: %v", k.Name, err)
	}
	return native.WithCopies(&l).Machine.(*amd64.Kernel)
}

// mustLaunch returns the memory after a launch, or the memory before if the launch ends in the expected fault.
func (r *fileRun) mustLaunch(t testing.TB, k *compiler.Kernel, m object.Kernel, bits int, c fileCase, what string,
) []byte {
	t.Helper()
	err := r.launch(t, k, m, bits, c)
	if r.fault == nil {
		if err != nil {
			t.Fatalf("kernel %s, %s: %v", k.Name, what, err)
		}
		return bytes.Clone(r.memory.bytes)
	}
	if r.fault.isDeadlock {
		var deadlock *Deadlock
		if !errors.As(err, &deadlock) || deadlock.Line != cmp.Or(r.fault.line, deadlock.Line) || deadlock.Waiting == 0 {
			t.Fatalf("kernel %s, %s: the error is %v, not the deadlock", k.Name, what, err)
		}
		return bytes.Clone(r.image)
	}
	var fault *Fault
	if !errors.As(err, &fault) {
		t.Fatalf("kernel %s, %s: the error is %v, not a fault", k.Name, what, err)
	}
	if fault.GlobalID != r.fault.id || fault.Line != cmp.Or(r.fault.line, fault.Line) {
		t.Fatalf("kernel %s, %s: the report is %v", k.Name, what, fault)
	}
	return bytes.Clone(r.image)
}

// launch runs a kernel over the image: as machine code m, or in the interpreter if m is nil.
func (r *fileRun) launch(t testing.TB, k *compiler.Kernel, m object.Kernel, bits int, c fileCase) error {
	t.Helper()
	copy(r.memory.bytes, r.image)
	if m == nil {
		bits = 0
	}
	return r.device(t, bits).Run(r.request(t, k, m, c))
}

// compileFor compiles what a launch would run on a processor with longer vectors. There has to be machine code.
func (r *fileRun) compileFor(t testing.TB, k *compiler.Kernel, m object.Kernel, bits int, c fileCase) {
	t.Helper()
	r.device(t, bits).native.Choose(r.request(t, k, m, c))
}

// request is a launch of a kernel, of machine code m if that is not nil.
func (r *fileRun) request(t testing.TB, k *compiler.Kernel, m object.Kernel, c fileCase) *Launch {
	t.Helper()
	block, local := r.block(t, k, c)
	l := &Launch{Program: k.Lane, Args: block, WorkDim: 3, Offset: c.offset, Global: c.global, Group: c.group,
		Local: local, Globals: r.globals, Name: k.Name}
	if m != nil {
		l.Machine = m
		for _, p := range r.places {
			l.Memory = append(l.Memory, Memory{Address: r.memory.address + uintptr(p.offset),
				SizeBytes: uint64(p.sizeBytes())})
		}
	}
	return l
}

// device is that of all launches with machine code of vectors of that many bits, 0: with the interpreter. Each device
// keeps memory, and many thousand are more than the system maps.
func (r *fileRun) device(t testing.TB, bits int) *Device {
	if r.devices == nil {
		r.devices = map[int]*Device{0: NewDevice(Goroutines(1))}
	}
	if r.devices[bits] == nil {
		engine := Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}}
		r.devices[bits] = NewDeviceWith(Goroutines(1), engine)
	}
	return r.devices[bits]
}

// block is the argument block of a case, and the size of local memory.
func (r *fileRun) block(t testing.TB, k *compiler.Kernel, c fileCase) (block []byte, local uint64) {
	t.Helper()
	block, local = make([]byte, ceil.Multiple(k.ArgBlockBytes, 8)+8), k.LocalBytes
	for _, parameter := range k.Args {
		a := r.arg(parameter.Name)
		to := block[parameter.OffsetBytes:]
		switch {
		case parameter.Kind == compiler.ArgBuffer && a.fileBuffer != nil && a.image == nil:
			p := r.buffer(t, a.name)
			binary.LittleEndian.PutUint64(to, uint64(r.memory.address)+uint64(p.offset))
		case parameter.Kind == compiler.ArgImage && a.image != nil:
			binary.LittleEndian.PutUint64(to, uint64(r.images[a.name].address))
		case parameter.Kind == compiler.ArgLocal && a.local > 0:
			local = ceil.Multiple(local, 128)
			binary.LittleEndian.PutUint64(to, local)
			local += a.local
		case (parameter.Kind == compiler.ArgValue || parameter.Kind == compiler.ArgSampler) && a.values != nil:
			typ := parameter.TypeName
			if parameter.Kind == compiler.ArgSampler {
				typ = "ulong"
			}
			kind, err := typeNamed(typ)
			if err != nil {
				t.Fatalf("kernel %s, argument %s: %v", k.Name, a.name, err)
			}
			bits, err := kind.bits(c.values[a.name])
			if err != nil {
				t.Fatalf("kernel %s, argument %s: %v", k.Name, a.name, err)
			}
			binary.LittleEndian.PutUint64(to, bits)
		default:
			t.Fatalf("kernel %s: argument %s is of another kind in the header", k.Name, a.name)
		}
	}
	return block[:k.ArgBlockBytes], local
}

// mustBe compares memory, buffer by buffer, and the gaps.
func (r *fileRun) mustBe(t testing.TB, what string, want, got []byte) {
	t.Helper()
	if bytes.Equal(want, got) {
		return
	}
	for _, p := range r.places {
		for i := range p.count {
			if w, g := p.element(want, i), p.element(got, i); w != g {
				t.Fatalf("kernel %s, %s: %s[%d] is %#x, not %#x", r.kernel, what, p.name, i, g, w)
			}
		}
	}
	t.Fatalf("kernel %s, %s: memory outside the buffers has changed", r.kernel, what)
}

// hashed is a pseudo-random number, the i-th of a seed.
func hashed(seed, i int) uint32 {
	x := uint32(seed*7919+i) * 2654435761
	return x ^ x>>15
}

// constantsOf is the address of a copy of the program-scope variables, which lasts as long as the test.
func constantsOf(t testing.TB, program *compiler.Program) uintptr {
	g := &program.Globals
	b := newBuffer(t, int(g.SizeBytes)/4+1)
	copy(b.bytes, g.Init)
	for _, at := range g.Relocations {
		word := b.bytes[at:]
		binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)+uint64(b.address))
	}
	return b.address
}
