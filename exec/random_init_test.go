package exec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/compiler/ceil"
	"heddle/compiler/randinit"
)

// Random declarations with initializers, compared with clang: whether they are accepted, and each scalar of the object.
// The answers of clang to some hundreds are in testdata, and are checked everywhere; others are compared if clang is
// installed.
var (
	initCount = flag.Int("initcheck.count", 300,
		"number of random declarations that are compared with clang's reading")
	initSeed   = flag.Uint64("initcheck.seed", 1<<32, "first seed of those")
	initUpdate = flag.Bool("initcheck.update", false, "ask clang for the kept declarations' values again")
	initKept   = flag.Int("initcheck.kept", 500, "number of declarations that an update keeps")
)

const (
	initBatch   = 200
	initOptions = "-cl-std=CL3.0"
	keptInits   = "testdata/randinit/declarations.txt"
)

// initInputs are the values of the variables in initializers.
var initInputs = []int32{100, 3, 9, 0}

// initCase is a declaration and the right answer: its values, or that it is rejected.
type initCase struct {
	randinit.Declaration
	rejected bool
	values   []uint64
}

// initDriver is a C program that calls clang's code.
const initDriver = `
#include <stdio.h>
#include <stdlib.h>
void run(unsigned long *out, const int *in);
int main(int argc, char **argv) {
	size_t n = atol(argv[1]);
	unsigned long *out = calloc(n + 1, 8);
	int in[] = {%d, %d, %d, %d};
	run(out, in);
	return fwrite(out, 8, n, stdout) != n;
}
`

// clang compiles OpenCL C for this processor. It has only one address space, which suffices for declarations.
type clang struct {
	t      testing.TB
	folder string
}

func newClang(t testing.TB) *clang {
	if _, err := osexec.LookPath("clang"); err != nil {
		return nil
	}
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		return nil
	}
	c := &clang{t, t.TempDir()}
	in := initInputs
	c.write("main.c", fmt.Sprintf(initDriver, in[0], in[1], in[2], in[3]))
	if out, err := c.command("-c", "main.c", "-o", "main.o").CombinedOutput(); err != nil {
		t.Skipf("clang compiles no C: %v\n%s", err, out)
	}
	return c
}

func (c *clang) write(name, text string) {
	if err := os.WriteFile(filepath.Join(c.folder, name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func (c *clang) command(args ...string) *osexec.Cmd {
	command := osexec.Command("clang", args...)
	command.Dir = c.folder
	return command
}

func (c *clang) openCL(args ...string) *osexec.Cmd {
	return c.command(append([]string{"-x", "cl", "-cl-std=CL3.0", "-Xclang", "-cl-ext=+all", "-target",
		"x86_64-linux-gnu", "-mavx2", "-w", "-ferror-limit=0", "-fno-caret-diagnostics",
		"-fno-crash-diagnostics"}, args...)...)
}

// errorLine matches an error message, or the declaration at which clang crashed.
var errorLine = regexp.MustCompile(
	`(?m)^(?:\d+\.\t)?batch\.cl:(\d+):\d+: (?:fatal error|error|Generating code|LLVM IR generation)`)

// judge returns clang's answers. Declarations that it accepts but cannot compile are left out.
func (c *clang) judge(list []randinit.Declaration) (cases []initCase) {
	text, _ := randinit.Program(list)
	c.write("batch.cl", text)
	wrong, _, _ := c.compile("-fsyntax-only")
	var accepted []randinit.Declaration
	for i, d := range list {
		if wrong[i] {
			cases = append(cases, initCase{Declaration: d, rejected: true})
			continue
		}
		accepted = append(accepted, d)
	}
	return append(cases, c.run(accepted)...)
}

// compile compiles the batch and returns the numbers of the declarations with an error.
func (c *clang) compile(args ...string) (wrong map[int]bool, out []byte, err error) {
	out, err = c.openCL(append(args, "batch.cl")...).CombinedOutput()
	wrong = map[int]bool{}
	for _, m := range errorLine.FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(m[1])
		wrong[line-randinit.FirstLine] = true
	}
	return wrong, out, err
}

// run compiles declarations that are accepted, and runs those that compile.
func (c *clang) run(list []randinit.Declaration) (cases []initCase) {
	for {
		text, count := randinit.Program(list)
		c.write("batch.cl", text)
		silent, out, err := c.compile("-O0", "-c", "-o", "batch.o")
		if err == nil {
			values := c.values(count)
			if values == nil {
				return c.runHalves(list, "what clang makes of it crashes")
			}
			for _, d := range list {
				cases = append(cases, initCase{Declaration: d, values: values[:d.Values]})
				values = values[d.Values:]
			}
			return cases
		}
		var rest []randinit.Declaration
		for i, d := range list {
			if !silent[i] {
				rest = append(rest, d)
			}
		}
		if len(rest) == len(list) {
			return c.runHalves(list, fmt.Sprintf("clang: %v\n%s", err, out))
		}
		list = rest
	}
}

// runHalves runs each half, to find a declaration that crashes.
func (c *clang) runHalves(list []randinit.Declaration, what string) []initCase {
	if len(list) == 1 {
		c.t.Logf("%s:\n%s", what, list[0].Line)
		return nil
	}
	return append(c.run(list[:len(list)/2]), c.run(list[len(list)/2:])...)
}

// values links the compiled batch and runs it; nil if it crashes.
func (c *clang) values(count int) []uint64 {
	if out, err := c.command("main.o", "batch.o", "-o", "batch").CombinedOutput(); err != nil {
		c.t.Fatalf("clang: %v\n%s", err, out)
	}
	out, err := osexec.Command(filepath.Join(c.folder, "batch"), strconv.Itoa(count)).Output()
	if err != nil || len(out) != 8*count {
		return nil
	}
	values := make([]uint64, count)
	for i := range values {
		values[i] = binary.LittleEndian.Uint64(out[8*i:])
	}
	return values
}

// initRunner compiles and runs declarations with this driver.
type initRunner struct {
	t       testing.TB
	report  bytes.Buffer
	devices map[string]*Device
	out     *buffer
	in      *buffer
	globals *buffer
}

const initGlobals = 1 << 20

func newInitRunner(t testing.TB) *initRunner {
	r := &initRunner{t: t, devices: map[string]*Device{}}
	r.out, r.in, r.globals = newBuffer(t, initBatch*2*256), newBuffer(t, len(initInputs)), newBuffer(t, initGlobals/4)
	for i, v := range initInputs {
		binary.LittleEndian.PutUint32(r.in.bytes[4*i:], uint32(v))
	}
	r.devices["interpreter"] = NewDeviceWith(Goroutines(1), Engine{Report: &r.report})
	for _, bits := range []int{256, 512} {
		if runsVectors(t, bits) {
			e := Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: &r.report}
			r.devices[fmt.Sprintf("machine code of %d bits", bits)] = NewDeviceWith(Goroutines(1), e)
		}
	}
	return r
}

func buildInits(text string) (program *compiler.Program, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the compiler panics: %v", p)
		}
	}()
	o, err := compiler.ParseOptions(initOptions + " -w")
	if err != nil {
		return nil, err
	}
	object, log, ok := compiler.Compile([]byte(text), nil, o)
	if !ok {
		return nil, errors.New(log)
	}
	program, log, ok = compiler.Link([]*compiler.Object{object}, o)
	if !ok {
		return nil, errors.New(log)
	}
	return program, nil
}

// check compares cases with this driver's results, and reports those that differ.
func (r *initRunner) check(cases []initCase) {
	r.t.Helper()
	var accepted []initCase
	var list []randinit.Declaration
	for _, c := range cases {
		if !c.rejected {
			accepted, list = append(accepted, c), append(list, c.Declaration)
			continue
		}
		text, _ := randinit.Program([]randinit.Declaration{c.Declaration})
		if _, err := buildInits(text); err == nil {
			r.t.Errorf("accepted, but must be rejected:\n%s", c.Line)
		} else if strings.Contains(err.Error(), "panics") {
			r.t.Errorf("%v:\n%s", err, c.Line)
		}
	}
	text, count := randinit.Program(list)
	program, err := buildInits(text)
	if err != nil {
		r.findRejected(accepted, err)
		return
	}
	for name, d := range r.devices {
		got, err := r.launch(d, program, count)
		if err != nil {
			r.t.Errorf("%s: %v", name, err)
			continue
		}
		for _, c := range accepted {
			mine := got[:len(c.values)]
			if got = got[len(c.values):]; !slices.Equal(mine, c.values) {
				r.t.Errorf("%s gives\n%x, not\n%x:\n%s", name, mine, c.values, c.Line)
			}
		}
	}
}

// findRejected reports declarations that are wrongly rejected, and checks the others.
func (r *initRunner) findRejected(cases []initCase, err error) {
	r.t.Helper()
	if len(cases) == 1 {
		r.t.Errorf("wrongly rejected: %v\n%s", err, cases[0].Line)
		return
	}
	r.check(cases[:len(cases)/2])
	r.check(cases[len(cases)/2:])
}

func (r *initRunner) launch(d *Device, program *compiler.Program, count int) (values []uint64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if size := program.Globals.SizeBytes; size > initGlobals {
		return nil, fmt.Errorf("%d bytes of globals", size)
	}
	globals := hostmem.Bytes(r.globals.address, initGlobals)
	clear(globals)
	copy(globals, program.Globals.Init)
	for _, at := range program.Globals.Relocations {
		binary.LittleEndian.PutUint64(globals[at:], binary.LittleEndian.Uint64(globals[at:])+uint64(r.globals.address))
	}
	clear(r.out.bytes)
	k := program.Kernels[0]
	args := make([]byte, k.ArgBlockBytes)
	binary.LittleEndian.PutUint64(args[k.Args[0].OffsetBytes:], uint64(r.out.address))
	binary.LittleEndian.PutUint64(args[k.Args[1].OffsetBytes:], uint64(r.in.address))
	r.report.Reset()
	one := [3]uint64{1, 1, 1}
	l := &Launch{Program: k.Lane, Machine: k.Machine, Args: args, Globals: r.globals.address, WorkDim: 1, Global: one,
		Group: one, Local: ceil.Multiple(k.LocalBytes, 128), Name: k.Name, Cancel: new(Cancel)}
	if err := d.Run(l); err != nil {
		return nil, err
	}
	if r.report.Len() > 0 {
		return nil, errors.New(r.report.String())
	}
	for i := range count {
		values = append(values, binary.LittleEndian.Uint64(r.out.bytes[8*i:]))
	}
	return values, nil
}

// TestKeptInitialisers checks the declarations of testdata with clang's answers.
func TestKeptInitialisers(t *testing.T) {
	if *initUpdate {
		updateInits(t)
	}
	text, err := os.ReadFile(keptInits)
	if err != nil {
		t.Fatal(err)
	}
	cases := parseInits(t, string(text))
	if len(cases) < 300 {
		t.Fatalf("%d declarations", len(cases))
	}
	r := newInitRunner(t)
	for batch := range slices.Chunk(cases, initBatch) {
		r.check(batch)
	}
}

func updateInits(t *testing.T) {
	c := newClang(t)
	if c == nil {
		t.Fatal("an update needs clang")
	}
	var b strings.Builder
	for batch := range slices.Chunk(declarations(1, *initKept), initBatch) {
		for _, d := range c.judge(batch) {
			b.WriteString(strings.ReplaceAll(d.Line, "\n", " ") + "\n")
			if d.rejected {
				b.WriteString("= rejected\n")
				continue
			}
			b.WriteString(strings.ReplaceAll(strings.Trim(fmt.Sprintf("= %x", d.values), "]"), "[", "") + "\n")
		}
	}
	if err := os.WriteFile(keptInits, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func parseInits(t *testing.T, text string) (cases []initCase) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		c := initCase{Declaration: randinit.Declaration{Line: lines[i]}}
		words := strings.Fields(lines[i+1])
		if len(words) < 2 || words[0] != "=" {
			t.Fatalf("line %d", i+2)
		}
		c.rejected = words[1] == "rejected"
		for _, w := range words[1:] {
			if c.rejected {
				break
			}
			v, err := strconv.ParseUint(w, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			c.values = append(c.values, v)
		}
		c.Values = len(c.values)
		cases = append(cases, c)
	}
	return cases
}

func declarations(seed uint64, n int) []randinit.Declaration {
	list := make([]randinit.Declaration, n)
	for i := range list {
		list[i] = randinit.New(seed + uint64(i))
	}
	return list
}

// TestInitialisersAsClang compares random declarations with clang.
func TestInitialisersAsClang(t *testing.T) {
	c := newClang(t)
	if c == nil {
		t.Skip("there is no clang for this machine; TestKeptInitialisers has what it said of other declarations")
	}
	r := newInitRunner(t)
	compared, rejected := 0, 0
	for n := 0; n < *initCount; n += initBatch {
		cases := c.judge(declarations(*initSeed+uint64(n), min(initBatch, *initCount-n)))
		for _, c := range cases {
			if c.rejected {
				rejected++
			}
		}
		compared += len(cases)
		r.check(cases)
	}
	t.Logf("%d of %d declarations from seed %d, of which clang rejects %d", compared, *initCount, *initSeed, rejected)
	if compared < *initCount*9/10 {
		t.Error("too few: clang cannot compile the others")
	}
}
