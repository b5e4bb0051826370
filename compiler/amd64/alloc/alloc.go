// Package alloc gives machine registers to the virtual registers of an asm.Func, in place. It knows the instructions'
// operands (asm's table) and the frame (abi), nothing of kernels.
//
// Method. A register that is not split lives in one machine register for all its life, so no moves are needed at the
// borders of blocks. A register for which there is none is spilled: it lives in a slot of the frame, which is written
// after each definition, and pieces of its life are cached in registers again. A piece is a loop in which it is used
// (loaded before the loop), a stretch of a block, or at last a single instruction, whose memory operand may be the slot
// itself. The slot is always valid, so leaving a piece needs no code. A register whose value is cheap to make again
// (Inst.Remat) is rematerialised instead of loaded.
//
// Reading order: the steps, each in the file of its name. tuning.go holds costs and limits, interval.go the pieces of
// lives, fold.go, insts.go and pressure.go helpers of several steps, and room.go the reused memory.
//
//	localize    in long code, constants are made in each block that reads them
//	copies      runs of moves, in the order that needs the fewest
//	sink        instructions move down to where that saves a move
//	blocks      basic blocks, dominators, natural loops; a block's weight is 10 to the power of its loop depth, and a
//	            fraction of that in a rare stretch
//	occurrences the instructions that mention a register, sorted by register
//	crowd       in long code, registers that would find no place anyway are spilled unseen
//	liveness    per register: backward from its reads, only over the blocks in which it is live (Boissinot et al.,
//	            "Fast liveness checking for SSA-form programs", 2008, without the SSA part). Linear in the sum of the
//	            ranges.
//	spans       ranges with holes, as bit masks over positions
//	forms       the operand that an instruction overwrites
//	coalesce    registers joined by a move become one if their ranges do not meet
//	suspend     the registers that a suspension point must save and load again
//	assign      linear scan by start; an occupancy bit per position and machine register makes holes usable. A range
//	            without a free register evicts ranges of less weight, or is spilled (Poletto & Sarkar 1999; Wimmer &
//	            Mössenböck 2005; eviction as in LLVM's greedy allocator)
//	spill       splitting of spilled registers, folding, rematerialisation
//	rewrite     the new instructions
//
// Positions: instruction i reads its operands at 2i and writes its results at 2i+1. A range ends with the last read, so
// a result may take the register of an operand that dies there.
package alloc

import (
	"fmt"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

// Options are the resources of the allocator.
type Options struct {
	// Registers are those to be given away, by class, the preferred first. Registers that the code names itself may be
	// among them; they are taken last.
	Registers [asm.ClassCount][]asm.Reg
	// VectorBytes is the size of a vector register: 64 or 32.
	VectorBytes int
	// FrameStart is the start of the slots in the frame; 0: abi.FrameSpill.
	FrameStart int

	crowd int // for tests: the number of spans that are a crowd, however long the code is; 0: as crowd.go computes
}

// DefaultOptions are all registers that the machine-code interface leaves free: for vectors of 64 bytes AVX-512's, for
// 32 those of AVX2, which has no mask registers. Registers with shorter encodings come first.
func DefaultOptions(vectorBytes int) Options {
	o := Options{VectorBytes: vectorBytes}
	o.Registers[asm.General] = []asm.Reg{asm.RBX, asm.RSI, asm.RDI, asm.RAX, asm.RDX, asm.RCX, asm.R8, asm.R9, asm.R10,
		asm.R11, asm.R14, asm.R12, asm.R13}
	vectors := asm.V0 + 15
	if vectorBytes == 64 {
		vectors = asm.V31
		for r := asm.K0 + 1; r <= asm.K7; r++ {
			o.Registers[asm.Mask] = append(o.Registers[asm.Mask], r)
		}
	}
	for r := asm.V0; r <= vectors; r++ {
		o.Registers[asm.Vector] = append(o.Registers[asm.Vector], r)
	}
	return o
}

// Result is the statistics of a run.
type Result struct {
	FrameBytes  int                 // of the frame, from its start; a multiple of 64
	Spilled     [asm.ClassCount]int // registers that live in a slot, not counting those only saved at suspensions
	Remade      [asm.ClassCount]int // registers that are rematerialised instead
	MaxPressure [asm.ClassCount]int // registers live at one place, before spilling
	Coalesced   int                 // moves removed by coalescing
	Loads       int                 // instructions inserted, by kind
	Stores      int
	Remakes     int
	Folds       int     // slots and constants used as memory operands
	Cost        float64 // frequency of the inserted instructions: 10 for each loop around, 0 if they seldom run
	LoopCost    float64 // its share in loops
	Work        float64 // frequency of the original instructions
	LoopWork    float64 // its share in loops
}

// Run replaces all virtual registers of f. It fails when an instruction needs more registers than there are. The result
// depends on f and o alone.
func Run(f *asm.Func, o Options) (Result, error) {
	localize(f, maxRemats, keptRemats)
	a := newAllocator(f, o)
	a.collectMentions()
	a.simplifyCopies()
	a.sink()
	if err := a.findBlocks(); err != nil {
		return Result{}, err
	}
	a.findLoops()
	a.findOccurrences()
	a.findRemats()
	a.findCrowd()
	a.findRanges()
	a.chooseForms()
	a.coalesce()
	a.makeIntervals()
	a.countWork()
	if err := a.assign(); err != nil {
		return Result{}, err
	}
	a.placeHomes()
	a.rewrite()
	left := a.room // a copy: a itself would live on with its part
	rooms.Put(&left)
	return a.result, nil
}

// countWork adds up the frequencies of all instructions, except those that seldom run.
func (a *allocator) countWork() {
	for i := range a.blocks {
		b := &a.blocks[i]
		if b.isSeldom {
			continue
		}
		work := float64(b.weight) * float64(b.end-b.first)
		a.result.Work += work
		if b.loop >= 0 {
			a.result.LoopWork += work
		}
	}
}

// allocator is the state of one run.
type allocator struct {
	fn     *asm.Func
	opts   Options
	result Result

	room

	preds    []int32 // of all blocks; block.firstPred is an index
	loops    []loop
	suspends []int32 // blocks that end with a suspension

	parent []int32 // by register: union-find of coalesced registers; a root is its own parent
	first  []int32 // by register: its occurrences are occs[first:first+count]
	count  []int32
	live   []extent // by register: where its value is needed, in a register or in memory
	dead   []bool   // by instruction: it is removed

	remat []int32 // by root: its only definition, if that can be repeated; -1: none

	flow        flow    // scratch of liveness
	dirty       bitset  // scratch: written since the last suspension, at the ends of blocks
	gaps        []int32 // where instructions are inserted: before instruction gaps[i]
	suspensions extent  // the positions at which all registers are lost
	crowd       crowd

	whole     []int32 // by root: the interval with all occurrences, -1 if there is none
	doomed    []int32 // intervals that are spilled at once
	preferred [asm.ClassCount][]asm.Reg
	scarce    [asm.ClassCount]bool // there are more live registers at one place than machine registers
	pending   queue

	homes  []home
	homeOf []int32 // by root: index of its home, -1: none
	folds  []fold

	filled map[int32]int32 // by constant of one element: the constant that fills a vector with it
}

func newAllocator(f *asm.Func, o Options) *allocator {
	a := &allocator{fn: f, opts: o, room: takeRoom()}
	a.result.FrameBytes = max(abi.FrameSpill, o.FrameStart)
	return a
}

// reserved reports whether a register is never allocated.
func reserved(r asm.Reg) bool {
	return r == asm.NoReg || r == asm.RSP || r == asm.RBP || r == asm.R15
}

// class is the class of a register.
func (a *allocator) class(register int32) asm.Class { return a.fn.ClassOf(asm.Reg(register)) }

// errPressure is the only failure of allocation on valid code.
func (a *allocator) errPressure(inst int32, class asm.Class) error {
	return fmt.Errorf("alloc: instruction %d needs more registers of class %d than there are", inst, class)
}
