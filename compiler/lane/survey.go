package lane

import (
	"fmt"

	"heddle/compiler/ceil"
	"heddle/compiler/deferred"
	"heddle/compiler/ir"
	"heddle/compiler/passes/tripcount"
	"heddle/compiler/uniform"
)

// Survey finds the facts about a kernel that need no code, in one walk over the kernel and the functions that it calls.
// The code is made when Complete is called; m must not be changed before or after. The error names a construct that
// cannot be expressed in the lane form.
func Survey(m *ir.Module, kernel *uniform.Known) (*Program, error) {
	f := kernel.Func()
	if len(f.Params) > 0 || len(f.Results) > 0 {
		return nil, fmt.Errorf("lane form of %s: it has parameters, so it is no kernel", f.Name)
	}
	p := &Program{Name: f.Name, PrivateAlign: 1, PosLine: m.LineOf, SubGroup: f.SubGroup,
		source: deferred.Ready(m, kernel), code: &codeMaker{}}
	s := surveyor{module: m, program: p, private: map[ir.FuncID]uint64{}}
	all, err := s.function(f)
	if err != nil {
		return nil, err
	}
	p.PrivateBytes = ceil.Multiple(all, p.PrivateAlign)
	return p, nil
}

// Work is an upper bound of the instructions that a work-item executes with these arguments; false if none is known, or
// if it is above the limit.
func (p *Program) Work(args []byte, limit uint64) (work uint64, ok bool) {
	if !p.HasLoop {
		return p.Length, p.Length <= limit
	}
	if p.source == nil { // a program written by hand
		return 0, false
	}
	body := p.source.Body()
	if body.Err != nil {
		return 0, false
	}
	return tripcount.Work(body.Known.Func(), args, limit)
}

// imageCode is how many instructions machine code has for one that accesses an image, about.
const imageCode = 40

// CodeLength is the estimated number of instructions of machine code, before it is optimised.
func (p *Program) CodeLength() uint64 {
	return p.Length - uint64(p.ImageOps)*(tripcount.ImageWork-imageCode)
}

// surveyor sums up the facts about a kernel and its callees.
type surveyor struct {
	module  *ir.Module
	program *Program
	// by function: private memory of it and of all it calls; underWay while it is being surveyed
	private map[ir.FuncID]uint64
	flow    ir.CFG
}

// underWay is more private memory than is possible.
const underWay = ^uint64(0)

// function surveys a function, and returns the private memory that it and its callees need.
func (s *surveyor) function(f *ir.Func) (private uint64, err error) {
	s.private[f.ID] = underWay
	below := uint64(0) // of callees, which lie below their callers
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := &f.Instrs[v]
			s.instruction(in)
			if in.Op == ir.OpCall {
				callee, err := s.callee(f, in.Imm)
				if err != nil {
					return 0, err
				}
				below = max(below, callee)
			}
		}
		for i := range f.Blocks[b].Succs {
			s.program.Length += uint64(len(f.Blocks[b].Succs[i].Args)) // moves
		}
	}
	s.program.HasLoop = s.program.HasLoop || s.hasLoop(f)
	private, _ = layOut(f, below)
	s.private[f.ID] = private
	return private, nil
}

// instruction records the facts about one instruction.
func (s *surveyor) instruction(in *ir.Instr) {
	p := s.program
	switch in.Op {
	case ir.OpConst, ir.OpUndef, ir.OpPrefetch:
		return
	case ir.OpAlloca:
		p.PrivateAlign = max(p.PrivateAlign, uint64(in.Align))
	case ir.OpImageRead, ir.OpImageWrite:
		p.ImageOps++
		p.Length += tripcount.ImageWork
	case ir.OpClock:
		p.ReadsClock = true
	case ir.OpQueue:
		p.Enqueues, p.SeesGroups = true, true
	case ir.OpBarrier:
		p.HasBarrier, p.SeesGroups = true, true
		p.Yields = p.Yields || in.Scope == ir.ScopeSubGroup
	case ir.OpSubGroupID, ir.OpSubGroupLane, ir.OpSubGroupBallot, ir.OpSubGroupShuffle, ir.OpSubGroupFold:
		p.HasSubGroups, p.SeesGroups = true, true
	case ir.OpLocalID, ir.OpGroupID, ir.OpLocalSize, ir.OpEnqueuedLocalSize, ir.OpNumGroups, ir.OpLocalBase:
		p.SeesGroups = true
	}
	p.Length++
}

// callee is the private memory of a called function, which is surveyed at its first call.
func (s *surveyor) callee(f *ir.Func, id uint64) (private uint64, err error) {
	if id >= uint64(len(s.module.Funcs)) || s.module.Funcs[id] == nil {
		return 0, fmt.Errorf("%s: call of a function that does not exist", f.Name)
	}
	callee := s.module.Funcs[id]
	private, ok := s.private[callee.ID]
	switch {
	case !ok:
		return s.function(callee)
	case private == underWay:
		return 0, fmt.Errorf("%s: the call of %s is recursive, which OpenCL C does not have", f.Name, callee.Name)
	}
	return private, nil
}

// hasLoop reports whether an edge leads to a block that is no later in reverse post-order: without loops there is none.
func (s *surveyor) hasLoop(f *ir.Func) bool {
	s.flow.Walk(f)
	for _, b := range s.flow.Order {
		for i := range f.Blocks[b].Succs {
			if s.flow.Rank[f.Blocks[b].Succs[i].To] <= s.flow.Rank[b] {
				return true
			}
		}
	}
	return false
}

// layOut assigns each alloca of a function its place in private memory, from the given offset on.
func layOut(f *ir.Func, taken uint64) (end uint64, places map[ir.ValueID]uint64) {
	end = taken
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := &f.Instrs[v]
			if in.Op != ir.OpAlloca {
				continue
			}
			if places == nil {
				places = map[ir.ValueID]uint64{}
			}
			places[v] = ceil.Multiple(end, max(uint64(in.Align), 1))
			end = places[v] + in.Imm
		}
	}
	return end, places
}
