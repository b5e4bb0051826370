package reorder

import (
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Hoisting. Code that runs a row of bundles in one call is a loop over bundles, whose invariants (arguments, constants
// and values computed from them alone) are needed once for all bundles. They move before the label to which the code
// jumps back, as far as registers suffice: a hoisted value is live throughout the bundle, so nowhere may there be more
// live values than registers. Values that are too many stay where they were, the latest and shortest first. Constants
// do not count: the allocator rematerialises them where registers are scarce, mostly as memory operands.
//
// Only bundles without loops are looked at: one with loops takes long enough anyway, and its registers are for the
// loops. So each register is live at most from its first operand to its last.

// hoister moves instructions out of the body: those between the label and the jump back to it.
type hoister struct {
	fn     *asm.Func
	body   []asm.Inst
	writes []int32       // by virtual register: number of definitions in the body
	isArgs []bool        // by virtual register: it is the address of the argument block
	groups []hoistGroup  // candidates, in the order of the code
	group  []int32       // by instruction: 1 + its group
	made   []int32       // by virtual register: 1 + the group that makes it
	spans  []namedSpan   // by virtual register
	change []livingCount // scratch: by instruction, the change of the number of live values
}

// hoistGroup is a sequence of instructions that make one register.
type hoistGroup struct {
	first, end int32
	dst        asm.Reg
	stays      bool
	isRead     bool  // by an instruction that is not moved
	isNeeded   bool  // by an instruction that is moved
	last       int32 // the last instruction that reads it and is not moved
}

// namedSpan is the span from the first operand to the last; to is 0 if there is none.
type namedSpan struct{ from, to int32 }

type livingCount [asm.ClassCount]int32

// HoistInvariant moves what is the same for all bundles before the label top, to which the code jumps back from its
// end. It reports whether anything moved.
func HoistInvariant(fn *asm.Func, top int32) bool {
	start, end := -1, -1
	for i := range fn.Insts {
		switch in := &fn.Insts[i]; {
		case in.Op == asm.Label && in.Label == top:
			start = i
		case in.Op == asm.Jcc && in.Label == top:
			end = i
		}
	}
	if start < 0 || end < start {
		return false
	}
	h := &hoister{fn: fn, body: fn.Insts[start+1 : end]}
	if !h.isStraight() {
		return false
	}
	h.findGroups()
	h.keepRegisters()
	h.move(start)
	return slices.ContainsFunc(h.groups, func(g hoistGroup) bool { return !g.stays })
}

// isStraight reports whether the body has no backward jumps, and nothing across which registers are lost.
func (h *hoister) isStraight() bool {
	seen := make([]bool, h.fn.Labels)
	for i := range h.body {
		switch in := &h.body[i]; in.Op {
		case asm.Label:
			seen[in.Label] = true
		case asm.Jmp, asm.Jcc:
			if seen[in.Label] {
				return false
			}
		case asm.Suspend, asm.Call, asm.Entry:
			return false
		}
	}
	return true
}

// findGroups finds the candidates.
func (h *hoister) findGroups() {
	n := len(h.fn.Classes)
	h.writes, h.isArgs, h.made = make([]int32, n), make([]bool, n), make([]int32, n)
	h.group = make([]int32, len(h.body))
	for i := range h.body {
		h.body[i].Operands(func(r *asm.Reg, _, write bool) {
			if write && *r >= asm.FirstVirtual {
				h.writes[*r-asm.FirstVirtual]++
			}
		})
	}
	for i := 0; i < len(h.body); {
		end := h.groupFrom(i)
		if end == i {
			i++
			continue
		}
		in := &h.body[i]
		h.groups = append(h.groups, hoistGroup{first: int32(i), end: int32(end), dst: in.Dst})
		h.made[in.Dst-asm.FirstVirtual] = int32(len(h.groups))
		h.isArgs[in.Dst-asm.FirstVirtual] = end == i+1 && loadsArgs(in)
		for ; i < end; i++ {
			h.group[i] = int32(len(h.groups))
		}
	}
}

// loadsArgs reports whether an instruction loads the address of the argument block.
func loadsArgs(in *asm.Inst) bool {
	return in.Op == asm.Mov && in.Size == 8 && in.HasMem && in.Mem == asm.Mem{Base: asm.R15, Disp: abi.ContextArgs}
}

// groupFrom is the end of a candidate's instructions that begin at first; first itself if none begins there.
func (h *hoister) groupFrom(first int) int {
	dst := h.body[first].Dst
	if dst < asm.FirstVirtual {
		return first
	}
	end := first
	for end < len(h.body) && h.body[end].Dst == dst {
		if !h.isSame(&h.body[end], end > first) {
			return first
		}
		end++
	}
	if int(h.writes[dst-asm.FirstVirtual]) != end-first || h.flagsAreRead(first, end) {
		return first
	}
	return end
}

// isSame reports whether an instruction computes the same in each bundle and has no other effect, except on flags. It
// may read its own result if the instruction before it made that. Masks of zeros and ones do not count: they are as
// cheap as the copy that gathers and scatters would need instead.
func (h *hoister) isSame(in *asm.Inst, mayReadDst bool) bool {
	fixed := asm.Info(in.Op).Fixed()
	switch {
	case in.Op == asm.Undef, in.Op == asm.MaskOnes, in.Op == asm.MaskZero:
		return false
	case readsFlags(in.Op), len(fixed.Reads)+len(fixed.Writes) > 0:
		return false
	}
	if reads, _ := in.Memory(); reads && !h.isSameMemory(in.Mem) {
		return false
	}
	ok := true
	in.Operands(func(r *asm.Reg, read, write bool) {
		switch {
		case *r == in.Dst:
			ok = ok && (r == &in.Dst || mayReadDst) && (!read || mayReadDst)
		case write:
			ok = false
		case *r < asm.FirstVirtual:
			ok = ok && (*r == asm.R15 || *r == asm.RBP)
		default:
			ok = ok && h.made[*r-asm.FirstVirtual] != 0
		}
	})
	return ok
}

// isSameMemory reports whether memory holds the same in each bundle: constants, arguments, and what the context says
// about the group and the launch. The local ids in dimensions 1 and 2 are the same along a row of bundles.
func (h *hoister) isSameMemory(m asm.Mem) bool {
	switch {
	case m.Const != 0:
		return true
	case m.Index != asm.NoReg:
		return false
	case m.Base == asm.R15:
		isSize := m.Disp >= abi.ContextWorkDim && m.Disp < abi.ContextFaultPC && m.Disp != abi.ContextSpare
		return m.Disp <= abi.ContextLocal || isSize || m.Disp == abi.ContextStream
	case m.Base == asm.RBP:
		return m.Disp == abi.FrameFirst+8 || m.Disp == abi.FrameFirst+16
	}
	return m.Base >= asm.FirstVirtual && h.isArgs[m.Base-asm.FirstVirtual]
}

// readsFlags reports whether an operation reads the processor's flags.
func readsFlags(op asm.Op) bool {
	switch op {
	case asm.Jcc, asm.Setcc, asm.Cmovcc, asm.Adc, asm.Sbb:
		return true
	}
	return false
}

// setsFlags reports whether an operation is known to change all flags.
func setsFlags(op asm.Op) bool {
	switch op {
	case asm.Add, asm.Sub, asm.And, asm.Or, asm.Xor, asm.Cmp, asm.Test, asm.Neg, asm.Kortestw, asm.Kortestb,
		asm.Kortestd, asm.Kortestq, asm.Vptest,
		asm.Vucomiss, asm.Vucomisd, asm.Vcomiss, asm.Vcomisd:
		return true
	}
	return false
}

// flagsAreRead reports whether the flags that instructions set may be read.
func (h *hoister) flagsAreRead(first, end int) bool {
	if h.fn.ClassOf(h.body[first].Dst) != asm.General {
		return false
	}
	leaves := true
	for i := first; i < end; i++ {
		leaves = leaves && leavesFlags(h.body[i].Op)
	}
	if leaves {
		return false
	}
	for i := end; i < len(h.body); i++ {
		switch op := h.body[i].Op; {
		case setsFlags(op):
			return false
		case readsFlags(op), vec.EndsBlock(op):
			return true
		}
	}
	return false // the code at the end of a bundle sets them
}

// leavesFlags reports whether a general operation is known to leave the flags unchanged.
func leavesFlags(op asm.Op) bool {
	switch op {
	case asm.MoveG, asm.Mov, asm.Movzxb, asm.Movzxw, asm.Movsxb, asm.Movsxw, asm.Movsxd, asm.Lea, asm.Kmovw, asm.Kmovd,
		asm.Kmovq, asm.Vmovd, asm.Vmovq:
		return true
	}
	return false
}

// keepRegisters gives up candidates until the registers suffice.
func (h *hoister) keepRegisters() {
	limit := h.limits()
	h.spans, h.change = make([]namedSpan, len(h.fn.Classes)), make([]livingCount, 2*len(h.body)+2)
	for range len(h.groups) + 1 {
		h.findSpans()
		dropped := false
		for class := range asm.ClassCount {
			dropped = h.keepClass(class, limit[class]) || dropped
		}
		if !dropped {
			return
		}
	}
}

// limits is the number of registers of each class that the body does not name itself.
func (h *hoister) limits() (limit livingCount) {
	for class, n := range asm.RegisterLimits(h.fn.ISA) {
		limit[class] = int32(n)
	}
	var named [asm.FirstVirtual]bool
	name := func(r asm.Reg) {
		if r < asm.FirstVirtual && r != asm.NoReg && r != asm.R15 && r != asm.RBP && r != asm.RSP && !named[r] {
			named[r] = true
			limit[h.fn.ClassOf(r)]--
		}
	}
	for i := range h.body {
		fixed := asm.Info(h.body[i].Op).Fixed()
		for _, r := range fixed.Reads {
			name(r)
		}
		for _, r := range fixed.Writes {
			name(r)
		}
		h.body[i].Operands(func(r *asm.Reg, _, _ bool) { name(*r) })
	}
	return limit
}

// findSpans finds where registers are live if all remaining candidates move. Places are counted as if the moved
// instructions stood in a copy of the body before it.
func (h *hoister) findSpans() {
	clear(h.spans)
	for g := range h.groups {
		h.groups[g].isRead, h.groups[g].isNeeded, h.groups[g].last = false, false, 0
	}
	for i := range h.body {
		h.body[i].Operands(func(r *asm.Reg, _, _ bool) {
			if *r >= asm.FirstVirtual {
				h.named(int32(i), *r-asm.FirstVirtual)
			}
		})
	}
	clear(h.change)
	for v, s := range h.spans {
		if made := h.made[v]; s.to != 0 && (made == 0 || !h.isRemade(&h.groups[made-1])) {
			class := h.fn.Classes[v]
			h.change[s.from][class]++
			h.change[max(s.to, s.from+1)][class]-- // the result of the last reader may take its register
		}
	}
}

// named records an operand.
func (h *hoister) named(at int32, v asm.Reg) {
	made, place := h.made[v], at
	if !h.isMoved(at) {
		place += int32(len(h.body))
	}
	s := &h.spans[v]
	if s.to == 0 {
		s.from = place
	}
	s.from, s.to = min(s.from, place), max(s.to, place)
	if made == 0 || made == h.group[at] {
		return
	}
	group := &h.groups[made-1]
	if h.isMoved(at) {
		group.isNeeded = true
		return
	}
	group.isRead, group.last = true, at
	if !group.stays {
		s.to = int32(len(h.change) - 2)
	}
}

// isMoved reports whether an instruction is moved.
func (h *hoister) isMoved(at int32) bool { return h.group[at] != 0 && !h.groups[h.group[at]-1].stays }

// keepClass gives up candidates of a class at the first place with too many live values. It reports whether it gave up
// any.
func (h *hoister) keepClass(class asm.Class, limit int32) bool {
	now := int32(0)
	for at := range h.change {
		if now += h.change[at][class]; now > limit && h.drop(class, int32(at), now-limit) {
			return true
		}
	}
	return false
}

// drop gives up the given number of candidates of a class that are live at a place only because they move. It reports
// whether it gave up any.
func (h *hoister) drop(class asm.Class, at, count int32) bool {
	dropped := false
	for ; count > 0; count-- {
		best := -1
		for g := range h.groups {
			group := &h.groups[g]
			isOfClass := group.isRead && h.fn.ClassOf(group.dst) == class
			if group.stays || !isOfClass || h.isRemade(group) || h.livesAnyway(group, at) {
				continue
			}
			if best < 0 || group.cost() <= h.groups[best].cost() {
				best = g
			}
		}
		if best < 0 {
			break
		}
		h.groups[best].stays, dropped = true, true
	}
	if dropped {
		h.keepReaders()
	}
	return dropped
}

// isRemade reports whether a group is a constant that the allocator rematerialises where registers are scarce.
func (h *hoister) isRemade(g *hoistGroup) bool {
	return g.end == g.first+1 && h.body[g.first].Remat && h.fn.ClassOf(g.dst) == asm.Vector
}

// cost is smallest for the group to give up first: the fewest instructions, and no moved instruction that needs them.
func (g *hoistGroup) cost() int32 {
	if g.isNeeded {
		return g.end - g.first + neededPenalty
	}
	return g.end - g.first
}

// keepReaders gives up the candidates that read a value that stays.
func (h *hoister) keepReaders() {
	for g := range h.groups {
		group := &h.groups[g]
		for i := group.first; i < group.end; i++ {
			h.body[i].Operands(func(r *asm.Reg, read, _ bool) {
				if *r >= asm.FirstVirtual && *r != group.dst {
					group.stays = group.stays || h.groups[h.made[*r-asm.FirstVirtual]-1].stays
				}
			})
		}
	}
}

// livesAnyway reports whether the result of a group is live at a place even if it stays.
func (h *hoister) livesAnyway(g *hoistGroup, at int32) bool {
	n := int32(len(h.body))
	if at < n {
		return g.first > at
	}
	return g.first+n <= at && at < g.last+n
}

// move moves the remaining candidates.
func (h *hoister) move(top int) {
	insts := asm.NewInsts(len(h.fn.Insts))
	insts = append(insts, h.fn.Insts[:top]...)
	for i := range h.body {
		if h.isMoved(int32(i)) {
			insts = append(insts, h.body[i])
		}
	}
	insts = append(insts, h.fn.Insts[top])
	for i := range h.body {
		if !h.isMoved(int32(i)) {
			insts = append(insts, h.body[i])
		}
	}
	h.fn.Replace(append(insts, h.fn.Insts[top+1+len(h.body):]...))
}
