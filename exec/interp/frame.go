package interp

import (
	"math/bits"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/exec/launch"
)

// width is the number of lanes of a sub-group. A mask is one 64-bit word then, the registers of a usual kernel fit the
// first-level cache, and choosing an operation (some 3 ns) is a tenth of running it over all lanes (some 30 ns).
const width = launch.Lanes

// mode says how much of a frame's lanes is active, which chooses between the two loops that each operation has.
type mode uint8

const (
	modeFull   mode = iota // all lanes of the sub-group: loop over the whole register
	modeWide               // many: the whole register is computed if the inactive lanes of the result are not read
	modeSparse             // few: go by the list of active lanes
)

// wideFrom is the number of active lanes from which computing all is cheaper than going by the list.
const wideFrom = 28

// inst is an instruction ready to run: an operation chosen for types and operand classes, registers as byte offsets
// into the frame's memory.
type inst struct {
	run        func(f *frame, in *inst)
	d, a, b, c uint32
	limit      mode // highest mode in which the whole register may be written
	class      [4]uint8
	slot, alt  int32
	target     int32
	imm        uint64
	side       int32
	source     int32 // index into the lane program's code
}

// frame is the state of one sub-group: registers, masks and where it stands. It belongs to one worker.
type frame struct {
	registers
	worker  *Worker
	code    []inst
	pc      int32
	mask    uint64 // active lanes
	all     uint64 // lanes of the sub-group
	mode    mode
	count   int32
	lanes   [width]uint8 // the first count are the active lanes
	pending []uint64     // by slot
	callers []caller     // by function
	first   uint32       // linear local id of lane 0
	private uintptr      // private memory of lane 0
	isDone  bool
	// suspended at a barrier, until all that have not ended are
	isWaiting bool
	isStuck   bool // what it waits for had not come when it was last suspended
	stopped   bool // suspended, ended or cancelled: leave the loop
}

// active are the numbers of the active lanes.
func (f *frame) active() []uint8 { return f.lanes[:f.count] }

// start makes the frame ready to run n lanes from the top.
func (f *frame) start(first uint32, n int) {
	f.first = first
	f.all = ^uint64(0) >> (width - n)
	clear(f.pending)
	p := f.worker.code.program
	f.pending[p.StartSlot] = f.all
	f.pc, f.isDone, f.isWaiting, f.mask, f.count = p.Start, false, false, 0, 0
}

// caller is where a function goes on when it returns, and with which lanes.
type caller struct {
	pc   int32
	mask uint64
}

// runCall looks for cancellation as loops do: functions that call others twice each take for ever without a loop.
func runCall(f *frame, in *inst) {
	f.callers[in.side] = caller{f.pc, f.mask}
	f.pending[in.slot] = f.mask
	f.pc = in.target
	if f.worker.run.IsCancelled() {
		f.stopped = true
		f.worker.stand(f, in)
	}
}

func runReturn(f *frame, in *inst) {
	c := f.callers[in.side]
	f.pc = c.pc
	f.setMask(c.mask)
}

// setMask makes lanes active.
func (f *frame) setMask(mask uint64) {
	if mask == f.mask {
		return
	}
	f.mask = mask
	n := int32(0)
	for m := mask; m != 0; m &= m - 1 {
		f.lanes[n&(width-1)] = uint8(bits.TrailingZeros64(m))
		n++
	}
	f.count = n
	switch {
	case n < wideFrom:
		f.mode = modeSparse
	case mask == f.all:
		f.mode = modeFull
	default:
		f.mode = modeWide
	}
}

// resume runs until the sub-group suspends, ends or is cancelled.
func (f *frame) resume() {
	f.stopped, f.isWaiting, f.isStuck = false, false, false
	code := f.code
	for !f.stopped {
		in := &code[f.pc]
		f.pc++
		in.run(f, in)
	}
}

func runEnter(f *frame, in *inst) {
	mask := f.pending[in.slot]
	if mask == 0 {
		f.pc = in.target
		return
	}
	f.pending[in.slot] = 0
	f.setMask(mask)
}

func runLoop(f *frame, in *inst) {
	if f.pending[in.slot] == 0 {
		return
	}
	f.pc = in.target
	if f.worker.run.IsCancelled() {
		f.stopped = true
		f.worker.stand(f, in)
	}
}

func runJump(f *frame, in *inst) { f.pending[in.slot] |= f.mask }

func runBranchUniform(f *frame, in *inst) {
	if *f.u64(in.a) != 0 {
		f.pending[in.slot] |= f.mask
		return
	}
	f.pending[in.alt] |= f.mask
}

func runBranch(f *frame, in *inst) {
	taken := uint64(0)
	cond := f.w32(in.a)
	if f.mode == modeSparse {
		for _, k := range f.active() {
			taken |= uint64(cond[k&63]) << (k & 63)
		}
	} else { // inactive lanes may hold anything, not only 0 and 1
		for i := 0; i < width; i += 4 {
			c := cond[i : i+4 : i+4]
			taken |= uint64(c[0]&1|c[1]&1<<1|c[2]&1<<2|c[3]&1<<3) << (i & 63)
		}
		taken &= f.mask
	}
	f.pending[in.slot] |= taken
	f.pending[in.alt] |= f.mask &^ taken
}

// runSwitch adds the lanes to the masks of their cases, all lanes of one value at a time: there are usually few values.
func runSwitch(f *frame, in *inst) {
	table := &f.worker.code.program.Switches[in.side]
	for left := f.mask; left != 0; {
		value := f.get(in.class[1], in.a, bits.TrailingZeros64(left))
		same := left
		if in.class[1] != uint8(lane.Uniform) {
			same = f.lanesWith(in, left, value)
		}
		slot := table.Default
		for i, want := range table.Cases {
			if want == value {
				slot = table.Slots[i]
				break
			}
		}
		f.pending[slot] |= same
		left &^= same
	}
}

// lanesWith are the lanes of a mask whose selector has the value.
func (f *frame) lanesWith(in *inst, mask, value uint64) uint64 {
	same := uint64(0)
	for m := mask; m != 0; m &= m - 1 {
		if k := bits.TrailingZeros64(m); f.get(in.class[1], in.a, k) == value {
			same |= 1 << k
		}
	}
	return same
}

func runEnd(f *frame, _ *inst) { f.isDone, f.stopped = true, true }

// runBarrier suspends, unless the group has only one sub-group. Some barriers only let others run.
func runBarrier(f *frame, in *inst) {
	f.stopped = len(f.worker.frames) > 1
	source := f.sourceOf(in)
	f.isWaiting = source.Scope != ir.ScopeSubGroup
	f.isStuck = source.Flags&ir.FlagWaits != 0
	f.stopped = f.stopped || f.isStuck
}

func runNothing(*frame, *inst) {}
