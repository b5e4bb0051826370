package exec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/cbridge/hostmem"
	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/passes"
	"heddle/compiler/randkernel"
	"heddle/compiler/uniform"
	"heddle/image"
)

// Random kernels of OpenCL C run on both engines: as machine code for both instruction sets in all kinds of bundles,
// and without optimisation. Memory must be the same bit for bit. A kernel that differs is reduced and printed; cases
// that were found stay in testdata/randkernel for good. docs/random-kernels.md says how to run for hours.
var (
	randomSeed  = flag.Uint64("randkernel.seed", 0, "first seed of random kernels; 0: by the day")
	randomCount = flag.Int("randkernel.count", fewUnderRace(60, 5), "number of random kernels")
	randomTime  = flag.Duration("randkernel.time", 0, "run random kernels so long, however many they are")
	randomFound = flag.String("randkernel.found", "",
		"folder for the kernels that show a fault; the run goes on behind them")
	randomLog = flag.String("randkernel.log", "",
		"file that gets a line now and then with the number of kernels and the hours")
	randomKinds = flag.String("randkernel.kinds", "",
		"kinds of statements, a,b,c, of which kernels have much more than of others")
	randomReduce = flag.Bool("randkernel.reduce", true, "make kernels that show a fault small")
)

// randomConfig is one way to run a kernel; the zero value is the interpreter.
type randomConfig struct {
	bits         int // of vectors of machine code
	plan         object.Plan
	unguarded    bool   // without the version for launches whose indices do not wrap
	plain        bool   // not optimised
	off          string // passes and analyses of the code generator that are off, with commas
	interchanged int    // the dimension that is interchanged with dimension 0 where the sizes allow it
	core         amd64.Core
}

func (c randomConfig) String() string {
	if c.bits == 0 {
		return fmt.Sprintf("interpreter (not optimised: %v)", c.plain)
	}
	return fmt.Sprintf("machine code of %d bits, plan %+v, unguarded %v, not optimised %v, without %q, "+
		"interchanged with %d, for %v", c.bits, c.plan, c.unguarded, c.plain, c.off, c.interchanged, c.core)
}

// randomConfigs are all ways except the reference: the interpreter with optimised code.
func randomConfigs() []randomConfig {
	list := []randomConfig{{plain: true}}
	for _, bits := range []int{512, 256} {
		for _, plan := range []object.Plan{
			{Rows: 1, Packed: 1}, {Rows: 2, Packed: 2}, {Rows: 4, Packed: 4},
			{Rows: 1, Packed: 1, Columns: 2}, {Rows: 1, Packed: 1, Columns: 4}, {Rows: 1, Packed: 1, Columns: 1},
			{Rows: 4, Packed: 8, HasBarriers: true}, {Rows: 16, Packed: 16, Columns: 8, HasBarriers: true},
		} {
			list = append(list, randomConfig{bits: bits, plan: plan})
		}
		for _, core := range []amd64.Core{amd64.Intel, amd64.Zen} {
			list = append(list, randomConfig{bits: bits, core: core}) // the kernel's own plan
		}
		tiles := object.Plan{Rows: 2, Packed: 2, Columns: 4}
		list = append(list, randomConfig{bits: bits, plan: tiles, core: amd64.Zen})
		if bits == 256 {
			list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 32, Packed: 32, HasBarriers: true}})
		}
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 2, Packed: 1}, unguarded: true})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 2, Packed: 2}, interchanged: 1})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 1, Packed: 1, Columns: 4},
			interchanged: 2})
		list = append(list, randomConfig{bits: bits, interchanged: 1})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 1, Packed: 2}, plain: true})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 2, Packed: 1}, off: "inline"})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 1, Packed: 4, Columns: 4}, off: "inline"})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 2, Packed: 1}, off: "masks"})
		list = append(list, randomConfig{bits: bits, plan: object.Plan{Rows: 1, Packed: 1, Columns: 2}, off: "strides"})
		tiles = object.Plan{Rows: 4, Packed: 2, Columns: 2}
		list = append(list, randomConfig{bits: bits, plan: tiles, off: "tail-cost-model"})
		list = append(list, randomConfig{bits: bits, plan: tiles, off: "tail-cost-model,scalar-tails"})
	}
	return list
}

// planOnly is a kernel with the bundles and the interchange of a configuration, without guard if it says so.
type planOnly struct {
	object.Kernel
	config randomConfig
}

func (p *planOnly) Plan(bits int) object.Plan {
	if p.config.plan.Rows == 0 {
		return p.Kernel.Plan(bits)
	}
	return p.config.plan
}

func (p *planOnly) UnitSteps() object.UnitSteps {
	if steps := p.Kernel.UnitSteps(); steps != nil {
		return &planOnlySteps{steps, p.config}
	}
	return nil
}

// planOnlySteps are copies with the bundles of a configuration.
type planOnlySteps struct {
	object.UnitSteps
	config randomConfig
}

func (p *planOnlySteps) Copy(ones uint8) object.Copy {
	if copied := p.UnitSteps.Copy(ones); copied != nil {
		return &planOnlyCopy{copied, p.config}
	}
	return nil
}

func (p *planOnly) Groups() object.Groups {
	if groups := p.Kernel.Groups(); groups != nil {
		return &planOnlyGroups{groups, p.config}
	}
	return nil
}

// planOnlyGroups are copies for sizes of groups.
type planOnlyGroups struct {
	object.Groups
	config randomConfig
}

func (p *planOnlyGroups) Copy(size [3]uint64) object.Copy {
	if copied := p.Groups.Copy(size); copied != nil {
		return &planOnlyCopy{copied, p.config}
	}
	return nil
}

type planOnlyCopy struct {
	object.Copy
	config randomConfig
}

func (p *planOnlyCopy) Kernel() object.Kernel { return &planOnly{p.Copy.Kernel(), p.config} }

func (p *planOnly) NoAlias() (object.Kernel, []object.Pair) {
	noAlias, pairs := p.Kernel.NoAlias()
	if noAlias == nil {
		return nil, nil
	}
	return &planOnly{noAlias, p.config}, pairs
}

func (p *planOnly) Interchanged() (object.Kernel, int) {
	switch c := p.config; {
	case c.interchanged > 0:
		interchanged := p.Kernel.(*amd64.Kernel).InterchangedWith(c.interchanged)
		if interchanged == nil {
			return nil, 0
		}
		c.interchanged = 0
		return &planOnly{interchanged, c}, p.config.interchanged
	case c.plan.Rows == 0 && c.off == "":
		return p.Kernel.Interchanged()
	}
	return nil, 0
}

func (p *planOnly) Guard() *uniform.Guard {
	if p.config.unguarded {
		return nil
	}
	return p.Kernel.Guard()
}

// finding is a wrong result of a kernel.
type finding struct {
	kind   string // kept while the kernel is reduced
	config randomConfig
	text   string
}

// randomParams are the parameters of all kernels; each has some of them.
var randomParams = slices.Concat(randkernel.Params, randkernel.GroupParams)

// randomRunner has the memory for the buffers of one kernel after another.
type randomRunner struct {
	address uintptr
	memory  []byte
	image   []byte   // the contents of memory before a launch
	offsets []uint64 // of the parameters' buffers in memory
	devices map[int]*Device
	result  []byte       // of the last launch
	report  bytes.Buffer // of the devices
	globals uintptr

	descriptors uintptr // of images
	described   int     // how many there have been
}

const (
	randomGuard   = 512             // number of bytes on both sides of each buffer, which must not change
	randomGlobals = 1 << 16         // number of bytes for program-scope variables
	randomTimeout = 2 * time.Minute // compiling bundles larger than any plan has takes up to a minute
)

func newRandomRunner(t testing.TB) *randomRunner {
	r := &randomRunner{devices: map[int]*Device{}}
	total := uint64(randomGuard)
	for _, p := range randomParams {
		r.offsets = append(r.offsets, total)
		if p.Buffer {
			total = ceil.Multiple(total+uint64(p.Words*p.Scalar.Bits/8)+randomGuard, 128)
		}
	}
	memory := newBuffer(t, int(total/4))
	r.address, r.memory, r.image = memory.address, memory.bytes, make([]byte, len(memory.bytes))
	r.globals = newBuffer(t, randomGlobals/4).address
	r.descriptors = newBuffer(t, randomDescriptors*image.DescriptorBytes/4).address
	for i := range r.image {
		r.image[i] = 0xa5
	}
	for i, p := range randomParams {
		if p.Buffer {
			copy(r.image[r.offsets[i]:], paramData(&p, uint64(i)))
		}
	}
	for _, bits := range []int{0, 256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		e := Engine{Report: &r.report}
		if bits > 0 {
			e = Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: &r.report}
		}
		r.devices[bits] = NewDeviceWith(Goroutines(1), e)
	}
	return r
}

func randomHash(x uint64) uint64 {
	x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// floatTypes are the types of floats by their size.
var floatTypes = map[int]ir.Type{16: ir.F16, 32: ir.F32, 64: ir.F64}

// randomData is n values of a type: integers of all magnitudes, and floats that are mostly near one.
func randomData(s randkernel.Scalar, n int, seed uint64) []byte {
	var data []byte
	for i := range n {
		x := randomHash(seed<<32 + uint64(i))
		v := x
		switch {
		case s.Kind == randkernel.Float:
			v = numeric.FloatToFloat(floatTypes[s.Bits], ir.F64, ir.RoundDefault, math.Float64bits(randomFloat(x)))
		case x>>60 < 4:
			v = x & 15
		case x>>60 < 6:
			v = -(x & 15)
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], v)
		data = append(data, word[:s.Bits/8]...)
	}
	return data
}

// paramData is the contents of a parameter's buffer.
func paramData(p *randkernel.Param, seed uint64) []byte {
	if p.Image != nil {
		return imageData(p.Words, seed)
	}
	var data []byte
	switch {
	case p.Near:
		for i := range p.Words {
			x := randomHash(seed<<32 + uint64(i))
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(int32(x>>40))/0x20000-64))
		}
		return data
	case !p.Small:
		return randomData(p.Scalar, p.Words, seed)
	}
	for i := range p.Words {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(randomHash(seed<<32+uint64(i))&15)))
	}
	return data
}

func randomFloat(x uint64) float64 {
	specials := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), 1e-40, 1e30, -1e30, 0.5, 1,
		3e9, -3e9, 255.5}
	switch k := x >> 58; {
	case k < 4:
		return specials[x%uint64(len(specials))]
	case k < 20:
		return float64(int64(x%201) - 100)
	}
	return (float64(x&0xffffff)/0x1000000 - 0.4) * 20
}

// offset is the position of a parameter's buffer in memory for a seed: its own, or over another buffer.
func (r *randomRunner) offset(i int, seed uint64) uint64 {
	p := randomParams[i]
	x := randomHash(seed*64 + uint64(i))
	if p.Over == "" || x&1 == 0 {
		return r.offsets[i]
	}
	under := slices.IndexFunc(randomParams, func(q randkernel.Param) bool { return q.Name == p.Over })
	size := uint64(p.Scalar.Bits / 8)
	further := []uint64{0, size, 2 * size, randkernel.MixBytes / 2, x >> 8 % (randkernel.MixBytes / 2) / size * size}
	return r.offsets[under] + further[x>>1%uint64(len(further))]
}

// powerOfTwo is a power of two about the size of a group's row.
func powerOfTwo(g randkernel.Geometry, seed uint64) uint32 {
	n := uint32(1) << (bits.Len64(g.Group[0]) - 1)
	return []uint32{n, n, 2 * n, max(n/2, 1)}[seed%4]
}

// arguments lays out the arguments of a kernel.
func (r *randomRunner) arguments(k *compiler.Kernel, g randkernel.Geometry, seed uint64) []byte {
	block := make([]byte, k.ArgBlockBytes)
	for i, p := range randomParams {
		arg := slices.IndexFunc(k.Args, func(a compiler.Arg) bool { return a.Name == p.Name })
		if arg < 0 {
			continue // a case from before the parameter existed
		}
		at := block[k.Args[arg].OffsetBytes:]
		switch {
		case p.Image != nil:
			data := r.address + uintptr(r.offsets[i])
			binary.LittleEndian.PutUint64(at, r.imageArgument(&p, g, data, seed*64+uint64(i)))
		case p.Sampler:
			binary.LittleEndian.PutUint64(at, randomSampler(seed))
		case p.Buffer:
			binary.LittleEndian.PutUint64(at, uint64(r.address)+r.offset(i, seed))
		case p.Local:
			binary.LittleEndian.PutUint64(at, ceil.Multiple(k.LocalBytes, 128))
		case p.Name == "few":
			binary.LittleEndian.PutUint32(at, uint32(seed%6))
		case p.Name == "w":
			binary.LittleEndian.PutUint32(at, uint32(g.Global[0]+g.Offset[0]+[]uint64{0, 0, 1, 3}[seed%4]))
		case p.Name == "h":
			binary.LittleEndian.PutUint32(at, uint32(max(g.Global[1]+[]uint64{0, 0, 2, 1}[seed%4], 2)-seed>>2%2))
		case p.Name == "n":
			items := g.Global[0] * g.Global[1] * g.Global[2]
			binary.LittleEndian.PutUint32(at, uint32(items-[]uint64{0, 0, 3, items / 2, 17}[seed%5]%items))
		case p.Name == "lane_step":
			binary.LittleEndian.PutUint32(at, []uint32{1, 1, 2, 1, 3, 0}[seed%6])
		case p.Name == "size2":
			binary.LittleEndian.PutUint32(at, powerOfTwo(g, seed))
		default:
			copy(at, randomData(p.Scalar, p.Words, seed*64+uint64(i)))
		}
	}
	return block
}

// buffers are the parameters' buffers for the kernel of a seed.
func (r *randomRunner) buffers(seed uint64) (list []Memory) {
	for i, p := range randomParams {
		if p.Buffer {
			list = append(list, Memory{Address: r.address + uintptr(r.offset(i, seed)),
				SizeBytes: uint64(p.Words) * uint64(p.Scalar.Bits/8)})
		}
	}
	return list
}

// build compiles a kernel, and returns a panic as an error.
func (r *randomRunner) build(k *randkernel.Kernel, c randomConfig) (program *compiler.Program, kind string, err error) {
	defer func() {
		if p := recover(); p != nil {
			kind, err = "panic", fmt.Errorf("the compiler panics: %v", p)
		}
	}()
	o, err := compiler.ParseOptions(k.Options)
	if err != nil {
		return nil, "options", err
	}
	o.Core = c.core
	if c.off != "" {
		o.PassesOff = strings.Split(c.off, ",")
	}
	switch {
	case c.plain && c.bits == 0:
		o.PassesOff = allPasses()
	case c.plain:
		o.PassesOff = []string{"cfg", "sroa", "mem2reg", "gvn", "licm", "contract", "dce"}
	}
	o.PassesOff = slices.Concat(o.PassesOff, notHere())
	object, log, ok := compiler.Compile([]byte(k.Source()), nil, o)
	if !ok {
		return nil, "rejected", errors.New(log)
	}
	program, log, ok = compiler.Link([]*compiler.Object{object}, o)
	if !ok || len(program.Kernels) != 1 {
		return nil, "rejected", errors.New(log)
	}
	return program, "", nil
}

// allPasses are the passes over the IR.
func allPasses() []string {
	var names []string
	for _, p := range passes.Table() {
		names = append(names, p.Name)
	}
	return names
}

// fill makes the image of memory before a launch.
func (r *randomRunner) fill(program *compiler.Program) {
	copy(r.memory, r.image)
	globals := hostmem.Bytes(r.globals, randomGlobals)
	clear(globals)
	copy(globals, program.Globals.Init)
	for _, at := range program.Globals.Relocations {
		binary.LittleEndian.PutUint64(globals[at:], binary.LittleEndian.Uint64(globals[at:])+uint64(r.globals))
	}
}

// launchOf is a launch in the interpreter with the arguments of a seed.
func (r *randomRunner) launchOf(program *compiler.Program, g randkernel.Geometry, seed uint64) *Launch {
	kernel := program.Kernels[0]
	local := ceil.Multiple(kernel.LocalBytes, 128)
	for _, p := range randomParams {
		if p.Local && slices.ContainsFunc(kernel.Args, func(a compiler.Arg) bool { return a.Name == p.Name }) {
			local += uint64(p.Words * p.Scalar.Bits / 8)
		}
	}
	return &Launch{Program: kernel.Lane, Args: r.arguments(kernel, g, seed), Globals: r.globals, WorkDim: g.Dim,
		Offset: g.Offset, Global: g.Global, Group: g.Group, Local: local, Name: kernel.Name, Cancel: new(Cancel)}
}

// launch runs a program and returns a copy of the memory afterwards, which lasts until the next launch.
func (r *randomRunner) launch(
	program *compiler.Program, k *randkernel.Kernel, g randkernel.Geometry, c randomConfig,
) (result []byte, kind string, err error) {
	defer func() {
		if p := recover(); p != nil {
			kind, err = "panic", fmt.Errorf("panic: %v", p)
		}
	}()
	r.fill(program)
	l := r.launchOf(program, g, k.Seed)
	var printed bytes.Buffer
	l.Printf = &printed
	if c.bits > 0 {
		l.Machine, l.Memory = &planOnly{program.Kernels[0].Machine, c}, r.buffers(k.Seed)
	}
	timer := time.AfterFunc(randomTimeout, l.Cancel.Set)
	defer timer.Stop()
	r.report.Reset()
	device := r.devices[c.bits]
	spoiled := device.spoil()
	err = device.Run(l)
	if err == nil && device.spoil() > spoiled { // it ran in fresh memory, which is zero
		r.fill(program)
		printed.Reset()
		err = device.Run(l)
	}
	if err != nil {
		return nil, "fault", err
	}
	if r.report.Len() > 0 && !strings.Contains(r.report.String(), waitsInLanes) {
		return nil, "no machine code", errors.New(r.report.String())
	}
	r.result = append(append(r.result[:0], r.memory...), sortedLines(printed.Bytes())...)
	return r.result, "", nil
}

// waitsInLanes is what the report says where several sub-groups that wait for each other share a vector: the one case
// that has no machine code.
const waitsInLanes = "that wait for each other have no machine code"

// sortedLines is text with its lines sorted: work-items print in any order.
func sortedLines(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	slices.SortFunc(lines, bytes.Compare)
	return bytes.Join(lines, nil)
}

// spoil overwrites the memory that workers keep for the next launch, so that reads of memory that was not written are
// seen. It returns the number of bytes.
func (d *Device) spoil() (total uint64) {
	for _, r := range d.idle {
		for i := range r.workers {
			w := &r.workers[i]
			frames := w.native.Frames()
			fillBytes(frames.Address, frames.SizeBytes)
			fillBytes(w.memory.Private.Address, w.memory.Private.SizeBytes)
			fillBytes(w.memory.LocalBlock.Address, w.memory.LocalBlock.SizeBytes)
			total += frames.SizeBytes + w.memory.Private.SizeBytes + w.memory.LocalBlock.SizeBytes
		}
	}
	return total
}

func fillBytes(at uintptr, size uint64) {
	memory := hostmem.Bytes(at, min(size, 1<<18))
	for i := range memory {
		memory[i] = 0x5b
	}
}

// look runs a kernel in some ways and returns the first that differs from the interpreter, or nil.
func (r *randomRunner) look(k *randkernel.Kernel, configs []randomConfig) *finding {
	program, kind, err := r.build(k, randomConfig{})
	if err != nil {
		return &finding{kind, randomConfig{}, err.Error()}
	}
	others := map[string]*compiler.Program{} // compiled otherwise
	for _, g := range k.Geometries {
		want, kind, err := r.launch(program, k, g, randomConfig{})
		if err != nil {
			return &finding{"interpreter: " + kind, randomConfig{}, fmt.Sprintf("%+v: %v", g, err)}
		}
		want = bytes.Clone(want)
		for _, c := range configs {
			if k.Contracts && c.changesFloats() || r.devices[c.bits] == nil {
				continue
			}
			run := program
			if c.plain || c.off != "" || c.core == amd64.Zen {
				how := fmt.Sprint(c.plain, c.off, c.core)
				if others[how] == nil {
					if others[how], kind, err = r.build(k, c); err != nil {
						return &finding{kind, c, err.Error()}
					}
				}
				run = others[how]
			}
			if c.keepsVariables() && !canAccessImages(run) {
				continue
			}
			got, kind, err := r.launch(run, k, g, c)
			if err != nil {
				return &finding{kind, c, fmt.Sprintf("%+v: %v", g, err)}
			}
			if !bytes.Equal(got, want) {
				return &finding{"difference", c, fmt.Sprintf("%+v: %s", g, r.difference(got, want))}
			}
		}
	}
	return nil
}

// difference describes the first difference of two results.
func (r *randomRunner) difference(got, want []byte) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	if at >= len(r.memory) {
		return fmt.Sprintf("it prints, in other order, %.300q, not %.300q", got[len(r.memory):], want[len(r.memory):])
	}
	name, offset, size := "memory before all buffers", at, 1
	for i, p := range randomParams {
		if p.Buffer && int(r.offsets[i]) <= at {
			name, offset, size = p.Name, at-int(r.offsets[i]), p.Scalar.Bits/8
			if offset >= p.Words*size {
				name = "memory behind " + name
			}
		}
	}
	start := at - offset%size
	return fmt.Sprintf("%s[%d] is %x, not %x (bytes in order)", name, offset/size, got[start:start+size],
		want[start:start+size])
}

// unsteadyPasses may change bits of floats where the source allows it. Results without them differ.
var unsteadyPasses = []string{"contract", "rsqrt", "inline", "uncalled"}

// withoutSome is a way with random bundles, and with some passes and analyses off.
func withoutSome(seed uint64, contracts bool) randomConfig {
	rng := rand.New(rand.NewPCG(seed, 1))
	c := randomConfig{
		bits:      256 << rng.IntN(2),
		plan:      object.Plan{Rows: 1 << rng.IntN(5), Packed: 1 << rng.IntN(4), HasBarriers: rng.IntN(2) == 0},
		unguarded: rng.IntN(4) == 0,
	}
	if rng.IntN(2) == 0 {
		c.plan.Columns = 1 << rng.IntN(4)
	}
	if rng.IntN(4) == 0 {
		c.plan = object.Plan{}
	}
	var off []string
	for _, p := range passes.Table() {
		if p.Name == "licm" && slices.Contains(off, "gvn") {
			continue // sub-group serialisation knows no constants in the middle of blocks, which stay without the pass
		}
		if !slices.Contains(unsteadyPasses, p.Name) && !contracts && rng.IntN(5) == 0 {
			off = append(off, p.Name)
		}
	}
	for _, a := range append(amd64.Analyses(), amd64.Strategies()...) {
		if rng.IntN(6) == 0 {
			off = append(off, a.Name)
		}
	}
	c.off, c.core = strings.Join(off, ","), []amd64.Core{amd64.Intel, amd64.Zen}[rng.IntN(2)]
	return c
}

// changesFloats reports whether a pass is off that may change bits of floats.
func (c *randomConfig) changesFloats() bool {
	off := strings.Split(c.off, ",")
	return c.plain || slices.ContainsFunc(unsteadyPasses, func(p string) bool { return slices.Contains(off, p) })
}

// keepsVariables reports whether variables stay in memory. What is read from there is no image or sampler.
func (c *randomConfig) keepsVariables() bool {
	return c.plain || slices.Contains(strings.Split(c.off, ","), "mem2reg")
}

// configsFor chooses a few of the ways. Over many kernels, all of them come up.
func configsFor(k *randkernel.Kernel) []randomConfig {
	seed := k.Seed
	all := randomConfigs()
	list := []randomConfig{all[0], withoutSome(seed, k.Contracts)}
	n := len(all) / 2
	for _, half := range [][]randomConfig{all[1:n], all[n:]} {
		for j := range uint64(3) {
			list = append(list, half[(randomHash(seed)+j*2)%uint64(len(half))])
		}
	}
	for _, bits := range []uint64{256, 512} {
		if g := k.Geometries[0]; g.Dim == 1 && g.Group[0]%(bits/32) == 0 {
			list = append(list, wholeGroupConfig(bits, g.Group[0]))
		}
	}
	return list
}

// wholeGroupConfig makes one bundle hold a group of one row. Kernels with barriers have the most special code then.
func wholeGroupConfig(bits, items uint64) randomConfig {
	n := int(items * 32 / bits)
	return randomConfig{bits: int(bits), plan: object.Plan{Rows: n, Packed: n, HasBarriers: true}}
}

// describe is the text of a kernel with all that is needed to run it again, in the form of testdata/randkernel.
func describe(k *randkernel.Kernel, f *finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//seed %d\n//contracts %v\n//options %s\n", k.Seed, k.Contracts, k.Options)
	for _, g := range k.Geometries {
		fmt.Fprintf(&b, "//range %d %d %d %d %d %d %d %d %d %d\n", g.Dim, g.Offset[0], g.Offset[1], g.Offset[2],
			g.Global[0], g.Global[1], g.Global[2], g.Group[0], g.Group[1], g.Group[2])
	}
	b.WriteString(f.config.line())
	for line := range strings.Lines(fmt.Sprintf("%s, %s: %s", f.kind, f.config, f.text)) {
		fmt.Fprintf(&b, "// %s\n", strings.TrimRight(line, "\n"))
	}
	return b.String() + k.Source()
}

// line is the line of a configuration in a case's file; namedWays reads it.
func (c randomConfig) line() string {
	if c.bits == 0 {
		return ""
	}
	p := c.plan
	return fmt.Sprintf("//way %d %d %d %d %v %v %v %d %q\n", c.bits, p.Rows, p.Packed, p.Columns, p.HasBarriers,
		c.unguarded, c.plain, c.interchanged, c.off)
}

// namedWays are the configurations that a case's file lists in addition to the usual ones.
func namedWays(text string) (list []randomConfig) {
	for line := range strings.Lines(text) {
		c := randomConfig{}
		p := &c.plan
		if n, _ := fmt.Sscanf(line, "//way %d %d %d %d %t %t %t %d %q", &c.bits, &p.Rows, &p.Packed, &p.Columns,
			&p.HasBarriers, &c.unguarded, &c.plain, &c.interchanged, &c.off); n == 9 {
			list = append(list, c)
		}
	}
	return list
}

// parseRandomCase parses the text of describe.
func parseRandomCase(t *testing.T, text string) *randkernel.Kernel {
	k := &randkernel.Kernel{Root: &randkernel.Node{Role: randkernel.Statement, Form: text}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		var g randkernel.Geometry
		switch n, _ := fmt.Sscanf(line, "//range %d %d %d %d %d %d %d %d %d %d", &g.Dim, &g.Offset[0], &g.Offset[1],
			&g.Offset[2], &g.Global[0], &g.Global[1], &g.Global[2], &g.Group[0], &g.Group[1], &g.Group[2]); {
		case n == 10:
			k.Geometries = append(k.Geometries, g)
		case strings.HasPrefix(line, "//options "):
			k.Options = line[len("//options "):]
		case strings.HasPrefix(line, "//contracts"):
			k.Contracts = line == "//contracts true"
		case strings.HasPrefix(line, "//seed"):
			fmt.Sscanf(line, "//seed %d", &k.Seed)
		}
	}
	if len(k.Geometries) == 0 {
		t.Fatal("the file names no range")
	}
	return k
}

func TestRandomKernelCases(t *testing.T) {
	files, _ := filepath.Glob("testdata/randkernel/*.cl")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	r := newRandomRunner(t)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".cl"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			configs := append(namedWays(string(text)), randomConfigs()...)
			if f := r.look(parseRandomCase(t, string(text)), configs); f != nil {
				t.Errorf("%s, %s: %s", f.kind, f.config, f.text)
			}
		})
	}
}

func TestRandomKernels(t *testing.T) {
	seed := *randomSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix()) / 86400 * 1000
	}
	t.Logf("first seed %d", seed)
	r := newRandomRunner(t)
	start, found, logged := time.Now(), 0, time.Now()
	n := uint64(0)
	for ; *randomTime == 0 && n < uint64(*randomCount) || time.Since(start) < *randomTime; n++ {
		k := randkernel.NewOf(seed+n, kindsWanted()...)
		if f := r.look(k, configsFor(k)); f != nil {
			found++
			r.tell(t, k, f)
		}
		if *randomLog != "" && time.Since(logged) > time.Minute {
			logged = time.Now()
			r.log(seed, n, found, start)
		}
	}
	t.Logf("%d kernels in %v, %d faults", n, time.Since(start), found)
	r.log(seed, n, found, start)
}

// kindsWanted are the kinds of statements in the flag.
func kindsWanted() []string {
	return strings.FieldsFunc(*randomKinds, func(c rune) bool { return c == ',' })
}

func (r *randomRunner) log(seed, n uint64, found int, start time.Time) {
	if *randomLog == "" {
		return
	}
	file, err := os.OpenFile(*randomLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer file.Close()
	fmt.Fprintf(file, "%s pid %d: seeds %d to %d, %d kernels in %.2f hours, %d faults\n",
		time.Now().Format(time.DateTime), os.Getpid(), seed, seed+n, n, time.Since(start).Hours(), found)
}

// tell reduces a kernel and prints it.
func (r *randomRunner) tell(t *testing.T, k *randkernel.Kernel, f *finding) {
	if *randomReduce {
		last := f
		configs := []randomConfig{f.config}
		end := time.Now().Add(2 * time.Minute)
		randkernel.Reduce(k, func(k *randkernel.Kernel) bool {
			if time.Now().After(end) {
				return false
			}
			now := r.look(k, configs)
			if now == nil || now.kind != f.kind || now.config != f.config {
				return false
			}
			last = now
			return true
		})
		f = last
	}
	f.print(t, k, "seed")
}

// print prints a kernel with a wrong result, or writes it into the folder for such kernels: a file of the given name
// and the kernel's seed.
func (f *finding) print(t *testing.T, k *randkernel.Kernel, name string) {
	text := describe(k, f)
	if *randomFound == "" {
		t.Errorf("seed %d:\n%s", k.Seed, text)
		return
	}
	file := filepath.Join(*randomFound, fmt.Sprint(name, k.Seed, ".cl"))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}
