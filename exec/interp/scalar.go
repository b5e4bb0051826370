package interp

//go:generate go run ./gen

import (
	"math"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/numeric"
)

func truth(b bool) uint32 {
	r := uint32(0)
	if b {
		r = 1
	}
	return r
}

func choose32(cond, x, y uint32) uint32 {
	if cond != 0 {
		y = x
	}
	return y
}

func choose64(cond uint32, x, y uint64) uint64 {
	if cond != 0 {
		y = x
	}
	return y
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint32 | ~uint64
}

func divide[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x / y
}

func remainder[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x % y
}

func toInt32(x float64) uint32 {
	if x > -2147483649 && x < 2147483648 {
		return uint32(int32(x))
	}
	return 1 << 31
}

func toUint32(x float64) uint32 {
	if x > -1 && x < 4294967296 {
		return uint32(int64(x))
	}
	return math.MaxUint32
}

// runEval runs any pure operation lane by lane by its meaning in compiler/numeric. It is slow, and serves operations
// without a loop of their own.
func runEval(f *frame, in *inst) {
	source := &f.worker.code.program.Code[in.source]
	o := numeric.Operation{Op: source.Op, Kind: source.Kind, Type: source.Type, From: source.From}
	if source.Op == ir.OpPtrAdd {
		o.Op = ir.OpAdd
	}
	n := 0
	for n < len(source.Args) && source.Args[n].Class != lane.NoReg {
		n++
	}
	if lane.Class(in.class[0]) == lane.Uniform {
		f.evalLane(in, o, n, 0)
		return
	}
	for _, k := range f.active() {
		f.evalLane(in, o, n, int(k))
	}
}

func (f *frame) evalLane(in *inst, o numeric.Operation, n, k int) {
	args := f.worker.args[:n]
	offsets := [3]uint32{in.a, in.b, in.c}
	for i := range args {
		args[i] = f.get(in.class[i+1], offsets[i], k)
	}
	r, ok := numeric.Eval(o, args)
	if !ok {
		panic("BUG: no meaning of " + o.Op.String() + " of " + o.Type.String())
	}
	f.set(in.class[0], in.d, k, r)
}

func chooseMove(in *lane.Inst) func(*frame, *inst) {
	switch {
	case in.Dst.Class == lane.Uniform:
		return moveUniform
	case in.Dst.Class == lane.Lane32 && in.Args[0].Class == lane.Uniform:
		return fill32
	case in.Dst.Class == lane.Lane32:
		return move32
	case in.Args[0].Class == lane.Uniform:
		return fill64
	}
	return move64
}

// selectUniform copies one of two operands in all lanes, by a uniform condition.
func selectUniform(f *frame, in *inst) {
	chosen, class := in.b, in.class[2]
	if *f.u64(in.a) == 0 {
		chosen, class = in.c, in.class[3]
	}
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), f.get(class, chosen, int(k)))
	}
}

func moveUniform(f *frame, in *inst) { *f.u64(in.d) = *f.u64(in.a) }

func move32(f *frame, in *inst) {
	d, a := f.w32(in.d), f.w32(in.a)
	if f.mode <= in.limit {
		*d = *a
		return
	}
	for _, k := range f.active() {
		d[k&63] = a[k&63]
	}
}

func move64(f *frame, in *inst) {
	d, a := f.w64(in.d), f.w64(in.a)
	if f.mode <= in.limit {
		*d = *a
		return
	}
	for _, k := range f.active() {
		d[k&63] = a[k&63]
	}
}

func fill32(f *frame, in *inst) {
	d, x := f.w32(in.d), uint32(*f.u64(in.a))
	for _, k := range f.active() {
		d[k&63] = x
	}
}

func fill64(f *frame, in *inst) {
	d, x := f.w64(in.d), *f.u64(in.a)
	for _, k := range f.active() {
		d[k&63] = x
	}
}
