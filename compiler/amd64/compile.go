package amd64

import (
	"fmt"
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/forward"
	"heddle/compiler/amd64/pace"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/amd64/reorder"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/crew"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/uniform"
)

// Compile makes machine code of a kernel. It changes neither module nor function, and may run for several kernels of a
// module at the same time.
func Compile(m *ir.Module, f *ir.Func, t Target, v Version) (*Code, error) {
	code, _, err := compile(m, uniform.Of(f), t, v, 0)
	return code, err
}

// compile tells also how the registers sufficed.
func compile(m *ir.Module, kernel *uniform.Known, t Target, v Version, off analysisSet) (*Code, alloc.Result, error) {
	f := kernel.Func()
	if v.Count < 1 || v.Count > abi.MaxCount {
		return nil, alloc.Result{}, fmt.Errorf("kernel %s: bundles of %d sub-groups", f.Name, v.Count)
	}
	var (
		s       *selector
		result  alloc.Result
		err     error
		callees = calledFrom(m, f)
		parts   = make(map[ir.FuncID]*part, len(callees))
	)
	for _, id := range callees {
		parts[id] = &part{}
	}
	crew.Each(crew.Size(1+len(callees)), 1+len(callees), func(_, i int) {
		if i == 0 {
			s, result, err = write(newSubject(m, specialized(m, kernel, t.ISA, v, off), t, v, off), false)
			return
		}
		parts[callees[i-1]].compile(m, m.Funcs[callees[i-1]], t, v, off)
	})
	if err != nil {
		return nil, result, err
	}
	code, err := s.finishCode(callees, parts)
	s.Fn.Drop()
	return code, result, err
}

// subject is a function as code of a version is selected for it.
type subject struct {
	module  *ir.Module
	fn      *ir.Func      // prepared
	info    *uniform.Info // as far as it may be used
	target  Target
	version Version
	off     analysisSet // left out
	guard   *guard      // nil: none
	wholes  []*wholeLoop
}

// newSubject prepares a function. What is known of it is known of it with blocks on its edges too.
func newSubject(m *ir.Module, known *uniform.Known, t Target, v Version, off analysisSet) *subject {
	if fn, info, wholes := wholeLoops(known, v, off); len(wholes) > 0 {
		if fn, isSplit := prepare.Function(fn); isSplit {
			return &subject{module: m, fn: fn, info: info, target: t, version: v, off: off, wholes: wholes}
		}
	}
	if fn, info, g := guarded(known, t, v, off); fn != nil {
		if fn, isSplit := prepare.Function(fn); isSplit {
			return &subject{module: m, fn: fn, info: info, target: t, version: v, off: off, guard: g}
		}
	}
	fn, isSplit := prepare.Function(known.Func())
	if !isSplit {
		known = uniform.Of(fn)
	}
	return &subject{module: m, fn: fn, info: off.uniformity(known, v.Shape), target: t, version: v, off: off}
}

// write writes the code of a function, up to its registers. What was moved before the bundles lives throughout them; where
// that is what the registers do not suffice for, it is written again without.
func write(f *subject, isListed bool) (*selector, alloc.Result, error) {
	s, result, err := writeOnce(f, isListed, false)
	if err == nil && s.isHoisted && !spillsLittle(&result) {
		if plain, plainResult, err := writeOnce(f, isListed, true); err == nil && spillsLittle(&plainResult) {
			return plain, plainResult, nil
		}
	}
	return s, result, err
}

// writeOnce is write, where nothing is moved before the bundles if it isPlain.
func writeOnce(f *subject, isListed, isPlain bool) (*selector, alloc.Result, error) {
	s, err := newSelector(f)
	if err != nil {
		return nil, alloc.Result{}, err
	}
	if isListed {
		s.notes = &notes{ways: map[ir.ValueID]way{}, forms: s.listForms()}
	}
	err = s.run()
	if isListed {
		s.notes.accesses = s.listAccesses()
	}
	if err != nil {
		return s, alloc.Result{}, err
	}
	s.improve(isPlain)
	if isListed {
		s.notes.selected = listInsts(s.Fn)
	}
	result, err := s.allocate()
	s.code.Parts = s.partsInLoops()
	if isPaced(s.version) && !s.code.Suspends && !s.code.Apart && !s.code.Parts {
		s.code.Cycles = s.pace()
	}
	return s, result, err
}

// finishCode puts what the kernel calls behind it and encodes.
func (s *selector) finishCode(callees []ir.FuncID, parts map[ir.FuncID]*part) (*Code, error) {
	s.code.Loops = len(s.flow.layout.Loops) > 0
	s.code.Contends = contends(s.kernel) || slices.ContainsFunc(callees, func(id ir.FuncID) bool { return contends(s.module.Funcs[id]) })
	if err := linkCallees(s, parts); err != nil {
		return nil, err
	}
	code, err := asm.Assemble(s.Fn)
	if err != nil {
		return nil, fmt.Errorf("kernel %s: %w", s.kernel.Name, err)
	}
	s.keep(code)
	return s.code, nil
}

// pace is about how many cycles a bundle takes.
func (s *selector) pace() float64 {
	if len(s.flow.layout.Loops) == 0 {
		return pace.Straight(s.Fn, s.top)
	}
	return pace.Loops(s.Fn, s.top)
}

// partsInLoops says whether there are loops that lanes leave in different rounds.
func (s *regionTable) partsInLoops() bool {
	return slices.ContainsFunc(s.flow.layout.Loops, func(l lane.Loop) bool { return s.flow.isOwn(l.Headers[0]) && !s.isRest(l.Headers[0]) })
}

// improve joins what selection wrote one by one, and brings what is too much for the registers in another order.
func (s *selector) improve(isPlain bool) {
	if s.off&forwarding == 0 {
		forward.Run(s.Fn)
	}
	vec.FoldLoads(s.Fn)
	s.Writer.Fuse()
	reorder.AddLateLast(s.Fn)
	if !s.readsChanging() {
		reorder.SplitLoops(s.Fn)
	}
	if s.version.Count == 1 {
		reorder.DeferUntilRead(s.Fn)
	}
	if s.code.Repeats && len(s.flow.layout.Loops) == 0 && !isPlain {
		s.isHoisted = reorder.Hoist(s.Fn, s.top)
	}
}

// readsChanging says whether the kernel reads what may be another value each time.
func (s *regionTable) readsChanging() bool {
	return slices.ContainsFunc(s.kernel.Instrs, func(in ir.Instr) bool {
		return in.Flags&ir.FlagVolatile != 0 || accesses(in.Op) && in.Op != ir.OpLoad && in.Op != ir.OpStore
	})
}

// allocate gives all values registers, or places in the frame.
func (s *selector) allocate() (alloc.Result, error) {
	o := alloc.DefaultOptions(s.ISA.VectorBytes())
	o.FrameStart = int(s.passedAt(len(s.kernel.Params)+len(s.kernel.Results), 0))
	result, err := alloc.Run(s.Fn, o)
	if err != nil {
		return result, fmt.Errorf("kernel %s: %w", s.kernel.Name, err)
	}
	s.code.FrameBytes = s.placeScratch(result.FrameBytes)
	s.placeCallees(int32(s.code.FrameBytes))
	return result, nil
}

// keep takes over what was encoded.
func (s *selector) keep(code *asm.Code) {
	s.code.Bytes = code.Bytes
	for _, p := range code.Positions {
		s.code.Positions = append(s.code.Positions, Position{Offset: uint32(p.Offset), Pos: ir.Pos(p.Pos)})
	}
}
