package clapi

import (
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
)

// fakeCompiler takes sources of words: "kernel NAME" defines a kernel with the arguments of fakeArgs, "error" fails the
// compilation, "unresolved" the linking, "include NAME" pulls in a header, "globals" and "hugeglobals" add
// program-scope variables.
type fakeCompiler struct {
	mu      sync.Mutex
	sources map[*compiler.Object]string
	during  func() // called while a compilation is under way; may be nil
}

func (f *fakeCompiler) Compile(
	main []byte, headers []compiler.Source, _ compiler.Options,
) (*compiler.Object, string, bool) {
	if f.during != nil {
		f.during()
	}
	text := string(main)
	for _, h := range headers {
		text = strings.ReplaceAll(text, "include "+h.Name, string(h.Text))
	}
	if strings.Contains(text, "error") || strings.Contains(text, "include") {
		return nil, "1:1: error: as asked\n", false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sources == nil {
		f.sources = map[*compiler.Object]string{}
	}
	object := &compiler.Object{}
	f.sources[object] = text
	return object, "", true
}

func (f *fakeCompiler) Link(objects []*compiler.Object, _ compiler.Options) (*compiler.Program, string, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	program := &compiler.Program{}
	for _, object := range objects {
		words := strings.Fields(f.sources[object])
		for i, word := range words {
			switch word {
			case "unresolved":
				return nil, "error: unresolved symbol\n", false
			case "globals":
				program.Globals = compiler.Globals{
					SizeBytes: 24, Init: []byte{7, 0, 0, 0, 0, 0, 0, 0, 16}, Relocations: []uint64{8},
				}
			case "hugeglobals":
				program.Globals = compiler.Globals{SizeBytes: 1 << 58}
			case "kernel":
				program.Kernels = append(program.Kernels, fakeKernel(words[i+1]))
			}
		}
	}
	return program, "", true
}

// Binary of a fake program is the names of its kernels, and as many zeros as it has bytes of variables.
func (f *fakeCompiler) Binary(p *compiler.Program) []byte {
	var words []string
	for _, k := range p.Kernels {
		words = append(words, k.Name)
	}
	return append([]byte(strings.Join(words, " ")), make([]byte, p.Globals.SizeBytes)...)
}

// Read reads that. A kernel of the name "misfit" lets machine code not fit, and "broken" is an error.
func (f *fakeCompiler) Read(form []byte, _ compiler.Options) (program *compiler.Program, note string, err error) {
	text := string(form)
	if strings.Contains(text, "broken") {
		return nil, "", errors.New("as asked")
	}
	if strings.Contains(text, "misfit") {
		note = "as asked"
	}
	program = &compiler.Program{}
	for _, name := range strings.Fields(strings.TrimRight(text, "\x00")) {
		program.Kernels = append(program.Kernels, fakeKernel(name))
	}
	return program, note, nil
}

// The arguments of a fake kernel.
const (
	argInt = iota
	argBuffer
	argLocal
	argLocal2
	argImage
	argSampler
	fakeArgCount
)

func fakeKernel(name string) *compiler.Kernel {
	k := &compiler.Kernel{Name: name, ArgBlockBytes: 40, LocalBytes: 5, PrivateBytes: 8, Attributes: "some()"}
	k.Args = []compiler.Arg{
		{Name: "n", TypeName: "int", Kind: compiler.ArgValue, SizeBytes: 4, Address: compiler.AddressPrivate,
			Access: compiler.AccessNone},
		{Name: "data", TypeName: "float*", Kind: compiler.ArgBuffer, SizeBytes: 8, OffsetBytes: 8,
			Access: compiler.AccessNone, Qualifiers: compiler.TypeConst | compiler.TypeRestrict},
		{Name: "scratch", TypeName: "int*", Kind: compiler.ArgLocal, SizeBytes: 8, OffsetBytes: 16,
			Address: compiler.AddressLocal, Access: compiler.AccessNone},
		{Name: "more", TypeName: "int*", Kind: compiler.ArgLocal, SizeBytes: 8, OffsetBytes: 24,
			Address: compiler.AddressLocal, Access: compiler.AccessNone},
	}
	if strings.HasPrefix(name, "image") {
		k.Args = append(k.Args, compiler.Arg{Name: "img", TypeName: "image2d_t", Kind: compiler.ArgImage, SizeBytes: 8,
			OffsetBytes: 32, ImageType: "image2d_t", Access: compiler.AccessReadOnly},
			compiler.Arg{Name: "s", TypeName: "sampler_t", Kind: compiler.ArgSampler, SizeBytes: 8, OffsetBytes: 40})
		k.ArgBlockBytes = 48
	}
	return k
}

// testMachine is a machine with round numbers.
var testMachine = Machine{
	Name: "Test CPU", UUID: [16]byte{15: 1}, VendorID: 0x1234, ComputeUnits: 8, ClockMHz: 3000, MemoryBytes: 1 << 30,
	MaxAllocBytes: 1 << 29, MaxConstantBytes: 256 << 20, CacheBytes: 1 << 20, CacheLineBytes: 64, Lanes: 16,
}

// fixture is a context on a platform with a fake compiler, with handles set as icd would.
type fixture struct {
	t        *testing.T
	compiler *fakeCompiler
	platform *Platform
	device   *Device
	context  *Context
	reasons  []string // received by the context's callback
}

func newFixture(t *testing.T) *fixture {
	f := &fixture{t: t, compiler: &fakeCompiler{}}
	f.platform = NewPlatform(Setup{Compiler: f.compiler, Machine: testMachine})
	f.device = f.platform.Device()
	f.platform.SetHandle(0x1000, nil)
	f.device.SetHandle(0x2000, nil)
	var err error
	f.context, err = f.platform.CreateContext(nil, []*Device{f.device}, func(reason string) {
		f.reasons = append(f.reasons, reason)
	})
	f.mustWork(err)
	f.context.SetHandle(0x3000, nil)
	return f
}

func (f *fixture) mustWork(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) buffer(flags, size uint64) *MemObject {
	f.t.Helper()
	m, err := f.context.CreateBuffer(flags, size, 0)
	f.mustWork(err)
	return m
}

func (f *fixture) program(source string) *Program {
	f.t.Helper()
	p, err := f.context.CreateProgramWithSource([][]byte{[]byte(source)})
	f.mustWork(err)
	return p
}

func (f *fixture) kernel(name string) *Kernel {
	f.t.Helper()
	p := f.program("kernel " + name)
	f.mustWork(p.Build(BuildRequest{}))
	k, err := p.CreateKernel(name, false)
	f.mustWork(err)
	f.mustWork(p.Release())
	return k
}

// hostBytes is memory with an address, freed at the end of the test.
func hostBytes(t *testing.T, data []byte) uintptr {
	t.Helper()
	address, err := hostmem.Alloc(uint64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hostmem.Free(address) })
	copy(hostmem.Bytes(address, uint64(len(data))), data)
	return address
}

// hostWord is memory that holds one 64-bit word, such as a handle.
func hostWord(t *testing.T, word uint64) uintptr {
	return hostBytes(t, binary.NativeEndian.AppendUint64(nil, word))
}

// queryFunc is one of the GetInfo methods with all parameters but the target filled in.
type queryFunc func(out InfoTarget) (uint64, error)

// query asks for the size, then for the value, and wants both to agree.
func query(t *testing.T, ask queryFunc) []byte {
	t.Helper()
	size, err := ask(InfoTarget{})
	if err != nil {
		t.Fatal(err)
	}
	value := hostBytes(t, make([]byte, size))
	again, err := ask(InfoTarget{Address: value, SizeBytes: size})
	if err != nil || again != size {
		t.Fatalf("size %d, then %d, %v", size, again, err)
	}
	if size > 0 {
		_, err = ask(InfoTarget{Address: value, SizeBytes: size - 1})
		wantStatus(t, "param_value_size too small", err, cl.InvalidValue)
	}
	return append([]byte(nil), hostmem.Bytes(value, size)...)
}

func wantStatus(t *testing.T, situation string, err error, want cl.Status) {
	t.Helper()
	if got := StatusOf(err); got != want {
		t.Errorf("%s: %v (%v), want %v", situation, got, err, want)
	}
}

// statusCase is a row of a table of calls that must fail.
type statusCase struct {
	situation string
	err       error
	want      cl.Status
}

func checkStatuses(t *testing.T, cases []statusCase) {
	t.Helper()
	for _, c := range cases {
		wantStatus(t, c.situation, c.err, c.want)
	}
}

// second drops the first result of a call, for tables of errors.
func second[T any](_ T, err error) error { return err }
