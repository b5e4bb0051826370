package amd64

import (
	"fmt"
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/forward"
	"heddle/compiler/amd64/pace"
	"heddle/compiler/amd64/reorder"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Compile makes machine code of a kernel. It changes neither module nor function, and may run for several kernels of a
// module at the same time.
func Compile(m *ir.Module, f *ir.Func, t Target, v Version) (*Code, error) {
	code, _, err := compile(m, uniform.Of(f), t, v, 0)
	return code, err
}

// compile tells also how the registers sufficed.
func compile(m *ir.Module, kernel *uniform.Known, t Target, v Version, off switches.Set) (*Code, alloc.Result, error) {
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
	parallel.For(parallel.Workers(1+len(callees)), 1+len(callees), func(_, i int) {
		if i == 0 {
			s, result, err = write(prepare.NewSubject(m, prepare.Specialized(m, kernel, t.ISA, v, off), t, v, off), false)
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

// write writes the code of a function, up to its registers. What was moved before the bundles lives throughout them; where
// that is what the registers do not suffice for, it is written again without.
func write(f *prepare.Subject, isListed bool) (*selector, alloc.Result, error) {
	s, result, err := writeOnce(f, isListed, false)
	if err == nil && s.isHoisted && !spillsLittle(&result) {
		if plain, plainResult, err := writeOnce(f, isListed, true); err == nil && spillsLittle(&plainResult) {
			return plain, plainResult, nil
		}
	}
	return s, result, err
}

// writeOnce is write, where nothing is moved before the bundles if it isPlain.
func writeOnce(f *prepare.Subject, isListed, isPlain bool) (*selector, alloc.Result, error) {
	s, err := newSelector(f)
	if err != nil {
		return nil, alloc.Result{}, err
	}
	if isListed {
		s.notes = &notes{ways: map[ir.ValueID]access.Strategy{}, forms: s.listForms()}
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
	s.code.Parts = s.HasDivergentLoops()
	if isPaced(s.Version) && !s.code.Suspends && !s.code.Apart && !s.code.Parts {
		s.code.Cycles = s.pace()
	}
	return s, result, err
}

// finishCode puts what the kernel calls behind it and encodes.
func (s *selector) finishCode(callees []ir.FuncID, parts map[ir.FuncID]*part) (*Code, error) {
	s.code.Loops = len(s.Flow.Layout.Loops) > 0
	s.code.Contends = contends(s.Kernel) || slices.ContainsFunc(callees, func(id ir.FuncID) bool { return contends(s.module.Funcs[id]) })
	if err := linkCallees(s, parts); err != nil {
		return nil, err
	}
	code, err := asm.Assemble(s.Fn)
	if err != nil {
		return nil, fmt.Errorf("kernel %s: %w", s.Kernel.Name, err)
	}
	s.keep(code)
	return s.code, nil
}

// pace is about how many cycles a bundle takes.
func (s *selector) pace() float64 {
	if len(s.Flow.Layout.Loops) == 0 {
		return pace.Straight(s.Fn, s.top)
	}
	return pace.Loops(s.Fn, s.top)
}

// improve joins what selection wrote one by one, and brings what is too much for the registers in another order.
func (s *selector) improve(isPlain bool) {
	if s.Off&switches.Forwarding == 0 {
		forward.Run(s.Fn)
	}
	vec.FoldLoads(s.Fn)
	s.Writer.Fuse()
	reorder.AddLateLast(s.Fn)
	if !s.ReadsChanging() {
		reorder.SplitLoops(s.Fn)
	}
	if s.Version.Count == 1 {
		reorder.DeferUntilRead(s.Fn)
	}
	if s.code.Repeats && len(s.Flow.Layout.Loops) == 0 && !isPlain {
		s.isHoisted = reorder.Hoist(s.Fn, s.top)
	}
}

// allocate gives all values registers, or places in the frame.
func (s *selector) allocate() (alloc.Result, error) {
	o := alloc.DefaultOptions(s.ISA.VectorBytes())
	o.FrameStart = int(s.passedAt(len(s.Kernel.Params)+len(s.Kernel.Results), 0))
	result, err := alloc.Run(s.Fn, o)
	if err != nil {
		return result, fmt.Errorf("kernel %s: %w", s.Kernel.Name, err)
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
