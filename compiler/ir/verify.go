package ir

import (
	"errors"
	"fmt"
)

// maxFaults is how many faults of one function Verify reports.
const maxFaults = 20

// Verify checks all functions of a module against the rules of the op table and of SSA form.
func Verify(m *Module) error {
	var faults []error
	for id, f := range m.Funcs {
		if f == nil {
			continue
		}
		if f.ID != FuncID(id) {
			faults = append(faults, fmt.Errorf("@%s has id %d but stands at %d", f.Name, f.ID, id))
		}
		faults = append(faults, VerifyFunc(m, f))
	}
	return errors.Join(faults...)
}

// VerifyFunc checks one function: each block ends with its only terminator; edges give their target's parameters values
// of the right types; operands have the types their operation asks for, and their definitions dominate their uses;
// nothing leads back to the entry, which has no parameters; allocas stand in the entry.
func VerifyFunc(m *Module, f *Func) error {
	v := &verifier{module: m, fn: f, place: make([]int32, len(f.Instrs))}
	if len(f.Blocks) == 0 {
		v.fault("no blocks")
		return errors.Join(v.faults...)
	}
	v.placement()
	if len(v.faults) > 0 {
		return errors.Join(v.faults...) // further checks need a sound skeleton
	}
	v.cfg = NewCFG(f)
	for b := range f.Blocks {
		v.block(BlockID(b))
	}
	return errors.Join(v.faults...)
}

type verifier struct {
	module *Module
	fn     *Func
	cfg    *CFG
	place  []int32 // by value: 1 + its place in its block, parameters 1; 0: not placed
	faults []error
}

func (v *verifier) fault(format string, args ...any) {
	if len(v.faults) < maxFaults {
		v.faults = append(v.faults, fmt.Errorf("@%s: "+format, append([]any{v.fn.Name}, args...)...))
	}
}

// placement checks that the recorded blocks of values are right, and that edges lead to blocks of the function.
func (v *verifier) placement() {
	for b := range v.fn.Blocks {
		block := &v.fn.Blocks[b]
		for _, p := range block.Params {
			v.placeValue(p, BlockID(b), 1)
		}
		for i, id := range block.Instrs {
			v.placeValue(id, BlockID(b), int32(i)+2)
		}
		v.ending(BlockID(b))
		for _, edge := range block.Succs {
			if edge.To <= 0 || int(edge.To) >= len(v.fn.Blocks) {
				v.fault("b%d leads to b%d, which is no block or the entry", b, edge.To)
			}
		}
	}
	if len(v.fn.Blocks[0].Params) > 0 {
		v.fault("the entry has parameters")
	}
}

func (v *verifier) placeValue(id ValueID, b BlockID, at int32) {
	if id <= 0 || int(id) >= len(v.fn.Instrs) {
		v.fault("b%d holds %%%d, which is no value", b, id)
		return
	}
	in := v.fn.Instr(id)
	switch {
	case v.place[id] != 0:
		v.fault("%%%d stands twice", id)
	case in.Op == OpInvalid || in.Op >= opCount:
		v.fault("%%%d has no operation", id)
	case (in.Op == OpParam) != (at == 1):
		v.fault("%%%d: %s at the wrong place of b%d", id, in.Op, b)
	case in.Block != b:
		v.fault("%%%d stands in b%d but says b%d", id, b, in.Block)
	}
	v.place[id] = at
}

// ending checks that the block's last instruction is its only terminator, with the right number of successors.
func (v *verifier) ending(b BlockID) {
	block := &v.fn.Blocks[b]
	if v.fn.Terminator(b) == nil {
		v.fault("b%d has no terminator", b)
		return
	}
	for _, id := range block.Instrs[:len(block.Instrs)-1] {
		if op := v.fn.Instr(id).Op; op.Terminator() {
			v.fault("%s in the middle of b%d", op, b)
		}
	}
	op, want := v.fn.Terminator(b).Op, 0
	switch op {
	case OpJump:
		want = 1
	case OpBranch:
		want = 2
	case OpSwitch:
		want = 1 + len(block.Cases)
	}
	if len(block.Succs) != want || op != OpSwitch && len(block.Cases) > 0 {
		v.fault("%s of b%d has %d ways out and %d cases", op, b, len(block.Succs), len(block.Cases))
	}
}

func (v *verifier) block(b BlockID) {
	block := &v.fn.Blocks[b]
	for i, id := range block.Instrs {
		v.instr(id)
		for _, arg := range v.fn.Instr(id).Args {
			v.available(arg, b, int32(i)+2)
		}
	}
	for _, edge := range block.Succs {
		params := v.fn.Blocks[edge.To].Params
		if len(params) != len(edge.Args) {
			v.fault("b%d gives %d values to b%d, which takes %d", b, len(edge.Args), edge.To, len(params))
			continue
		}
		for i, arg := range edge.Args {
			if v.available(arg, b, 1<<30) && v.fn.Type(arg) != v.fn.Type(params[i]) {
				v.fault("b%d gives %%%d of type %s to %%%d of type %s", b, arg, v.fn.Type(arg), params[i],
					v.fn.Type(params[i]))
			}
		}
	}
}

// available reports whether the definition of value id dominates the given place of block b.
func (v *verifier) available(id ValueID, b BlockID, at int32) bool {
	if id <= 0 || int(id) >= len(v.fn.Instrs) || v.place[id] == 0 {
		v.fault("b%d uses %%%d, which stands nowhere", b, id)
		return false
	}
	from := v.fn.Instr(id).Block
	switch {
	case !v.cfg.Reachable(b):
	case from == b && v.place[id] >= at:
		v.fault("b%d uses %%%d before it is made", b, id)
	case from != b && !v.cfg.Dominates(from, b):
		v.fault("b%d uses %%%d, but not every way to it leads through b%d", b, id, from)
	}
	return true
}

// known reports whether all operands are values of the function, so that their types can be looked at.
func (v *verifier) known(args []ValueID) bool {
	for _, arg := range args {
		if arg <= 0 || int(arg) >= len(v.fn.Instrs) {
			return false
		}
	}
	return true
}

// instr checks one instruction against its row of the op table.
func (v *verifier) instr(id ValueID) {
	in := v.fn.Instr(id)
	info := in.Op.Info()
	if !v.known(in.Args) {
		return // reported by available
	}
	if !info.Result.Has(in.Type) {
		v.fault("%%%d: %s cannot give %s", id, in.Op, in.Type)
	}
	if len(in.Args) < len(info.Operands) || len(in.Args) > len(info.Operands) && !info.Variadic {
		v.fault("%%%d: %s has %d operands", id, in.Op, len(in.Args))
		return
	}
	if int(in.Kind) >= info.Kind.count() {
		v.fault("%%%d: %s has kind %d", id, in.Op, in.Kind)
		return
	}
	for i, operand := range info.Operands {
		v.operand(id, i, operand)
	}
	v.special(id, in)
}

func (v *verifier) operand(id ValueID, i int, operand Operand) {
	in := v.fn.Instr(id)
	got := v.fn.Type(in.Args[i])
	if !operand.Types.Has(got) {
		v.fault("%%%d: operand %d of %s is %s", id, i, in.Op, got)
	}
	if !operand.Same {
		return
	}
	want := in.Type
	if !operand.Types.Has(want) || in.Op == OpICmp || in.Op == OpFCmp {
		want = v.fn.Type(in.Args[0])
	}
	if got != want {
		v.fault("%%%d: operand %d of %s is %s, not %s", id, i, in.Op, got, want)
	}
}

// special checks what the op table cannot express.
func (v *verifier) special(id ValueID, in *Instr) {
	switch in.Op {
	case OpConst:
		if in.Imm&^in.Type.Mask() != 0 {
			v.fault("%%%d: constant %#x is wider than %s", id, in.Imm, in.Type)
		}
	case OpTrunc, OpZExt, OpSExt, OpBitcast:
		v.widths(id, in)
	case OpAlloca:
		if in.Block != 0 {
			v.fault("%%%d: alloca outside the entry", id)
		}
	case OpArg:
		if in.Imm >= uint64(len(v.fn.Params)) || v.fn.Params[in.Imm] != in.Type {
			v.fault("%%%d: no parameter %d of type %s", id, in.Imm, in.Type)
		}
	case OpLoad, OpStore, OpMemCopy:
		if in.Align&(in.Align-1) != 0 {
			v.fault("%%%d: alignment %d", id, in.Align)
		}
	case OpAtomicRMW:
		if AtomicKind(in.Kind) > AtomicFMax {
			v.fault("%%%d: atomic operation of kind %d", id, in.Kind)
		}
	case OpFold:
		t := v.fn.Type(in.Args[2])
		if op, ok := AtomicKind(in.Kind).Folded(); !ok || !op.Info().Result.Has(t) || in.Imm > uint64(FoldEach) {
			v.fault("%%%d: fold of %s by kind %d, mode %d", id, t, in.Kind, in.Imm)
		}
	case OpSubGroupSize, OpSubGroupID, OpSubGroupLane, OpSubGroupBallot, OpSubGroupShuffle, OpSubGroupFold:
		v.subGroup(id, in)
	case OpCall:
		v.call(id, in)
	case OpResult:
		v.result(id, in)
	case OpImageRead, OpImageWrite:
		v.image(id, in)
	case OpQueue:
		v.checkQueue(id, in)
	case OpReturn:
		v.sameTypes(id, in.Args, v.fn.Results)
	}
}

func (v *verifier) subGroup(id ValueID, in *Instr) {
	if v.fn.Kernel && !IsSubGroupSize(v.fn.SubGroup) {
		v.fault("%%%d: %s in a kernel with sub-groups of %d", id, in.Op, v.fn.SubGroup)
	}
	switch in.Op {
	case OpSubGroupBallot:
		if in.Imm >= SubGroupMax/32 {
			v.fault("%%%d: word %d of a ballot", id, in.Imm)
		}
	case OpSubGroupFold:
		op, ok := AtomicKind(in.Kind).Folded()
		mode, cluster := SubGroupFoldOf(in.Imm, 2*SubGroupMax)
		if !ok || !op.Info().Result.Has(in.Type) || mode > SubGroupExclusive || cluster&(cluster-1) != 0 {
			v.fault("%%%d: fold of %s by kind %d, mode %d in clusters of %d", id, in.Type, in.Kind, mode, cluster)
		}
	}
}

func (v *verifier) widths(id ValueID, in *Instr) {
	from, to := v.fn.Type(in.Args[0]).Bits(), in.Type.Bits()
	good := from == to
	switch in.Op {
	case OpTrunc:
		good = from > to
	case OpZExt, OpSExt:
		good = from < to
	}
	if !good {
		v.fault("%%%d: %s from %d to %d bits", id, in.Op, from, to)
	}
}

// callee is the function a call names, or nil.
func (v *verifier) callee(in *Instr) *Func {
	if v.module == nil || in.Imm >= uint64(len(v.module.Funcs)) {
		return nil
	}
	return v.module.Funcs[in.Imm]
}

func (v *verifier) call(id ValueID, in *Instr) {
	callee := v.callee(in)
	if callee == nil {
		v.fault("%%%d: call of #%d, which is no function", id, in.Imm)
		return
	}
	v.sameTypes(id, in.Args, callee.Params)
	result := Void
	if len(callee.Results) > 0 {
		result = callee.Results[0]
	}
	if in.Type != result {
		v.fault("%%%d: call of @%s gives %s, not %s", id, callee.Name, result, in.Type)
	}
}

func (v *verifier) result(id ValueID, in *Instr) {
	call := v.fn.Instr(in.Args[0])
	if call.Op == OpImageRead {
		if in.Imm == 0 || in.Imm > 3 || call.Type != in.Type {
			v.fault("%%%d: an image read of %s has no result %d of type %s", id, call.Type, in.Imm, in.Type)
		}
		return
	}
	if call.Op != OpCall {
		v.fault("%%%d: result of a %s", id, call.Op)
		return
	}
	callee := v.callee(call)
	if callee != nil && (in.Imm == 0 || in.Imm >= uint64(len(callee.Results)) || callee.Results[in.Imm] != in.Type) {
		v.fault("%%%d: @%s has no result %d of type %s", id, callee.Name, in.Imm, in.Type)
	}
}

// image checks the operands of an image operation against its kind.
func (v *verifier) image(id ValueID, in *Instr) {
	kind := ImageKind(in.Kind)
	if !kind.Valid(in.Op) {
		v.fault("%%%d: %s has kind %s", id, in.Op, kind)
		return
	}
	channels := in.Type
	if in.Op == OpImageWrite {
		channels = v.fn.Type(in.Args[len(in.Args)-1])
	}
	switch {
	case !setTexel.Has(channels) || kind.Unsigned() && channels != I32:
		v.fault("%%%d: %s of kind %s with channels of %s", id, in.Op, kind, channels)
	case in.Op == OpImageRead && in.Space != SpaceConstant && in.Space != SpaceGlobal:
		v.fault("%%%d: image read in %s", id, in.Space)
	}
	v.sameTypes(id, in.Args, kind.Operands(in.Op, channels))
}

func (v *verifier) sameTypes(id ValueID, args []ValueID, types []Type) {
	if len(args) != len(types) {
		v.fault("%%%d: %d values where %d are wanted", id, len(args), len(types))
		return
	}
	for i, arg := range args {
		if v.fn.Type(arg) != types[i] {
			v.fault("%%%d: operand %d is %s, not %s", id, i, v.fn.Type(arg), types[i])
		}
	}
}
