package interp

import (
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Operations of sub-groups (compiler/ir/subgroup.go). A frame has whole sub-groups: their size divides that of a frame,
// and frames begin at multiples of that. All operands are read before the result is written, which may lie in the same
// register.

// subGroup is the size of the program's sub-groups.
func (f *frame) subGroup() int { return int(f.worker.code.program.SubGroup) }

// runSubGroupSize is for functions that were not inlined; in kernels it is a constant.
func runSubGroupSize(f *frame, in *inst) { f.putUniform(in, uint64(f.subGroup())) }

func runSubGroupID(f *frame, in *inst) {
	size := f.subGroup()
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), uint64((int(f.first)+int(k))/size))
	}
}

func runSubGroupLane(f *frame, in *inst) {
	size := f.subGroup()
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), uint64(int(k)%size))
	}
}

func runSubGroupBallot(f *frame, in *inst) {
	size, votes := f.subGroup(), uint64(0)
	for _, k := range f.active() {
		votes |= f.get(in.class[1], in.a, int(k)) & 1 << k
	}
	for _, k := range f.active() {
		own := votes >> (int(k) / size * size) & (^uint64(0) >> (width - size))
		f.set(in.class[0], in.d, int(k), uint64(uint32(own>>(32*in.imm))))
	}
}

func runSubGroupShuffle(f *frame, in *inst) {
	size := f.subGroup()
	var result [width]uint64
	for _, k := range f.active() {
		from := int(f.get(in.class[2], in.b, int(k)))&(size-1) + int(k)/size*size
		result[k] = f.get(in.class[1], in.a, from)
	}
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), result[k])
	}
}

func runSubGroupFold(f *frame, in *inst) {
	source := f.sourceOf(in)
	op, _ := ir.AtomicKind(source.Kind).Folded()
	mode, cluster := ir.SubGroupFoldOf(in.imm, uint64(f.subGroup()))
	o := folding{operation: numeric.Operation{Op: op, Type: source.Type, From: source.Type},
		neutral: f.get(in.class[2], in.b, int(f.active()[0]))}
	var x [width]uint64
	for i := range x {
		x[i] = o.neutral
	}
	for _, k := range f.active() {
		x[k] = f.get(in.class[1], in.a, int(k))
	}
	for first := 0; first < width; first += int(cluster) {
		if piece := x[first : first+int(cluster)]; f.mask>>first&(^uint64(0)>>(width-cluster)) != 0 {
			o.subGroup(piece, mode)
		}
	}
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), x[k])
	}
}

// subGroup replaces the values of a cluster by the results.
func (o *folding) subGroup(x []uint64, mode ir.SubGroupMode) {
	if mode == ir.SubGroupAll {
		for half := len(x) / 2; half > 0; half /= 2 {
			for i := range x {
				if i&half == 0 {
					x[i], x[i+half] = o.combine(x[i], x[i+half]), o.combine(x[i+half], x[i])
				}
			}
		}
		return
	}
	for d := 1; d < len(x); d *= 2 {
		for i := range x {
			if i&d != 0 {
				x[i] = o.combine(x[i&^(2*d-1)+d-1], x[i])
			}
		}
	}
	if mode == ir.SubGroupExclusive {
		copy(x[1:], x[:len(x)-1])
		x[0] = o.neutral
	}
}
