package compiler_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"heddle/compiler"
	"heddle/exec"
)

// local is a local memory argument of the given number of bytes.
type local uint64

// runCase is one launch.
type runCase struct {
	source  string // file in testdata
	options string
	kernel  string
	global  [3]uint64
	group   [3]uint64
	args    []any // []T for buffers, local, or a value
}

// run builds a program, launches the kernel in the interpreter and returns what it printed.
func run(t *testing.T, c runCase) string {
	t.Helper()
	k, program := kernelOf(t, c)
	block, localBytes := argBlock(t, k, c.args)
	keep, globals := globalsBlock(program.Globals.SizeBytes, program.Globals.Init, program.Globals.Relocations)
	var printed bytes.Buffer
	err := exec.NewDevice(exec.Goroutines(2)).Run(&exec.Launch{
		Program: k.Lane, Args: block, Globals: globals, Local: localBytes, WorkDim: 3, Global: c.global, Group: c.group,
		Printf: &printed, Name: k.Name,
	})
	if err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(keep)
	runtime.KeepAlive(c.args)
	return printed.String()
}

func kernelOf(t *testing.T, c runCase) (*compiler.Kernel, *compiler.Program) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", c.source))
	if err != nil {
		t.Fatal(err)
	}
	o, err := compiler.ParseOptions(c.options)
	if err != nil {
		t.Fatal(err)
	}
	object, log, ok := compiler.Compile(text, nil, o)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{object}, o)
	if !ok {
		t.Fatal(log)
	}
	for _, k := range program.Kernels {
		if k.Name == c.kernel {
			return k, program
		}
	}
	t.Fatalf("no kernel %s", c.kernel)
	return nil, nil
}

// argBlock lays out the arguments as clSetKernelArg does.
func argBlock(t *testing.T, k *compiler.Kernel, args []any) (block []byte, localBytes uint64) {
	t.Helper()
	if len(args) != len(k.Args) {
		t.Fatalf("%d arguments for %d", len(args), len(k.Args))
	}
	block = make([]byte, k.ArgBlockBytes)
	localBytes = k.LocalBytes
	for i, a := range k.Args {
		value := args[i]
		switch v := value.(type) {
		case []float32:
			value = address(v)
		case []int32:
			value = address(v)
		case []uint32:
			value = address(v)
		case []byte:
			value = address(v)
		case local:
			localBytes = (localBytes + a.PointeeAlign - 1) / a.PointeeAlign * a.PointeeAlign
			value = localBytes
			localBytes += uint64(v)
		}
		if uint64(binary.Size(value)) != a.SizeBytes {
			t.Fatalf("argument %s has %d bytes, not %d", a.Name, a.SizeBytes, binary.Size(value))
		}
		if _, err := binary.Encode(block[a.OffsetBytes:], binary.LittleEndian, value); err != nil {
			t.Fatal(err)
		}
	}
	return block, localBytes
}

func TestRunControl(t *testing.T) {
	for _, options := range []string{"", "-cl-std=CL3.0", "-cl-opt-disable"} {
		const n, limit = 1000, 7
		data, want := make([]int32, n), make([]int32, n)
		for i := range data {
			data[i] = int32(i*7919%61 - 20)
			want[i] = control(data[i], int32(i), limit)
		}
		run(t, runCase{source: "control.cl", options: options, kernel: "control", global: [3]uint64{n, 1, 1},
			group: [3]uint64{100, 1, 1}, args: []any{data, int32(limit)}})
		for i := range data {
			if data[i] != want[i] {
				t.Fatalf("%s: item %d gives %d, want %d", options, i, data[i], want[i])
			}
		}
	}
}

// control is kernel control of control.cl for one item.
func control(value, id, limit int32) int32 {
	i := int32(0)
	jumped := false
	switch value & 7 {
	case 0:
		value = (value + 1) * 3
	case 1:
		value *= 3
	case 2, 3:
		for i = 0; i < limit; i++ {
			if i == value {
				continue
			}
			if i > 10 {
				jumped = true
				break
			}
			value ^= i
		}
	case 7:
		return value
	default:
		for {
			value -= 5
			if value <= limit {
				break
			}
		}
	}
	if !jumped {
		value += collatz(uint64(id) + 1)
	}
	if value > 0 && i < 3 || value == 0 {
		return value
	}
	return -value
}

func collatz(n uint64) int32 {
	steps := int32(0)
	for n != 1 {
		if n&1 != 0 {
			n = 3*n + 1
		} else {
			n >>= 1
		}
		if steps++; steps > 1000 {
			break
		}
	}
	return steps
}

func TestRunTranspose(t *testing.T) {
	const width, height = 50, 37
	in, out := make([]float32, width*height), make([]float32, width*height)
	for i := range in {
		in[i] = float32(i)
	}
	run(t, runCase{source: "local_memory.cl", kernel: "transpose", global: [3]uint64{64, 48, 1},
		group: [3]uint64{16, 16, 1},
		args:  []any{in, out, int32(width), int32(height)}})
	for y := range height {
		for x := range width {
			if out[x*height+y] != in[y*width+x] {
				t.Fatalf("(%d, %d) is %v", x, y, out[x*height+y])
			}
		}
	}
}

func TestRunScan(t *testing.T) {
	const n, group = 512, 64
	data := make([]int32, n)
	for i := range data {
		data[i] = int32(i % 10)
	}
	run(t, runCase{source: "local_memory.cl", kernel: "scan", global: [3]uint64{n, 1, 1}, group: [3]uint64{group, 1, 1},
		args: []any{data, local(4 * group), local(4 * group)}})
	sum := int32(0)
	for i := range data {
		if i%group == 0 {
			sum = 0
		}
		if sum += int32(i % 10); data[i] != sum {
			t.Fatalf("item %d gives %d, want %d", i, data[i], sum)
		}
	}
}

func TestRunHistogram(t *testing.T) {
	pixels, bins, want := make([]byte, 10000), make([]uint32, 256), make([]uint32, 256)
	for i := range pixels {
		pixels[i] = byte(i * i >> 3)
		want[pixels[i]]++
	}
	run(t, runCase{source: "local_memory.cl", kernel: "histogram", global: [3]uint64{256, 1, 1},
		group: [3]uint64{64, 1, 1},
		args:  []any{pixels, uint32(len(pixels)), bins}})
	for i := range bins {
		if bins[i] != want[i] {
			t.Fatalf("bin %d has %d, want %d", i, bins[i], want[i])
		}
	}
}

// TestRunAggregates checks structs by value and in buffers, unions, constants of program scope and private arrays.
func TestRunAggregates(t *testing.T) {
	const n, particleBytes = 33, 32
	particles := make([]byte, n*particleBytes)
	out := make([]int32, n)
	weights := []float32{0.5, 1.5, -2, 3}
	for i := range n {
		particles[i*particleBytes+16] = byte(i)
	}
	run(t, runCase{source: "aggregates.cl", kernel: "aggregates", global: [3]uint64{n, 1, 1}, group: [3]uint64{n, 1, 1},
		args: []any{particles, struct{ First, Second int32 }{3, 4}, weights, out}})
	table := [8]int32{1, 2, 3, 0, 0, 60, 70, 0}
	for i := range n {
		p := particles[i*particleBytes:]
		if got, want := math.Float32frombits(binary.LittleEndian.Uint32(p[4:])),
			float32(table[i%16%8]+int32("hello"[i%16%5])); got != want {
			t.Fatalf("particle %d lies at %v, want %v", i, got, want)
		}
		bits := int32(math.Float32bits(weights[i&3]) ^ 0x8000)
		if want := 4 + (int32(i)+3)*particleBytes + bits + 6; out[i] != want ||
			int32(binary.LittleEndian.Uint32(p[20:])) != bits {
			t.Fatalf("item %d gives %d, want %d", i, out[i], want)
		}
	}
}

func TestRunPrinting(t *testing.T) {
	got := run(t, runCase{source: "printing.cl", kernel: "printing", global: [3]uint64{2, 1, 1},
		group: [3]uint64{2, 1, 1},
		args:  []any{[4]float32{1, 2.5, -3, 0}, []byte("Z")}})
	want := "item 0 of 2: 1.00,2.50,-3.00,0.00 0xff Z% text\nitem 1 of 2: 1.00,2.50,-3.00,0.00 0xff Z% text\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}

func TestRunHalvesOfVectorsOfThree(t *testing.T) {
	out := make([]float32, 16)
	run(t, runCase{source: "halves_of_three.cl", kernel: "halves", global: [3]uint64{1, 1, 1},
		group: [3]uint64{1, 1, 1}, args: []any{out}})
	want := []float32{1, 2, 3, 3, 2, 1, 20, 31, 1, 0, 0, 0, 0, 0, 7, 0}
	if !slices.Equal(out, want) {
		t.Errorf("%v, not %v", out, want)
	}
}
