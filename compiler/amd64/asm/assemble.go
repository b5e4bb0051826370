package asm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"heddle/compiler/amd64/abi"
)

// Assembling takes three steps. One pass encodes everything except jumps, for which it leaves no room but records where
// they stand. A search finds the smallest jumps: it starts with all short, and lets those grow that do not reach.
// Growth never makes another jump reach again, so the search ends. A last pass copies the pieces between the jumps and
// writes the jumps. The constants follow, and then their addresses are filled in.
//
// See T. G. Szymanski, Assembling Code for Machines with Span-Dependent Instructions, CACM 21(4), 1978.

// Code is what Assemble makes: position-independent machine code with its constants.
type Code struct {
	Bytes     []byte     // instructions, then constants; must be loaded at an address that is a multiple of 64
	CodeBytes int        // where the instructions end
	Positions []PosEntry // sorted by Offset: the source position from there on
	Resumes   []int32    // offsets where suspension number i+1 goes on
}

// PosEntry says that the instructions from Offset up to the next entry's come from source position Pos.
type PosEntry struct {
	Offset int32
	Pos    uint32
}

// PosOf is the source position of the instruction that contains an offset; 0 if unknown.
func (c *Code) PosOf(offset int) uint32 {
	at, found := slices.BinarySearchFunc(c.Positions, int32(offset), func(p PosEntry, offset int32) int {
		return int(p.Offset - offset)
	})
	if !found {
		at--
	}
	if at < 0 || offset >= c.CodeBytes {
		return 0
	}
	return c.Positions[at].Pos
}

// jumpAlways is the condition of Jmp.
const jumpAlways Cond = 0xff

// jumpCall is that of Call, which is never short.
const jumpCall Cond = 0xfe

// jump is a Jmp or Jcc, with its target and its present size.
type jump struct {
	at    int32 // offset without jumps
	label int32
	cond  Cond
	size  uint8
}

// place is an offset: the bytes before it without jumps, and the number of jumps before it.
type place struct{ at, jumps int32 }

// noPlace marks an undefined label.
const noPlace = -1

// assembler is the state of one Assemble.
type assembler struct {
	encoder
	f         *Func
	jumps     []jump
	labels    []place
	before    []int32 // bytes of all jumps before jump i
	positions []struct {
		place
		pos uint32
	}
	resumes     []int32 // labels
	suspensions int
	entered     bool
	table       jumpTable
	starts      []place // of the instructions and of the end, for listings; else nil
}

// jumpTable is the table of Entry: the instruction that needs its address, and the label for each number.
type jumpTable struct {
	use    place // the displacement to be filled in
	used   bool
	labels []int32
}

// Assemble encodes a function without virtual registers. An instruction that cannot be encoded, or not for the
// function's ISA, is an error that names it.
func Assemble(f *Func) (*Code, error) { return newAssembler(f).assemble() }

// AssembleListed is Assemble for listings: it also returns the offset at which each instruction begins, and at last the
// end.
func AssembleListed(f *Func) (code *Code, starts []int32, err error) {
	a := newAssembler(f)
	a.starts = make([]place, 0, len(f.Insts)+1)
	if code, err = a.assemble(); err != nil {
		return nil, nil, err
	}
	for _, p := range a.starts {
		starts = append(starts, a.offset(p))
	}
	return code, append(starts, int32(code.CodeBytes)), nil
}

func newAssembler(f *Func) *assembler {
	a := &assembler{f: f, labels: make([]place, f.Labels)}
	a.isa, a.count = f.ISA, int32(len(f.Consts))
	a.buf = make([]byte, 12*len(f.Insts)+8*maxBytes)
	for i := range a.labels {
		a.labels[i].at = noPlace
	}
	return a
}

func (a *assembler) assemble() (*Code, error) {
	if err := checkConsts(a.f); err != nil {
		return nil, err
	}
	if err := a.encodeAll(); err != nil {
		return nil, err
	}
	if err := a.checkLabels(); err != nil {
		return nil, err
	}
	a.sizeJumps()
	return a.link(), nil
}

// checkConsts checks the sizes of the constants.
func checkConsts(f *Func) error {
	for i, data := range f.Consts {
		if n := len(data); n == 0 || n > poolAlign || n&(n-1) != 0 {
			return fmt.Errorf("asm: constant %d has %d bytes", i, n)
		}
	}
	return nil
}

// encodeAll encodes everything except jumps.
func (a *assembler) encodeAll() error {
	pos := uint32(0)
	for k := range a.f.Insts {
		i := &a.f.Insts[k]
		if i.Pos != pos {
			pos = i.Pos
			a.notePosition(pos)
		}
		a.room()
		if a.starts != nil {
			a.starts = append(a.starts, a.here())
		}
		var err error
		if i.Op <= lastPseudo {
			err = a.encodePseudo(i)
		} else {
			err = a.encode(i)
		}
		if err != nil {
			return failure(a.f, k, err)
		}
	}
	return nil
}

// notePosition begins a source position; a position without bytes is dropped.
func (a *assembler) notePosition(pos uint32) {
	here := a.here()
	if n := len(a.positions); n > 0 && a.positions[n-1].place == here {
		a.positions[n-1].pos = pos
		return
	}
	a.positions = append(a.positions, struct {
		place
		pos uint32
	}{here, pos})
}

func (a *assembler) here() place { return place{int32(a.n), int32(len(a.jumps))} }

// encode encodes a machine instruction, and records the number of jumps before its constant.
func (a *assembler) encode(i *Inst) error {
	err := a.encoder.encode(i)
	if i.HasMem && i.Mem.Const != 0 && err == nil {
		a.consts[len(a.consts)-1].jumps = int32(len(a.jumps))
	}
	return err
}

// checkLabels reports a jump to an undefined label.
func (a *assembler) checkLabels() error {
	for i := range a.jumps {
		if label := a.jumps[i].label; a.labels[label].at == noPlace {
			return fmt.Errorf("asm: label %d is not defined", label)
		}
	}
	return nil
}

// The sizes of jumps.
const (
	sizeNone  = 0 // to the next instruction
	sizeShort = 2
	sizeJmp   = 5
	sizeJcc   = 6
)

// sizeJumps finds the smallest sizes.
func (a *assembler) sizeJumps() {
	a.before = make([]int32, len(a.jumps)+1)
	for i := range a.jumps {
		j := &a.jumps[i]
		j.size = sizeShort
		if a.labels[j.label] == (place{j.at, int32(i + 1)}) {
			j.size = sizeNone
		}
		if j.cond == jumpCall {
			j.size = sizeJmp
		}
	}
	for grown := true; grown; {
		a.sumJumps()
		grown = false
		for i := range a.jumps {
			j := &a.jumps[i]
			if j.size != sizeShort {
				continue
			}
			if distance := a.distance(i); distance != int32(int8(distance)) {
				j.size, grown = sizeJcc, true
				if j.cond == jumpAlways {
					j.size = sizeJmp
				}
			}
		}
	}
}

func (a *assembler) sumJumps() {
	sum := int32(0)
	for i := range a.jumps {
		a.before[i] = sum
		sum += int32(a.jumps[i].size)
	}
	a.before[len(a.jumps)] = sum
}

// offset is the final offset of a place.
func (a *assembler) offset(p place) int32 { return p.at + a.before[p.jumps] }

// distance is the distance from the end of a jump to its label.
func (a *assembler) distance(index int) int32 {
	j := &a.jumps[index]
	return a.offset(a.labels[j.label]) - (j.at + a.before[index+1])
}

// link puts pieces, jumps and constants together.
func (a *assembler) link() *Code {
	size := a.n + int(a.before[len(a.jumps)])
	pool := newPool(a.f, a.consts, size, len(a.table.labels))
	out := make([]byte, pool.end)
	from, to := 0, 0
	for i := range a.jumps {
		at := int(a.jumps[i].at)
		to += copy(out[to:], a.buf[from:at])
		from = at
		to += a.writeJump(out[to:], i)
	}
	copy(out[to:], a.buf[from:a.n])
	pool.write(out, a.f)
	a.fillConsts(out, pool)
	a.fillTable(out, pool)
	return a.code(out, size)
}

// writeJump writes a jump and returns its size.
func (a *assembler) writeJump(out []byte, index int) int {
	j, distance := &a.jumps[index], a.distance(index)
	switch {
	case j.size == sizeShort && j.cond == jumpAlways:
		out[0], out[1] = 0xeb, byte(distance)
	case j.size == sizeShort:
		out[0], out[1] = 0x70|byte(j.cond), byte(distance)
	case j.size == sizeJmp:
		out[0] = 0xe9
		if j.cond == jumpCall {
			out[0] = 0xe8
		}
		binary.LittleEndian.PutUint32(out[1:], uint32(distance))
	case j.size == sizeJcc:
		out[0], out[1] = 0x0f, 0x80|byte(j.cond)
		binary.LittleEndian.PutUint32(out[2:], uint32(distance))
	}
	return int(j.size)
}

// fillConsts adds the distance of the constant to each displacement, which may hold an offset into the constant.
func (a *assembler) fillConsts(out []byte, pool *pool) {
	for _, use := range a.consts {
		field := out[use.at+a.before[use.jumps]:]
		distance := pool.offsets[use.index] - (use.end + a.before[use.jumps])
		binary.LittleEndian.PutUint32(field, binary.LittleEndian.Uint32(field)+uint32(distance))
	}
}

// fillTable writes the jump table of Entry: distances from the table's start.
func (a *assembler) fillTable(out []byte, pool *pool) {
	if !a.table.used {
		return
	}
	at := a.offset(a.table.use)
	binary.LittleEndian.PutUint32(out[at:], uint32(pool.table-(at+4)))
	for i, label := range a.table.labels {
		binary.LittleEndian.PutUint32(out[pool.table+int32(4*i):], uint32(a.offset(a.labels[label])-pool.table))
	}
}

func (a *assembler) code(out []byte, size int) *Code {
	c := &Code{Bytes: out, CodeBytes: size}
	if len(a.positions) > 0 {
		c.Positions = make([]PosEntry, 0, len(a.positions))
	}
	for _, p := range a.positions {
		c.Positions = append(c.Positions, PosEntry{a.offset(p.place), p.pos})
	}
	for _, label := range a.resumes {
		c.Resumes = append(c.Resumes, a.offset(a.labels[label]))
	}
	return c
}

// resumeField is the field of a frame with the number of the suspension.
var resumeField = Mem{Base: RBP, Disp: abi.FrameResume}
