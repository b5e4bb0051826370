package clapi

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/mutate"
)

func TestCreateProgramErrors(t *testing.T) {
	f := newFixture(t)
	good := f.program("kernel k")
	f.mustWork(good.Build(BuildRequest{}))
	data := good.binary(0)
	damaged := bytes.Clone(data)
	damaged[len(damaged)-1]++
	var none *Context
	var noProgram *Program
	source := func(c *Context, strings ...[]byte) error { return second(c.CreateProgramWithSource(strings)) }
	load := func(c *Context, devices []*Device, binaries ...[]byte) error {
		p, statuses, err := c.CreateProgramWithBinary(devices, binaries)
		if (p == nil) != (err != nil) || p != nil && statuses[0] != cl.Success {
			t.Errorf("program %v, statuses %v, error %v", p, statuses, err)
		}
		return err
	}
	one := []*Device{f.device}
	checkStatuses(t, []statusCase{
		{"no context", source(none, []byte("x")), cl.InvalidContext},
		{"no strings", source(f.context), cl.InvalidValue},
		{"null string", source(f.context, []byte("x"), nil), cl.InvalidValue},
		{"empty string", source(f.context, []byte{}), cl.Success},
		{"binary, no context", load(none, one, data), cl.InvalidContext},
		{"binary, no devices", load(f.context, nil), cl.InvalidValue},
		{"binary, null list", load(f.context, one), cl.InvalidValue},
		{"binary, bad device", load(f.context, []*Device{nil}, data), cl.InvalidDevice},
		{"binary, empty", load(f.context, one, []byte{}), cl.InvalidValue},
		{"binary, damaged", load(f.context, one, damaged), cl.InvalidBinary},
		{"binary, cut", load(f.context, one, data[:len(data)-1]), cl.InvalidBinary},
		{"binary, longer", load(f.context, one, append(bytes.Clone(data), 0)), cl.InvalidBinary},
		{"binary, foreign", load(f.context, one, []byte("\x7fELF and so on")), cl.InvalidBinary},
		{"binary, good", load(f.context, one, data), cl.Success},
		{"no program", noProgram.Retain(), cl.InvalidProgram},
		{"no program", noProgram.Release(), cl.InvalidProgram},
		{"no program", second(noProgram.GetInfo(cl.ProgramSource, InfoTarget{})), cl.InvalidProgram},
		{"unknown query", second(good.GetInfo(1, InfoTarget{})), cl.InvalidValue},
		{"no program", second(noProgram.GetBuildInfo(f.device, cl.ProgramBuildLog, InfoTarget{})), cl.InvalidProgram},
		{"no device", second(good.GetBuildInfo(nil, cl.ProgramBuildLog, InfoTarget{})), cl.InvalidDevice},
		{"unknown query", second(good.GetBuildInfo(f.device, 1, InfoTarget{})), cl.InvalidValue},
		{"not built", second(f.program("kernel k").GetInfo(cl.ProgramNumKernels, InfoTarget{})),
			cl.InvalidProgramExecutable},
	})
}

func TestBuildErrors(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	other := NewPlatform(Setup{Machine: testMachine})
	otherContext, err := other.CreateContext(nil, []*Device{other.Device()}, nil)
	f.mustWork(err)
	noCompiler, err := otherContext.CreateProgramWithSource([][]byte{{}})
	f.mustWork(err)
	withKernel := f.kernel("k")
	linked := f.link("", f.compiled("kernel k"))
	var none *Program
	checkStatuses(t, []statusCase{
		{"no program", none.Build(BuildRequest{}), cl.InvalidProgram},
		{"count without list", p.Build(BuildRequest{NumDevices: 1}), cl.InvalidValue},
		{"list without count", p.Build(BuildRequest{Devices: []*Device{}}), cl.InvalidValue},
		{"bad device", p.Build(BuildRequest{NumDevices: 1, Devices: []*Device{nil}}), cl.InvalidDevice},
		{"foreign device", p.Build(BuildRequest{NumDevices: 1, Devices: []*Device{other.Device()}}), cl.InvalidDevice},
		{"options", p.Build(BuildRequest{Options: "-nonsense"}), cl.InvalidBuildOptions},
		{"no compiler", noCompiler.Build(BuildRequest{}), cl.CompilerNotAvailable},
		{"linked", linked.Build(BuildRequest{}), cl.InvalidOperation},
		{"kernels exist", withKernel.program.Build(BuildRequest{}), cl.InvalidOperation},
		{"source error", f.program("error").Build(BuildRequest{}), cl.BuildProgramFailure},
		{"link error", f.program("unresolved").Build(BuildRequest{}), cl.BuildProgramFailure},
		{"good", p.Build(BuildRequest{NumDevices: 1, Devices: []*Device{f.device}, Options: "-DX=1"}), cl.Success},
		{"again", p.Build(BuildRequest{}), cl.Success},
	})
	f.mustWork(withKernel.Release())
}

func TestBuildWhileBuilding(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	f.compiler.during = func() {
		f.compiler.during = nil
		wantStatus(t, "build during a build", p.Build(BuildRequest{}), cl.InvalidOperation)
		wantStatus(t, "kernel during a build", second(p.CreateKernel("k", false)), cl.InvalidProgramExecutable)
		if p.builds[0].buildStatus() != cl.BuildInProgress {
			t.Error("not in progress")
		}
	}
	calls := 0
	f.mustWork(p.Build(BuildRequest{Notify: func() {
		if calls++; p.builds[0].buildStatus() != cl.BuildSuccess {
			t.Error("callback before the end")
		}
	}}))
	if calls != 1 {
		t.Errorf("%d callbacks", calls)
	}
}

func (f *fixture) compiled(source string) *Program {
	f.t.Helper()
	p := f.program(source)
	f.mustWork(p.Compile(CompileRequest{}))
	return p
}

func (f *fixture) link(options string, programs ...*Program) *Program {
	f.t.Helper()
	p, err := f.context.LinkProgram(linkRequest(options, programs...))
	f.mustWork(err)
	return p
}

func linkRequest(options string, programs ...*Program) LinkRequest {
	return LinkRequest{
		BuildRequest: BuildRequest{Options: options}, NumPrograms: uint32(len(programs)), Programs: programs,
	}
}

func (f *fixture) reload(p *Program) *Program {
	f.t.Helper()
	again, _, err := f.context.CreateProgramWithBinary([]*Device{f.device}, [][]byte{p.binary(0)})
	f.mustWork(err)
	return again
}

func TestCompileErrors(t *testing.T) {
	f := newFixture(t)
	p := f.program("include a.h kernel k")
	header := f.program("text")
	with := func(n uint32, headers []*Program, names []string) error {
		return p.Compile(CompileRequest{NumHeaders: n, Headers: headers, Names: names})
	}
	withKernel := f.kernel("k")
	var none *Program
	options := func(text string) CompileRequest { return CompileRequest{BuildRequest: BuildRequest{Options: text}} }
	checkStatuses(t, []statusCase{
		{"no program", none.Compile(CompileRequest{}), cl.InvalidProgram},
		{"count without devices", p.Compile(CompileRequest{BuildRequest: BuildRequest{NumDevices: 1}}),
			cl.InvalidValue},
		{"bad device", p.Compile(CompileRequest{BuildRequest: BuildRequest{NumDevices: 1, Devices: []*Device{nil}}}),
			cl.InvalidDevice},
		{"headers without names", with(1, []*Program{header}, nil), cl.InvalidValue},
		{"names without headers", with(1, nil, []string{"a.h"}), cl.InvalidValue},
		{"headers without count", with(0, []*Program{header}, []string{"a.h"}), cl.InvalidValue},
		{"bad header", with(1, []*Program{nil}, []string{"a.h"}), cl.InvalidProgram},
		{"foreign header", with(1, []*Program{newFixture(t).program("text")}, []string{"a.h"}), cl.InvalidContext},
		{"header without source", with(1, []*Program{f.reload(withKernel.program)}, []string{"a.h"}),
			cl.InvalidProgram},
		{"options", p.Compile(options("-nonsense")), cl.InvalidCompilerOptions},
		{"link options", p.Compile(options("-create-library")), cl.InvalidCompilerOptions},
		{"kernels exist", withKernel.program.Compile(CompileRequest{}), cl.InvalidOperation},
		{"no source", f.reload(withKernel.program).Compile(CompileRequest{}), cl.InvalidOperation},
		{"missing header", p.Compile(CompileRequest{}), cl.CompileProgramFailure},
		{"good", with(1, []*Program{header}, []string{"a.h"}), cl.Success},
	})
}

func TestLinkErrors(t *testing.T) {
	f := newFixture(t)
	object := f.compiled("kernel k")
	built := f.program("kernel k")
	f.mustWork(built.Build(BuildRequest{}))
	var none *Context
	link := func(r LinkRequest) error { return second(f.context.LinkProgram(r)) }
	checkStatuses(t, []statusCase{
		{"no context", second(none.LinkProgram(LinkRequest{})), cl.InvalidContext},
		{"no programs", link(LinkRequest{}), cl.InvalidValue},
		{"count without programs", link(LinkRequest{NumPrograms: 1}), cl.InvalidValue},
		{"programs without count", link(LinkRequest{Programs: []*Program{object}}), cl.InvalidValue},
		{"bad program", link(linkRequest("", nil)), cl.InvalidProgram},
		{"foreign program", link(linkRequest("", newFixture(t).compiled("kernel k"))), cl.InvalidContext},
		{"options", link(linkRequest("-nonsense", object)), cl.InvalidLinkerOptions},
		{"compile options", link(linkRequest("-DX", object)), cl.InvalidLinkerOptions},
		{"not compiled", link(linkRequest("", f.program("kernel k"))), cl.InvalidOperation},
		{"executable", link(linkRequest("", built)), cl.InvalidOperation},
	})
	failed, err := f.context.LinkProgram(linkRequest("", f.compiled("unresolved")))
	wantStatus(t, "unresolved", err, cl.LinkProgramFailure)
	log := query(t, func(out InfoTarget) (uint64, error) {
		return failed.GetBuildInfo(f.device, cl.ProgramBuildLog, out)
	})
	if !strings.Contains(string(log), "unresolved symbol") {
		t.Errorf("log %q", log)
	}
	r := linkRequest("", f.compiled("unresolved"))
	r.HasNotify = true
	wantStatus(t, "unresolved with a callback", link(r), cl.Success)
}

// Every kind of program survives its binary, and a library takes part in linking.
func TestBinariesAndLibraries(t *testing.T) {
	f := newFixture(t)
	library := f.reload(f.link("-create-library", f.compiled("kernel in_library")))
	object := f.reload(f.compiled("kernel in_object"))
	executable := f.link("", object, library)
	for p, want := range map[*Program]uint32{
		f.program("kernel k"): cl.ProgramBinaryTypeNone, library: cl.ProgramBinaryTypeLibrary,
		object: cl.ProgramBinaryTypeCompiledObject, executable: cl.ProgramBinaryTypeExecutable,
	} {
		got := query(t, func(out InfoTarget) (uint64, error) {
			return p.GetBuildInfo(f.device, cl.ProgramBinaryType, out)
		})
		if number(got) != uint64(want) {
			t.Errorf("kind %d, want %d", number(got), want)
		}
	}
	again := f.reload(executable)
	wantStatus(t, "kernel before the build", second(again.CreateKernel("in_library", false)),
		cl.InvalidProgramExecutable)
	f.mustWork(again.Build(BuildRequest{}))
	names := query(t, func(out InfoTarget) (uint64, error) { return again.GetInfo(cl.ProgramKernelNames, out) })
	if string(names) != "in_object;in_library\x00" {
		t.Errorf("kernels %q", names)
	}
}

func TestProgramInfo(t *testing.T) {
	f := newFixture(t)
	p, err := f.context.CreateProgramWithSource([][]byte{[]byte("kernel a "), []byte("kernel b")})
	f.mustWork(err)
	ask := func(name uint32) []byte {
		return query(t, func(out InfoTarget) (uint64, error) { return p.GetInfo(name, out) })
	}
	askBuild := func(name uint32) []byte {
		return query(t, func(out InfoTarget) (uint64, error) { return p.GetBuildInfo(f.device, name, out) })
	}
	if got := askBuild(cl.ProgramBuildStatus); int32(number(got)) != cl.BuildNone {
		t.Errorf("status %v", got)
	}
	if got := number(ask(cl.ProgramBinarySizes)); got != 0 {
		t.Errorf("binary of %d bytes before the build", got)
	}
	f.mustWork(p.Build(BuildRequest{Options: "-DX"}))
	for name := range programInfo() {
		ask(name)
	}
	if got := askBuild(cl.ProgramBuildStatus); int32(number(got)) != cl.BuildSuccess {
		t.Errorf("status %v", got)
	}
	if got := askBuild(cl.ProgramBuildOptions); string(got) != "-DX\x00" {
		t.Errorf("options %q", got)
	}
	if got := ask(cl.ProgramSource); string(got) != "kernel a kernel b\x00" {
		t.Errorf("source %q", got)
	}
	if got := number(ask(cl.ProgramNumKernels)); got != 2 {
		t.Errorf("%d kernels", got)
	}
	if got := number(ask(cl.ProgramDevices)); got != 0x2000 {
		t.Errorf("device %#x", got)
	}
}

func TestProgramBinariesQuery(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	f.mustWork(p.Build(BuildRequest{}))
	want := p.binary(0)
	target := hostBytes(t, make([]byte, len(want)))
	list := hostWord(t, uint64(target))
	size, err := p.GetInfo(cl.ProgramBinaries, InfoTarget{Address: list, SizeBytes: 8})
	f.mustWork(err)
	if size != 8 || !bytes.Equal(hostmem.Bytes(target, uint64(len(want))), want) {
		t.Errorf("size %d or other bytes", size)
	}
	checkStatuses(t, []statusCase{
		{"too small", second(p.GetInfo(cl.ProgramBinaries, InfoTarget{Address: list, SizeBytes: 7})), cl.InvalidValue},
		{"size only", second(p.GetInfo(cl.ProgramBinaries, InfoTarget{})), cl.Success},
		{"null pointer", second(p.GetInfo(cl.ProgramBinaries, InfoTarget{Address: hostWord(t, 0), SizeBytes: 8})),
			cl.Success},
	})
}

func TestProgramScopeVariables(t *testing.T) {
	f := newFixture(t)
	p := f.program("globals kernel k")
	f.mustWork(p.Build(BuildRequest{}))
	address := p.builds[0].exec.globals
	block := hostmem.Bytes(address, 24)
	if block[0] != 7 || binary.NativeEndian.Uint64(block[8:]) != uint64(address)+16 {
		t.Errorf("block at %#x: %v", address, block)
	}
	f.mustWork(p.Build(BuildRequest{})) // frees the first block
	f.mustWork(p.Release())
}

// FuzzBinary reads anything behind a good head, so that the fuzzer need not find checksums.
func FuzzBinary(f *testing.F) {
	for _, body := range binaryBodies() {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) { decodeBody(body) })
}

// binaryBodies are what stands behind the heads of two binaries.
func binaryBodies() (bodies [][]byte) {
	library := programCode{kind: cl.ProgramBinaryTypeLibrary, units: []unit{{source: []byte("s"), options: "o",
		headers: []compiler.Source{{Name: "n", Text: []byte("t")}}}}}
	executable := programCode{kind: cl.ProgramBinaryTypeExecutable, linkOptions: "-O"}
	for _, data := range [][]byte{library.encode(nil), executable.encode([]byte("k"))} {
		bodies = append(bodies, data[binaryHeadBytes:])
	}
	return bodies
}

// decodeBody reports whether a body is a binary's.
func decodeBody(body []byte) bool {
	code, err := decodeBinary(withHead(body), &fakeCompiler{}, compiler.Options{})
	if err == nil && code.kind == cl.ProgramBinaryTypeNone {
		panic("a binary of nothing")
	}
	_, _ = decodeBinary(body, &fakeCompiler{}, compiler.Options{})
	return err == nil
}

// TestChangedBinaries reads changed bodies behind good heads.
func TestChangedBinaries(t *testing.T) {
	(&mutate.Loop{Seeds: binaryBodies(), Usual: 20_000, Longest: 4096, Try: decodeBody}).Run(t)
}

// withHead puts the right head before a body.
func withHead(body []byte) []byte {
	head := []byte(binaryMagic)
	for _, n := range []uint64{binaryVersion(), uint64(len(body)), checksum(body)} {
		head = binary.LittleEndian.AppendUint64(head, n)
	}
	return append(head, body...)
}

// What is no good binary is refused, and the reason says in words what it is.
func TestBadBinaries(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	f.mustWork(p.Build(BuildRequest{}))
	good := p.binary(0)
	changed := func(at int) []byte {
		data := bytes.Clone(good)
		data[at] ^= 1
		return data
	}
	broken := programCode{kind: cl.ProgramBinaryTypeExecutable}
	for _, test := range []struct {
		data []byte
		want string
	}{
		{[]byte("\x7fELF\x02\x01\x01"), "an ELF file"},
		{[]byte("__kernel void k() {}"), "text"},
		{[]byte{3, 2, 0x23, 7, 0, 0, 1, 0}, "SPIR-V"},
		{[]byte("poclbin\x01"), "PoCL"},
		{[]byte("HEDDLE PROGRAM 2"), "an older version"},
		{[]byte{1, 2, 3}, "begins with 01 02 03"},
		{good[:binaryHeadBytes-1], "cut off"},
		{good[:len(good)-1], "cut off"},
		{append(bytes.Clone(good), 0), "more behind it"},
		{changed(len(binaryMagic)), "another version"},
		{changed(binaryHeadBytes - 1), "damaged"},
		{changed(len(good) - 1), "damaged"},
		{withHead(nil), "mean nothing"},
		{withHead([]byte{9, 0, 0}), "mean nothing"},
		{broken.encode([]byte("broken")), "as asked"},
	} {
		_, statuses, err := f.context.CreateProgramWithBinary([]*Device{f.device}, [][]byte{test.data})
		wantStatus(t, test.want, err, cl.InvalidBinary)
		if !strings.Contains(err.Error(), test.want) || statuses[0] != cl.InvalidBinary {
			t.Errorf("%q: %v, statuses %v", test.want, err, statuses)
		}
	}
	for n := range good {
		if _, err := decodeBinary(good[:n], f.compiler, compiler.Options{}); err == nil {
			t.Fatalf("%d bytes of %d were taken", n, len(good))
		}
		if _, err := decodeBinary(changed(n), f.compiler, compiler.Options{}); err == nil {
			t.Fatalf("a binary was taken whose byte %d is wrong", n)
		}
	}
}

// An executable comes back as what it was, needs no source, and gives the same binary again. If its machine code is of
// no use, the log says so, and there will be another binary.
func TestExecutableBinaries(t *testing.T) {
	f := newFixture(t)
	for _, name := range []string{"k", "misfit"} {
		p := f.program("kernel " + name)
		f.mustWork(p.Build(BuildRequest{Options: "-DX"}))
		again := f.reload(p)
		isMisfit := name == "misfit"
		if !bytes.Equal(again.binary(0), p.binary(0)) {
			t.Error("another binary")
		}
		f.mustWork(again.Build(BuildRequest{Options: "-DY"}))
		log := query(t, func(out InfoTarget) (uint64, error) {
			return again.GetBuildInfo(f.device, cl.ProgramBuildLog, out)
		})
		if strings.Contains(string(log), "note: as asked") != isMisfit {
			t.Errorf("%s: log %q", name, log)
		}
		source := query(t, func(out InfoTarget) (uint64, error) { return again.GetInfo(cl.ProgramSource, out) })
		if string(source) != "\x00" {
			t.Errorf("source %q", source)
		}
		if _, err := again.CreateKernel(name, false); err != nil {
			t.Error(err)
		}
	}
	noCompiler := NewPlatform(Setup{Machine: testMachine})
	context, err := noCompiler.CreateContext(nil, []*Device{noCompiler.Device()}, nil)
	f.mustWork(err)
	p := f.program("kernel k")
	f.mustWork(p.Build(BuildRequest{}))
	_, _, err = context.CreateProgramWithBinary([]*Device{noCompiler.Device()}, [][]byte{p.binary(0)})
	wantStatus(t, "no compiler", err, cl.InvalidBinary)
}

// TestCompilerPanics builds with a compiler that has a bug: the build fails and the program can be built again.
func TestCompilerPanics(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	for name, build := range map[string]struct {
		call func() error
		want cl.Status
	}{
		"build":   {func() error { return p.Build(BuildRequest{}) }, cl.BuildProgramFailure},
		"compile": {func() error { return p.Compile(CompileRequest{}) }, cl.CompileProgramFailure},
	} {
		f.compiler.during = func() { panic("BUG: as asked") }
		wantStatus(t, name, build.call(), build.want)
		log := p.buildOf(0).log
		if !strings.Contains(log, "internal error") || !strings.Contains(log, "BUG: as asked") {
			t.Errorf("%s: log %q", name, log)
		}
		f.compiler.during = nil
		wantStatus(t, name+" again", build.call(), cl.Success)
	}
}

// Options that are refused are named in the build log and in the reason. What was built before stays.
func TestRefusedOptionsAreInTheLog(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel k")
	for _, status := range []int32{cl.BuildNone, cl.BuildSuccess} {
		for what, err := range map[string]error{
			"-nonsense": p.Build(BuildRequest{Options: "-DX -nonsense"}),
			"-other":    p.Compile(CompileRequest{BuildRequest: BuildRequest{Options: "-other"}}),
		} {
			if err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v", what, err)
			}
		}
		for _, build := range []func() error{
			func() error { return p.Build(BuildRequest{Options: "-DX -nonsense"}) },
			func() error { return p.Compile(CompileRequest{BuildRequest: BuildRequest{Options: "-nonsense"}}) },
		} {
			if build() == nil {
				t.Error("it was built")
			}
			log := string(query(t, func(out InfoTarget) (uint64, error) {
				return p.GetBuildInfo(f.device, cl.ProgramBuildLog, out)
			}))
			if !strings.Contains(log, `"-nonsense"`) || p.builds[0].buildStatus() != status {
				t.Errorf("status %d, log %q", p.builds[0].buildStatus(), log)
			}
		}
		f.mustWork(p.Build(BuildRequest{}))
	}
	_, err := f.context.LinkProgram(linkRequest("-nonsense", f.compiled("kernel k")))
	if err == nil || !strings.Contains(err.Error(), `"-nonsense"`) {
		t.Error(err)
	}
}
