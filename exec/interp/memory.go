package interp

import (
	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// addresses are the operand's addresses by lane; a uniform one is spread over a scratch register.
func (f *frame) addresses(class uint8, at uint32, scratch uint32) *[width]uint64 {
	if lane.Class(class) != lane.Uniform {
		return f.w64(at)
	}
	spread, x := f.w64(f.worker.code.scratch(scratch)), *f.u64(at)
	for i := range spread {
		spread[i] = x
	}
	return spread
}

// values32 is a 32-bit operand by lane.
func (f *frame) values32(class uint8, at uint32, scratch uint32) *[width]uint32 {
	if lane.Class(class) != lane.Uniform {
		return f.w32(at)
	}
	spread, x := f.w32(f.worker.code.scratch(scratch)), uint32(*f.u64(at))
	for i := range spread {
		spread[i] = x
	}
	return spread
}

type word interface {
	uint8 | uint16 | uint32 | uint64
}

func chooseLoad(in *lane.Inst) func(*frame, *inst) {
	if in.Op == ir.OpAtomicLoad {
		return runAtomicLoad
	}
	isUniform := in.Dst.Class == lane.Uniform
	switch in.Type.Bytes() {
	case 1:
		return pick(isUniform, loadUniform[uint8], load8)
	case 2:
		return pick(isUniform, loadUniform[uint16], load16)
	case 4:
		return pick(isUniform, loadUniform[uint32], load32)
	case 8:
		return pick(isUniform, loadUniform[uint64], load64)
	}
	return nil
}

func pick(cond bool, yes, no func(*frame, *inst)) func(*frame, *inst) {
	if cond {
		return yes
	}
	return no
}

func loadUniform[T word](f *frame, in *inst) {
	address := f.get(in.class[1], in.a, int(f.active()[0]))
	*f.u64(in.d) = uint64(*hostmem.At[T](address))
}

func load32(f *frame, in *inst) {
	d, a := f.w32(in.d), f.addresses(in.class[1], in.a, 0)
	if f.mask == ^uint64(0) {
		for i := range d {
			d[i] = *hostmem.At[uint32](a[i])
		}
		return
	}
	for _, k := range f.active() {
		d[k&63] = *hostmem.At[uint32](a[k&63])
	}
}

func load64(f *frame, in *inst) {
	d, a := f.w64(in.d), f.addresses(in.class[1], in.a, 0)
	if f.mask == ^uint64(0) {
		for i := range d {
			d[i] = *hostmem.At[uint64](a[i])
		}
		return
	}
	for _, k := range f.active() {
		d[k&63] = *hostmem.At[uint64](a[k&63])
	}
}

func load8(f *frame, in *inst) {
	d, a := f.w32(in.d), f.addresses(in.class[1], in.a, 0)
	for _, k := range f.active() {
		d[k&63] = uint32(*hostmem.At[uint8](a[k&63]))
	}
}

func load16(f *frame, in *inst) {
	d, a := f.w32(in.d), f.addresses(in.class[1], in.a, 0)
	for _, k := range f.active() {
		d[k&63] = uint32(*hostmem.At[uint16](a[k&63]))
	}
}

func chooseStore(in *lane.Inst) func(*frame, *inst) {
	if in.Op == ir.OpAtomicStore {
		return runAtomicStore
	}
	switch in.Type.Bytes() {
	case 1:
		return store8
	case 2:
		return store16
	case 4:
		return store32
	case 8:
		return store64
	}
	return nil
}

func store32(f *frame, in *inst) {
	a, v := f.addresses(in.class[1], in.a, 0), f.values32(in.class[2], in.b, 1)
	if f.mask == ^uint64(0) {
		for i := range a {
			*hostmem.At[uint32](a[i]) = v[i]
		}
		return
	}
	for _, k := range f.active() {
		*hostmem.At[uint32](a[k&63]) = v[k&63]
	}
}

func store64(f *frame, in *inst) {
	a, v := f.addresses(in.class[1], in.a, 0), f.addresses(in.class[2], in.b, 1)
	if f.mask == ^uint64(0) {
		for i := range a {
			*hostmem.At[uint64](a[i]) = v[i]
		}
		return
	}
	for _, k := range f.active() {
		*hostmem.At[uint64](a[k&63]) = v[k&63]
	}
}

func store8(f *frame, in *inst) {
	a, v := f.addresses(in.class[1], in.a, 0), f.values32(in.class[2], in.b, 1)
	for _, k := range f.active() {
		*hostmem.At[uint8](a[k&63]) = uint8(v[k&63])
	}
}

func store16(f *frame, in *inst) {
	a, v := f.addresses(in.class[1], in.a, 0), f.values32(in.class[2], in.b, 1)
	for _, k := range f.active() {
		*hostmem.At[uint16](a[k&63]) = uint16(v[k&63])
	}
}

// runMemCopy copies lane by lane; the two places may be the same but do not overlap otherwise.
func runMemCopy(f *frame, in *inst) {
	if in.imm == 0 {
		return
	}
	for _, k := range f.active() {
		to, from := f.get(in.class[1], in.a, int(k)), f.get(in.class[2], in.b, int(k))
		copy(bytesAt(to, in.imm), bytesAt(from, in.imm))
	}
}
