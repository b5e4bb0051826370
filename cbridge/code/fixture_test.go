package code

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/bundle"
	"heddle/compiler/ceil"
)

// Machine code by hand. R15 is the context, RBP the frame.
const (
	codeReturn = `31c0c3` // xor eax, eax; ret

	// Appends the frame's first 128 bytes and the context from Origin on to the log, whose end is at ContextArgs.
	codeLog = `
		498b3f           mov rdi, [r15]
		4889ee           mov rsi, rbp
		b980000000       mov ecx, 128
		f3a4             rep movsb
		498d7740         lea rsi, [r15+64]
		b900010000       mov ecx, 256
		f3a4             rep movsb
		49893f           mov [r15], rdi
		31c0             xor eax, eax
		c3               ret`

	// Appends First[0] as 32 bits to the log, suspends twice, then ends.
	codeSuspend = `
		498b3f           mov rdi, [r15]
		488b4508         mov rax, [rbp+8]
		ab               stosd
		49893f           mov [r15], rdi
		48ff4500         inc qword ptr [rbp]
		b801000000       mov eax, 1
		48837d0003       cmp qword ptr [rbp], 3
		7202             jb 1f
		31c0             xor eax, eax
		c3               1: ret`

	// Appends First[0] as 32 bits to the log, asks for a service, does so again and ends.
	codeService = `
		498b3f           mov rdi, [r15]
		488b4508         mov rax, [rbp+8]
		ab               stosd
		49893f           mov [r15], rdi
		b802000000       mov eax, 2
		4883750001       xor qword ptr [rbp], 1
		7502             jne 1f
		31c0             xor eax, eax
		c3               1: ret`

	// Loops until it is cancelled.
	codeEndless = `
		498b7f20         mov rdi, [r15+32]
		833f00           1: cmp dword ptr [rdi], 0
		74fb             je 1b
		b803000000       mov eax, 3
		c3               ret`

	codeNull = `
		31c0             xor eax, eax
		8900             mov [rax], eax`

	codeWild = `
		48b80000000000000080 mov rax, 0x8000000000000000
		8900             mov [rax], eax`

	codeDivide = `
		31c9             xor ecx, ecx
		31d2             xor edx, edx
		f7f1             div ecx`

	codeUndefined = `0f0b   ud2`

	// Overwrites all reserved registers, then writes to null.
	codeLost = `
		4531ff           xor r15d, r15d
		31ed             xor ebp, ebp
		48c7c410000000   mov rsp, 16
		418907           mov [r15], eax`

	// Changes the registers that a C function must preserve, and the rounding mode.
	codeClobber = `
		48c7c3ffffffff   mov rbx, -1
		4989dc           mov r12, rbx
		4989dd           mov r13, rbx
		4989de           mov r14, rbx
		31c0             xor eax, eax
		68803f0000       push 0x3f80
		0fae1424         ldmxcsr [rsp]
		59               pop rcx
		c3               ret`
)

// assemble takes the first word of each line: the bytes.
func assemble(text string) []byte {
	var all []byte
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		bytes, err := hex.DecodeString(fields[0])
		if err != nil {
			panic(err)
		}
		all = append(all, bytes...)
	}
	return all
}

func TestMain(m *testing.M) {
	CatchFaults()
	os.Exit(m.Run())
}

// runner is one loop with all the memory it needs.
type runner struct {
	loop   abi.GroupLoop
	memory uintptr // context, cancel word, tables, log, frames
	block  *Block
}

// Offsets into runner.memory.
const (
	atCancel   = 512
	atTables   = 1024 // three tables
	tableBytes = 64 << 10
	atLog      = atTables + 3*tableBytes
	logBytes   = 16 << 20
	atFrames   = atLog + logBytes
	frameBytes = abi.FrameSpill
	maxFrames  = 4096
	allBytes   = atFrames + maxFrames*frameBytes
)

var memory Memory

// geometry is a launch.
type geometry struct {
	shape        bundle.Shape
	width, count uint32
	global       [3]uint64
	group        [3]uint64
	offset       [3]uint64
	suspends     bool
}

func newRunner(t testing.TB, text string, g geometry) *runner {
	t.Helper()
	block, err := memory.Load(assemble(text))
	if err != nil {
		t.Fatal(err)
	}
	address, err := hostmem.Alloc(allBytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		hostmem.Free(address)
		block.Free()
	})
	r := &runner{memory: address, block: block}
	r.set(abi.ContextArgs, uint64(address)+atLog)
	r.set(abi.ContextCancel, uint64(address)+atCancel)
	total := uint64(1)
	for i := range uintptr(3) {
		groups := ceil.Div(g.global[i], g.group[i])
		total *= groups
		r.set(abi.ContextEnqueued+8*i, g.group[i])
		r.set(abi.ContextGroups+8*i, groups)
		r.set(abi.ContextGlobalSize+8*i, g.global[i])
		r.set(abi.ContextGlobalOffset+8*i, g.offset[i])
		r.set(abi.ContextIDs+8*i, uint64(address)+atTables+uint64(i)*tableBytes)
	}
	r.loop = abi.GroupLoop{
		Entry: uint64(block.Entry()), Context: uint64(address), Frames: uint64(address) + atFrames,
		FrameStep: frameBytes, Private: 1 << 20, PrivateStep: 1 << 10, Width: g.width, Count: g.count,
		Shape: uint32(g.shape), End: total,
	}
	if g.suspends {
		r.loop.Suspends = 1
	}
	return r
}

func (r *runner) set(offset uintptr, value uint64) {
	binary.LittleEndian.PutUint64(hostmem.Bytes(r.memory+offset, 8), value)
}

func (r *runner) get(offset uintptr) uint64 {
	return binary.LittleEndian.Uint64(hostmem.Bytes(r.memory+offset, 8))
}

// takeLog returns what was logged since the last call.
func (r *runner) takeLog() []byte {
	end := uintptr(r.get(abi.ContextArgs))
	log := append([]byte(nil), hostmem.Bytes(r.memory+atLog, uint64(end-r.memory-atLog))...)
	r.set(abi.ContextArgs, uint64(r.memory)+atLog)
	return log
}

func mustReturn(t testing.TB, got, want uint32) {
	t.Helper()
	if got != want {
		t.Fatalf("the loop returned %d, not %d", got, want)
	}
}

// oneGroup is a small launch of one group.
var oneGroup = geometry{width: 8, count: 1, global: [3]uint64{8, 1, 1}, group: [3]uint64{8, 1, 1}}

// protections reads how the pages at an address are mapped.
func protections(t *testing.T, address uintptr) string {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(maps)) {
		var start, end uintptr
		bounds, rest, _ := strings.Cut(line, " ")
		low, high, _ := strings.Cut(bounds, "-")
		start, end = parseHex(low), parseHex(high)
		if address >= start && address < end {
			return rest[:4]
		}
	}
	return "none"
}

func parseHex(text string) uintptr {
	value := uintptr(0)
	for _, c := range text {
		value = value<<4 | uintptr(strings.IndexRune("0123456789abcdef", c))
	}
	return value
}
