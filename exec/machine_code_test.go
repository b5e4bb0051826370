package exec

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/uniform"
)

// Hand-written machine code, for tests of what runs it. The first word of each line is the bytes. R15 is the context,
// RBP the frame; the first argument is the address of a buffer.

// Placeholders in the bytes for numbers of the version.
const (
	patchRowStep  = 0x11111111 // rows between sub-groups
	patchItemStep = 0x22222222 // items of a row between sub-groups
	patchWidth    = 0x33333333
	patchCount    = 0x44444444
)

// codeCount adds one to the word of each work-item, by its global linear id. It is for Rows and Columns.
const codeCount = `
	4531d2                 xor r10d, r10d
	420fb7445530           movzx eax, WORD PTR [rbp+r10*2+0x30]
	31c9                   xor ecx, ecx
	0fa3c8                 bt eax, ecx
	735e                   jae 6e
	488b5518               mov rdx, [rbp+0x18]
	49035750               add rdx, [r15+0x50]
	492b97e0000000         sub rdx, [r15+0xe0]
	490faf97c0000000       imul rdx, [r15+0xc0]
	4969f211111111         imul rsi, r10, 0x11111111
	4801f2                 add rdx, rsi
	48035510               add rdx, [rbp+0x10]
	49035748               add rdx, [r15+0x48]
	492b97d8000000         sub rdx, [r15+0xd8]
	490faf97b8000000       imul rdx, [r15+0xb8]
	4969f222222222         imul rsi, r10, 0x22222222
	4801f2                 add rdx, rsi
	4801ca                 add rdx, rcx
	48035508               add rdx, [rbp+0x8]
	49035740               add rdx, [r15+0x40]
	492b97d0000000         sub rdx, [r15+0xd0]
	498b3f                 mov rdi, [r15]
	488b3f                 mov rdi, [rdi]
	f0ff0497               lock inc [rdi+rdx*4]
	ffc1                   inc ecx
	81f933333333           cmp ecx, 0x33333333
	7293                   jb b
	41ffc2                 inc r10d
	4181fa44444444         cmp r10d, 0x44444444
	0f827bffffff           jb 3
	31c0                   xor eax, eax
	c3                     ret
`

// codeCountPacked is codeCount for Packed.
const codeCountPacked = `
	4531d2                 xor r10d, r10d
	420fb7445530           movzx eax, WORD PTR [rbp+r10*2+0x30]
	31c9                   xor ecx, ecx
	0fa3c8                 bt eax, ecx
	736d                   jae 108
	4969f233333333         imul rsi, r10, 0x33333333
	4801ce                 add rsi, rcx
	48037520               add rsi, [rbp+0x20]
	498bbff8000000         mov rdi, [r15+0xf8]
	8b14b7                 mov edx, [rdi+rsi*4]
	49035750               add rdx, [r15+0x50]
	492b97e0000000         sub rdx, [r15+0xe0]
	490faf97c0000000       imul rdx, [r15+0xc0]
	498bbff0000000         mov rdi, [r15+0xf0]
	8b3cb7                 mov edi, [rdi+rsi*4]
	4801fa                 add rdx, rdi
	49035748               add rdx, [r15+0x48]
	492b97d8000000         sub rdx, [r15+0xd8]
	490faf97b8000000       imul rdx, [r15+0xb8]
	498bbfe8000000         mov rdi, [r15+0xe8]
	8b3cb7                 mov edi, [rdi+rsi*4]
	4801fa                 add rdx, rdi
	49035740               add rdx, [r15+0x40]
	492b97d0000000         sub rdx, [r15+0xd0]
	498b3f                 mov rdi, [r15]
	488b3f                 mov rdi, [rdi]
	f0ff0497               lock inc [rdi+rdx*4]
	ffc1                   inc ecx
	81f933333333           cmp ecx, 0x33333333
	7284                   jb 96
	41ffc2                 inc r10d
	4181fa44444444         cmp r10d, 0x44444444
	0f826cffffff           jb 8e
	31c0                   xor eax, eax
	c3                     ret
`

// codePrint asks for a printf of all lanes, with First[0] where spilled registers begin, and stores what that returns.
const codePrint = `
	48837d0000             cmp [rbp+0x0], 0x0
	7530                   jne 15c
	48c7450001000000       mov [rbp+0x0], 0x1
	c7853001000000000000   mov [rbp+0x130], 0x0
	c5fe6f4530             vmovdqu ymm0, [rbp+0x30]
	c5fe7f8540010000       vmovdqu [rbp+0x140], ymm0
	488b4508               mov rax, [rbp+0x8]
	48898540020000         mov [rbp+0x240], rax
	b802000000             mov eax, 0x2
	c3                     ret
	498b3f                 mov rdi, [r15]
	488b3f                 mov rdi, [rdi]
	8b8534010000           mov eax, [rbp+0x134]
	8907                   mov [rdi], eax
	31c0                   xor eax, eax
	c3                     ret
`

// codeScatter writes to null from lanes 5 and 6.
const codeScatter = `
	b860000000             mov eax, 0x60
	c5f892c8               kmovw k1, eax
	31ff                   xor edi, edi
	62f17d48efc0           vpxord zmm0, zmm0, zmm0
	62f27d49a00487         vpscatterdd [rdi+zmm0*4]{k1}, zmm0
`

// codeMaskMove writes to null from lane 2.
const codeMaskMove = `
	c5f9efc0               vpxor xmm0, xmm0, xmm0
	b8ffffffff             mov eax, 0xffffffff
	c5f96ec8               vmovd xmm1, eax
	c5f173f908             vpslldq xmm1, xmm1, 0x8
	31ff                   xor edi, edi
	c4e2758e07             vpmaskmovd [rdi], ymm1, ymm0
`

// assemble reads the bytes of a text, and replaces the placeholders.
func assemble(text string, v object.Version, width int) []byte {
	var code []byte
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 {
			bytes, err := hex.DecodeString(fields[0])
			if err != nil {
				panic(err)
			}
			code = append(code, bytes...)
		}
	}
	rowStep, itemStep := 0, width
	if v.Shape == abi.Columns {
		rowStep, itemStep = 1, 0
	}
	for i := range max(0, len(code)-3) {
		switch binary.LittleEndian.Uint32(code[i:]) {
		case patchRowStep:
			binary.LittleEndian.PutUint32(code[i:], uint32(rowStep))
		case patchItemStep:
			binary.LittleEndian.PutUint32(code[i:], uint32(itemStep))
		case patchWidth:
			binary.LittleEndian.PutUint32(code[i:], uint32(width))
		case patchCount:
			binary.LittleEndian.PutUint32(code[i:], uint32(v.Count))
		}
	}
	return code
}

// handKernel is a kernel of hand-written code.
type handKernel struct {
	text       string
	packed     string // for the shape Packed; empty: the same
	whole      string // for versions with FullBundles; empty: the same
	plan       object.Plan
	seesGroups bool
	guard      *uniform.Guard
	change     func(*object.Code) // completes new code; may be nil
	err        error

	mu       sync.Mutex
	versions map[object.Version]*object.Code // guarded by mu
	compiled []object.Version                // guarded by mu; in order
	during   func(object.Version)            // called while a version is compiled; may be nil
}

func (k *handKernel) IsLoaded() bool                          { return false }
func (k *handKernel) IsRead() bool                            { return false }
func (k *handKernel) TripArgument() (object.Argument, bool)   { return object.Argument{}, false }
func (k *handKernel) Images() object.Images                   { return nil }
func (k *handKernel) LoneItems(uint64) object.Copy            { return nil }
func (k *handKernel) UnitSteps() object.UnitSteps             { return nil }
func (k *handKernel) Groups() object.Groups                   { return nil }
func (k *handKernel) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }
func (k *handKernel) Interchanged() (object.Kernel, int)      { return nil, 0 }
func (k *handKernel) SeesGroups() bool                        { return k.seesGroups }
func (k *handKernel) Guard() *uniform.Guard                   { return k.guard }
func (k *handKernel) Plan(int) object.Plan                    { return k.plan }

func (k *handKernel) Planned(int) (object.Plan, bool) { return k.plan, true }

// Ready is a version if it is compiled already.
func (k *handKernel) Ready(_ int, v object.Version) *object.Code {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.versions[v]
}

func (k *handKernel) Version(vectorBits int, v object.Version) (*object.Code, error) {
	if k.err != nil {
		return nil, k.err
	}
	if c := k.Ready(vectorBits, v); c != nil {
		return c, nil
	}
	if k.during != nil {
		k.during(v)
	}
	text, width := k.text, vectorBits/32
	if v.Shape == abi.Packed && k.packed != "" {
		text = k.packed
	}
	if v.FullBundles && k.whole != "" {
		text = k.whole
	}
	c := &object.Code{Bytes: assemble(text, v, width), FrameBytes: abi.FrameSpill, Width: width, Count: v.Count,
		Shape: v.Shape}
	if k.change != nil {
		k.change(c)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.versions == nil {
		k.versions = map[object.Version]*object.Code{}
	}
	k.versions[v] = c
	k.compiled = append(k.compiled, v)
	return c, nil
}
