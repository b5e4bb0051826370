package spirv_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"heddle/compiler"
	"heddle/compiler/spirv"
)

// BenchmarkLarge reads modules of some shapes, of 0.5 to 2 MB: a megabyte should take the same time in all sizes.
func BenchmarkLarge(b *testing.B) {
	for _, shape := range largeShapes {
		for _, size := range [...]int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				module := shape.module(size * shape.half)
				b.SetBytes(int64(len(module)))
				for b.Loop() {
					if _, err := spirv.Parse(module); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkLargeBuild compiles and links them.
func BenchmarkLargeBuild(b *testing.B) {
	for _, shape := range largeShapes {
		for _, size := range [...]int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				module := shape.module(size * shape.half / 4)
				b.SetBytes(int64(len(module)))
				for b.Loop() {
					build(module)
				}
			})
		}
	}
}

// TestMemoryInProportion: four times the module takes at most six times the memory to compile.
func TestMemoryInProportion(t *testing.T) {
	for _, shape := range largeShapes {
		small, large := allocated(t, shape.module(shape.half/32)), allocated(t, shape.module(shape.half/8))
		if large > 6*small {
			t.Errorf("%s: %d bytes are allocated, and %d for a module four times as large", shape.name, small, large)
		}
	}
}

// allocated is the number of bytes that compiling a module allocates.
func allocated(t *testing.T, module []byte) uint64 {
	options, err := compiler.ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, log, ok := compiler.Compile(module, nil, options); !ok {
		t.Fatal(log)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// largeShapes make modules of a number of parts; half is how many make half a megabyte.
var largeShapes = []struct {
	name   string
	half   int
	module func(n int) []byte
}{
	{"sums", 25000, manySums}, {"kernels", 1250, manyKernels}, {"calls", 8000, manyCalls},
	{"cases", 10000, manyCases}, {"ifs", 5000, manyIfs}, {"pointers", 6000, manyPointers},
}

// The ids of what all of them declare.
const (
	largeVoid = iota + 1
	largeInt
	largePointer
	largeKernelType
	largeBool
	largeFunctionType
	largeSeven
	largeLast
)

// largeModule is a module that is being written.
type largeModule struct {
	words []uint32
	last  uint32
}

func newLarge(kernels int) (m *largeModule, ids []uint32) {
	m = &largeModule{words: []uint32{0x07230203, 0x00010400, 0, 0, 0}, last: largeLast}
	m.add(spirv.OpCapability, 4)
	m.add(spirv.OpCapability, 6)
	m.add(spirv.OpMemoryModel, 2, 2)
	for i := range kernels {
		ids = append(ids, m.id())
		operands := []uint32{6, ids[i]}
		for name := fmt.Sprintf("kernel%09d\x00", i); len(name) >= 4; name = name[4:] {
			operands = append(operands, binary.LittleEndian.Uint32([]byte(name)))
		}
		m.add(spirv.OpEntryPoint, operands...)
	}
	m.add(spirv.OpTypeVoid, largeVoid)
	m.add(spirv.OpTypeInt, largeInt, 32, 0)
	m.add(spirv.OpTypePointer, largePointer, 5, largeInt)
	m.add(spirv.OpTypeFunction, largeKernelType, largeVoid, largePointer)
	m.add(spirv.OpTypeBool, largeBool)
	m.add(spirv.OpTypeFunction, largeFunctionType, largeInt, largeInt)
	m.add(spirv.OpConstant, largeInt, largeSeven, 7)
	return m, ids
}

func (m *largeModule) id() uint32 {
	m.last++
	return m.last
}

func (m *largeModule) add(op spirv.Opcode, operands ...uint32) {
	m.words = append(append(m.words, uint32(len(operands)+1)<<16|uint32(op)), operands...)
}

// binary adds an operation on two integers.
func (m *largeModule) binary(op spirv.Opcode, x, y uint32) uint32 {
	id := m.id()
	m.add(op, largeInt, id, x, y)
	return id
}

// begin begins a kernel, and gives its parameter, the label of its first block, and what it has loaded.
func (m *largeModule) begin(kernel uint32) (pointer, label, value uint32) {
	pointer, label, value = m.id(), m.id(), m.id()
	m.add(spirv.OpFunction, largeVoid, kernel, 0, largeKernelType)
	m.add(spirv.OpFunctionParameter, largePointer, pointer)
	m.add(spirv.OpLabel, label)
	m.add(spirv.OpLoad, largeInt, value, pointer)
	return pointer, label, value
}

// end stores a value and ends the kernel.
func (m *largeModule) end(pointer, value uint32) {
	m.add(spirv.OpStore, pointer, value)
	m.add(spirv.OpReturn)
	m.add(spirv.OpFunctionEnd)
}

func (m *largeModule) bytes() []byte {
	m.words[3] = m.last + 1
	code := make([]byte, 0, 4*len(m.words))
	for _, w := range m.words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}

// manySums is a kernel with a long chain of sums.
func manySums(n int) []byte {
	m, kernels := newLarge(1)
	pointer, _, value := m.begin(kernels[0])
	for range n {
		value = m.binary(spirv.OpIAdd, value, largeSeven)
	}
	m.end(pointer, value)
	return m.bytes()
}

func manyKernels(n int) []byte {
	m, kernels := newLarge(n)
	for _, kernel := range kernels {
		pointer, _, value := m.begin(kernel)
		for range 14 {
			value = m.binary(spirv.OpIAdd, value, largeSeven)
		}
		m.end(pointer, value)
	}
	return m.bytes()
}

// manyCalls is a chain of functions, each of which calls the one before.
func manyCalls(n int) []byte {
	m, kernels := newLarge(1)
	called := uint32(0)
	for range n {
		function, parameter, label := m.id(), m.id(), m.id()
		m.add(spirv.OpFunction, largeInt, function, 2, largeFunctionType)
		m.add(spirv.OpFunctionParameter, largeInt, parameter)
		m.add(spirv.OpLabel, label)
		value := m.binary(spirv.OpIMul, parameter, parameter)
		if called != 0 {
			result := m.id()
			m.add(spirv.OpFunctionCall, largeInt, result, called, value)
			value = result
		}
		m.add(spirv.OpReturnValue, value)
		m.add(spirv.OpFunctionEnd)
		called = function
	}
	pointer, _, value := m.begin(kernels[0])
	result := m.id()
	m.add(spirv.OpFunctionCall, largeInt, result, called, value)
	m.end(pointer, result)
	return m.bytes()
}

// manyPointers are functions whose addresses are taken; one of them is called by its pointer.
func manyPointers(n int) []byte {
	m, kernels := newLarge(1)
	m.add(spirv.OpCapability, 5603) // FunctionPointersINTEL
	pointers := m.id()
	first := m.last + 1
	m.add(spirv.OpTypePointer, pointers, 5605, largeFunctionType)
	m.last += 2 * uint32(n)
	for i := range uint32(n) {
		m.add(spirv.OpConstantFunctionPointerINTEL, pointers, first+uint32(n)+i, first+i)
	}
	for i := range uint32(n) {
		parameter := m.id()
		m.add(spirv.OpFunction, largeInt, first+i, 0, largeFunctionType)
		m.add(spirv.OpFunctionParameter, largeInt, parameter)
		m.add(spirv.OpLabel, m.id())
		m.add(spirv.OpReturnValue, parameter)
		m.add(spirv.OpFunctionEnd)
	}
	at, _, value := m.begin(kernels[0])
	result := m.id()
	m.add(spirv.OpFunctionPointerCallINTEL, largeInt, result, first+uint32(n), value)
	m.end(at, result)
	return m.bytes()
}

// manyCases are switches of ten thousand cases that meet in one block.
func manyCases(n int) []byte {
	m, kernels := newLarge(1)
	pointer, _, value := m.begin(kernels[0])
	for ; n > 0; n -= 10000 {
		value = m.cases(min(n, 10000), value)
	}
	m.end(pointer, value)
	return m.bytes()
}

func (m *largeModule) cases(n int, value uint32) uint32 {
	join, other, first := m.id(), m.id(), m.last+1
	operands := []uint32{value, other}
	for i := range n {
		operands = append(operands, uint32(i), m.id())
	}
	m.add(spirv.OpSwitch, operands...)
	phi := []uint32{largeInt, m.id(), value, other}
	for i := range n {
		m.add(spirv.OpLabel, first+uint32(i))
		phi = append(phi, m.binary(spirv.OpIAdd, value, largeSeven), first+uint32(i))
		m.add(spirv.OpBranch, join)
	}
	m.add(spirv.OpLabel, other)
	m.add(spirv.OpBranch, join)
	m.add(spirv.OpLabel, join)
	m.add(spirv.OpPhi, phi...)
	return phi[1]
}

// manyIfs are conditions one after the other.
func manyIfs(n int) []byte {
	m, kernels := newLarge(1)
	pointer, at, value := m.begin(kernels[0])
	for range n {
		condition, then, join := m.id(), m.id(), m.id()
		m.add(spirv.OpIEqual, largeBool, condition, value, largeSeven)
		m.add(spirv.OpBranchConditional, condition, then, join)
		m.add(spirv.OpLabel, then)
		product := m.binary(spirv.OpIMul, value, value)
		m.add(spirv.OpBranch, join)
		m.add(spirv.OpLabel, join)
		phi := m.id()
		m.add(spirv.OpPhi, largeInt, phi, value, at, product, then)
		at, value = join, phi
	}
	m.end(pointer, value)
	return m.bytes()
}
