package alloc

import (
	"encoding/binary"
	"fmt"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

// machine interprets code over virtual or machine registers. The results of operations do not matter here, only that
// they depend on all operands: most are a hash of them. Registers that were never written are tainted, and so are
// results computed from them: a register allocator may put anything there.
type machine struct {
	fn     *asm.Func
	regs   []value
	frame  []value // by byte offset / 4; one lane is modelled, lane 0
	random uint64  // decides jumps on CondO
	flags  uint32
	trace  []value
	jumps  int
	err    error
}

// value is the content of a register.
type value struct {
	lanes   [16]uint32
	tainted bool
}

const maxJumps = 400

func newMachine(f *asm.Func, frameBytes int, seed uint64) *machine {
	m := &machine{fn: f, regs: make([]value, int(asm.FirstVirtual)+len(f.Classes)), random: seed}
	m.frame = make([]value, frameBytes/4)
	for i := range m.regs {
		m.regs[i].tainted = true
		m.regs[i].lanes[0] = uint32(i) * 0x9e3779b9
	}
	for i := range m.frame {
		m.frame[i].tainted = true
	}
	m.regs[asm.R15] = value{lanes: [16]uint32{0xc0de}}
	m.regs[asm.RBP] = value{lanes: [16]uint32{0xf4a3e}}
	return m
}

// run runs from the beginning to a Return or until enough jumps were made.
func (m *machine) run() {
	labels := map[int32]int{}
	for i, in := range m.fn.Insts {
		if in.Op == asm.Label {
			labels[in.Label] = i
		}
	}
	for at := 0; at < len(m.fn.Insts) && m.jumps < maxJumps && m.err == nil; at++ {
		in := &m.fn.Insts[at]
		switch in.Op {
		case asm.Return:
			return
		case asm.Jmp:
			m.jumps++
			at = labels[in.Label]
		case asm.Jcc:
			m.jumps++
			if m.taken(in) {
				at = labels[in.Label]
			}
		default:
			m.step(in)
		}
	}
}

func (m *machine) taken(in *asm.Inst) bool {
	if in.Cond == asm.CondNE {
		return m.flags != 0
	}
	m.random = m.random*6364136223846793005 + 1442695040888963407
	return m.random>>60&1 != 0
}

func (m *machine) step(in *asm.Inst) {
	switch in.Op {
	case asm.Label, asm.Use, asm.Entry:
	case asm.Undef:
		m.regs[in.Dst].tainted = true
	case asm.Suspend:
		m.suspend()
	case asm.MoveG, asm.MoveV, asm.MoveK:
		m.regs[in.Dst] = m.regs[in.B]
	case asm.Mov, asm.Vmovups, asm.Kmovq:
		m.transfer(in)
	case asm.Vpbroadcastd:
		m.broadcast(in)
	case asm.Cmp:
		m.flags = m.regs[in.A].lanes[0] - uint32(in.Imm)
	default:
		m.compute(in)
	}
}

// suspend loses all registers but the reserved ones.
func (m *machine) suspend() {
	for r := range m.regs[:asm.FirstVirtual] {
		if !reserved(asm.Reg(r)) {
			m.regs[r] = value{tainted: true, lanes: [16]uint32{0xdead, 0xdead}}
		}
	}
}

// transfer runs moves to and from memory, and of constants.
func (m *machine) transfer(in *asm.Inst) {
	switch {
	case !in.HasMem:
		m.regs[in.Dst] = value{lanes: [16]uint32{uint32(in.Imm), uint32(in.Imm >> 32)}}
	case in.Dst != asm.NoReg:
		m.regs[in.Dst] = m.load(in, m.fn.ClassOf(in.Dst))
	case in.Mem.Base == asm.RBP:
		m.store(in)
	default:
		m.trace = append(m.trace, m.regs[in.B])
	}
}

func (m *machine) broadcast(in *asm.Inst) {
	v := m.regs[in.B]
	if in.HasMem {
		v = m.load(in, asm.General)
	}
	for k := range lanesOf(in, asm.Vector) {
		v.lanes[k] = v.lanes[0]
	}
	clear(v.lanes[lanesOf(in, asm.Vector):])
	m.regs[in.Dst] = v
}

func lanesOf(in *asm.Inst, class asm.Class) int {
	if class == asm.Vector {
		return 4 << in.Len
	}
	return 2
}

func (m *machine) store(in *asm.Inst) {
	v := m.regs[in.B]
	for k := range lanesOf(in, m.fn.ClassOf(in.B)) {
		if c := m.cell(in.Mem.Disp + 4*int32(k)); c != nil {
			*c = value{lanes: [16]uint32{v.lanes[k]}, tainted: v.tainted}
		}
	}
}

func (m *machine) cell(disp int32) *value {
	if disp < abi.FrameSpill || int(disp) >= 4*len(m.frame) || disp%4 != 0 {
		m.err = fmt.Errorf("access of the frame at %d", disp)
		return nil
	}
	return &m.frame[disp/4]
}

// load is the value of a memory operand.
func (m *machine) load(in *asm.Inst, class asm.Class) value {
	var v value
	for k := range lanesOf(in, class) {
		element := k
		if in.Broadcast {
			element = 0
		}
		switch {
		case in.Mem.Const != 0:
			bytes := m.fn.Consts[in.Mem.Const-1]
			v.lanes[k] = binary.LittleEndian.Uint32(bytes[4*element%len(bytes):])
		case in.Mem.Base == asm.RBP:
			if c := m.cell(in.Mem.Disp + 4*int32(element)); c != nil {
				v.lanes[k] = c.lanes[0]
				v.tainted = v.tainted || c.tainted
			}
		default:
			base, index := m.regs[in.Mem.Base], value{}
			if in.Mem.Index != asm.NoReg {
				index = m.regs[in.Mem.Index]
			}
			v.lanes[k] = mix(base.lanes[0], index.lanes[k], uint32(in.Mem.Disp), uint32(element))
			v.tainted = v.tainted || base.tainted || index.tainted
		}
	}
	return v
}

func mix(words ...uint32) uint32 {
	h := uint32(2166136261)
	for _, w := range words {
		h = (h ^ w) * 16777619
		h ^= h >> 15
	}
	return h
}

// compute runs any other operation.
func (m *machine) compute(in *asm.Inst) {
	info := asm.Info(in.Op)
	var sources []value
	add := func(r asm.Reg) {
		if r != asm.NoReg {
			sources = append(sources, m.regs[r])
		}
	}
	for _, r := range info.Fixed().Reads {
		add(r)
	}
	add(in.A)
	if in.B != asm.NoReg {
		add(in.B)
	}
	if in.HasMem {
		class := asm.General
		if in.Dst != asm.NoReg && m.fn.ClassOf(in.Dst) == asm.Vector ||
			in.A != asm.NoReg && m.fn.ClassOf(in.A) == asm.Vector {
			class = asm.Vector
		}
		sources = append(sources, m.load(in, class))
	}
	if m.computeForms(in) {
		return
	}
	if n := len(sources); commutesExactly(in.Op) || commutesButNaN(in.Op) {
		sources = append(sources[:n-2], sum(sources[n-2], sources[n-1]))
	}
	add(in.C)
	if info.ReadsDst() {
		add(in.Dst)
	}
	if in.Mask != asm.NoReg && m.fn.ClassOf(in.Dst) == asm.Mask {
		add(in.Mask)
	}
	mask := m.maskOf(in)
	old := value{}
	if in.Dst != asm.NoReg {
		old = m.regs[in.Dst]
	}
	var written []asm.Reg
	in.Operands(func(r *asm.Reg, read, write bool) {
		if write && *r != in.Dst {
			written = append(written, *r)
		}
	})
	written = append(written, info.Fixed().Writes...)
	if in.Dst != asm.NoReg {
		m.regs[in.Dst] = m.merge(in, m.hash(in, sources, 0), old, mask)
	}
	for n, r := range written {
		v := m.hash(in, sources, uint32(n)+1)
		clear(v.lanes[lanesOf(in, m.fn.ClassOf(r)):])
		m.regs[r] = v
	}
}

// computeForms runs the operations that have several forms; forms of the same computation agree.
func (m *machine) computeForms(in *asm.Inst) bool {
	if !hasForms(in.Op) {
		return false
	}
	x, y, z := m.regs[in.Dst], m.regs[in.A], m.regs[in.B]
	if in.HasMem {
		z = m.load(in, m.fn.ClassOf(in.Dst))
	}
	op := in.Op
	var sources []value
	form, base, isFMA := fmaForm(op)
	switch {
	case isFMA && form == form213:
		op, sources = base, []value{sum(x, y), z}
	case isFMA && form == form231:
		op, sources = base, []value{sum(y, z), x}
	case isFMA:
		op, sources = base, []value{sum(x, z), y}
	case op >= asm.Vpermt2w && op <= asm.Vpermt2pd:
		sources = []value{x, y, z}
	case isPermutation(op):
		op, sources = otherPermutation(op), []value{y, x, z}
	case op == asm.Vpternlogd:
		m.regs[in.Dst] = m.merge(in, ternary(in.Imm, x, y, z), x, m.maskOf(in))
		return true
	case in.B == asm.NoReg && !in.HasMem:
		sources = []value{x}
	default:
		sources = []value{sum(x, z)}
	}
	canonical := asm.Inst{Op: op, Imm: in.Imm}
	m.regs[in.Dst] = m.merge(in, m.hash(&canonical, sources, 0), x, m.maskOf(in))
	return true
}

func ternary(table int64, x, y, z value) value {
	v := value{tainted: x.tainted || y.tainted || z.tainted}
	for k := range v.lanes {
		for bit := range 32 {
			inputs := x.lanes[k]>>bit&1<<2 | y.lanes[k]>>bit&1<<1 | z.lanes[k]>>bit&1
			v.lanes[k] |= uint32(table) >> inputs & 1 << bit
		}
	}
	return v
}

// sum combines two operands whose order does not matter.
func sum(a, b value) value {
	v := value{tainted: a.tainted || b.tainted}
	for k := range v.lanes {
		v.lanes[k] = mix(a.lanes[k], a.lanes[(k+1)&1]) + mix(b.lanes[k], b.lanes[(k+1)&1])
	}
	return v
}

func (m *machine) maskOf(in *asm.Inst) value {
	if in.Mask == asm.NoReg {
		return value{lanes: [16]uint32{0xffff}}
	}
	return m.regs[in.Mask]
}

func (m *machine) hash(in *asm.Inst, sources []value, which uint32) value {
	v := value{}
	for k := range v.lanes {
		h := mix(uint32(in.Op), uint32(in.Imm), which, uint32(k))
		for _, s := range sources {
			h = mix(h, s.lanes[k], s.lanes[(k+1)&1])
		}
		v.lanes[k] = h
	}
	for _, s := range sources {
		v.tainted = v.tainted || s.tainted
	}
	return v
}

// merge preserves the lanes that a mask excludes, and cuts the result to the operation's size.
func (m *machine) merge(in *asm.Inst, v, old, mask value) value {
	class := m.fn.ClassOf(in.Dst)
	for k := range v.lanes {
		active := mask.lanes[0]>>uint(k)&1 != 0 || class != asm.Vector
		switch {
		case k >= lanesOf(in, class):
			v.lanes[k] = 0
		case active:
		case in.Zero:
			v.lanes[k] = 0
		case in.MergesDst():
			v.lanes[k] = old.lanes[k]
			v.tainted = v.tainted || old.tainted
		default:
			v.lanes[k] = m.regs[in.A].lanes[k]
		}
	}
	v.tainted = v.tainted || mask.tainted
	return v
}
