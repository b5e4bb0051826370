package interp

import (
	"sync/atomic"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/numeric"
)

// Atomic operations. All are sequentially consistent here, which is right for every order. A work-group runs on one
// worker, so local and private memory need no atomic instructions: those of Go are used on anything else.

// swapPlain32 and swapShared32 replace old by new at an address, plainly or atomically.

func swapPlain32(address uint64, _, new uint32) bool {
	*hostmem.At[uint32](address) = new
	return true
}

func swapShared32(address uint64, old, new uint32) bool {
	return atomic.CompareAndSwapUint32(hostmem.At[uint32](address), old, new)
}

// isOwned reports whether only this worker can reach what an instruction accesses.
func isOwned(source *lane.Inst) bool {
	return source.Space == ir.SpaceLocal || source.Space == ir.SpacePrivate
}

func (f *frame) sourceOf(in *inst) *lane.Inst { return &f.worker.code.program.Code[in.source] }

func runAtomicLoad(f *frame, in *inst) {
	size := f.sourceOf(in).Type.Bytes()
	for _, k := range f.active() {
		address, value := f.get(in.class[1], in.a, int(k)), uint64(0)
		switch size {
		case 2:
			value = uint64(load16Shared(address))
		case 4:
			value = uint64(atomic.LoadUint32(hostmem.At[uint32](address)))
		default:
			value = atomic.LoadUint64(hostmem.At[uint64](address))
		}
		f.set(in.class[0], in.d, int(k), value)
	}
}

func runAtomicStore(f *frame, in *inst) {
	size := f.sourceOf(in).Type.Bytes()
	for _, k := range f.active() {
		address, value := f.get(in.class[1], in.a, int(k)), f.get(in.class[2], in.b, int(k))
		switch size {
		case 2:
			exchange16(address, uint16(value))
		case 4:
			atomic.StoreUint32(hostmem.At[uint32](address), uint32(value))
		default:
			atomic.StoreUint64(hostmem.At[uint64](address), value)
		}
	}
}

// Go has no atomic operations on 16 bits: they are done to the aligned word of 32 bits around them.

func wordAround(address uint64) (word *uint32, shift uint64) {
	return hostmem.At[uint32](address &^ 3), address & 2 * 8
}

func load16Shared(address uint64) uint16 {
	word, shift := wordAround(address)
	return uint16(atomic.LoadUint32(word) >> shift)
}

func swapShared16(address uint64, old, new uint16) bool {
	word, shift := wordAround(address)
	for {
		all := atomic.LoadUint32(word)
		if uint16(all>>shift) != old {
			return false
		}
		if atomic.CompareAndSwapUint32(word, all, all&^(0xffff<<shift)|uint32(new)<<shift) {
			return true
		}
	}
}

func exchange16(address uint64, new uint16) {
	for !swapShared16(address, load16Shared(address), new) {
	}
}

func (f *frame) modify16(in *inst, source *lane.Inst) {
	for _, k := range f.active() {
		address, value := f.get(in.class[1], in.a, int(k)), f.get(in.class[2], in.b, int(k))
		old := load16Shared(address)
		for !swapShared16(address, old, uint16(modify(source, uint64(old), value))) {
			old = load16Shared(address)
		}
		f.set(in.class[0], in.d, int(k), uint64(old))
	}
}

func runAtomicRMW(f *frame, in *inst) {
	source := f.sourceOf(in)
	switch {
	case source.Type.Bytes() == 8:
		f.modify64(in, source)
	case source.Type.Bytes() == 2:
		f.modify16(in, source)
	case ir.AtomicKind(source.Kind) == ir.AtomicAdd && !isOwned(source):
		f.add32(in)
	default:
		f.modify32(in, source)
	}
}

// add32 is the atomic that kernels use most.
func (f *frame) add32(in *inst) {
	for _, k := range f.active() {
		value := uint32(f.get(in.class[2], in.b, int(k)))
		sum := atomic.AddUint32(hostmem.At[uint32](f.get(in.class[1], in.a, int(k))), value)
		f.set(in.class[0], in.d, int(k), uint64(sum-value))
	}
}

func (f *frame) modify32(in *inst, source *lane.Inst) {
	swap := swapShared32
	if isOwned(source) {
		swap = swapPlain32
	}
	for _, k := range f.active() {
		address, value := f.get(in.class[1], in.a, int(k)), f.get(in.class[2], in.b, int(k))
		old := *hostmem.At[uint32](address)
		for !swap(address, old, uint32(modify(source, uint64(old), value))) {
			old = atomic.LoadUint32(hostmem.At[uint32](address))
		}
		f.set(in.class[0], in.d, int(k), uint64(old))
	}
}

func (f *frame) modify64(in *inst, source *lane.Inst) {
	for _, k := range f.active() {
		address, value := f.get(in.class[1], in.a, int(k)), f.get(in.class[2], in.b, int(k))
		old := atomic.LoadUint64(hostmem.At[uint64](address))
		for !atomic.CompareAndSwapUint64(hostmem.At[uint64](address), old, modify(source, old, value)) {
			old = atomic.LoadUint64(hostmem.At[uint64](address))
		}
		f.set(in.class[0], in.d, int(k), old)
	}
}

// rmwOps are the pure operations that atomic ones do to memory.
var rmwOps = [...]ir.Op{
	ir.AtomicAdd: ir.OpAdd, ir.AtomicSub: ir.OpSub, ir.AtomicAnd: ir.OpAnd, ir.AtomicOr: ir.OpOr,
	ir.AtomicXor: ir.OpXor, ir.AtomicSMin: ir.OpSMin, ir.AtomicSMax: ir.OpSMax, ir.AtomicUMin: ir.OpUMin,
	ir.AtomicUMax: ir.OpUMax, ir.AtomicInc: ir.OpAdd, ir.AtomicDec: ir.OpSub, ir.AtomicFAdd: ir.OpFAdd,
	ir.AtomicFMin: ir.OpFMin, ir.AtomicFMax: ir.OpFMax,
}

// modify is the new value of the memory.
func modify(source *lane.Inst, old, value uint64) uint64 {
	switch ir.AtomicKind(source.Kind) {
	case ir.AtomicXchg:
		return value
	case ir.AtomicAdd:
		return old + value
	case ir.AtomicInc, ir.AtomicDec:
		value = 1
	}
	if source.Type == ir.F16 {
		old, value = convertFloat(ir.F32, ir.F16, old), convertFloat(ir.F32, ir.F16, value)
		o := numeric.Operation{Op: rmwOps[source.Kind], Type: ir.F32, From: ir.F32}
		r, _ := numeric.Eval(o, []uint64{old, value})
		return convertFloat(ir.F16, ir.F32, r)
	}
	args := [2]uint64{old, value}
	o := numeric.Operation{Op: rmwOps[source.Kind], Type: source.Type, From: source.Type}
	r, _ := numeric.Eval(o, args[:])
	return r
}

func convertFloat(to, from ir.Type, x uint64) uint64 {
	return numeric.FloatToFloat(to, from, ir.RoundDefault, x)
}

func runAtomicCmpXchg(f *frame, in *inst) {
	isWide := f.sourceOf(in).Type.Bytes() == 8
	for _, k := range f.active() {
		address := f.get(in.class[1], in.a, int(k))
		want, value := f.get(in.class[2], in.b, int(k)), f.get(in.class[3], in.c, int(k))
		if isWide {
			f.set(in.class[0], in.d, int(k), exchange64(address, want, value))
			continue
		}
		f.set(in.class[0], in.d, int(k), uint64(exchange32(address, uint32(want), uint32(value))))
	}
}

func exchange32(address uint64, want, value uint32) uint32 {
	for {
		old := atomic.LoadUint32(hostmem.At[uint32](address))
		if old != want || atomic.CompareAndSwapUint32(hostmem.At[uint32](address), want, value) {
			return old
		}
	}
}

func exchange64(address, want, value uint64) uint64 {
	for {
		old := atomic.LoadUint64(hostmem.At[uint64](address))
		if old != want || atomic.CompareAndSwapUint64(hostmem.At[uint64](address), want, value) {
			return old
		}
	}
}
