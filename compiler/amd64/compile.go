package amd64

import (
	"fmt"
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/cyclemodel"
	"heddle/compiler/amd64/emit/control"
	"heddle/compiler/amd64/reorder"
	"heddle/compiler/amd64/storeforward"
	"heddle/compiler/amd64/tuning"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/giveway"
	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
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
		s       *control.Selector
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
			s, result, err = write(prepare.NewSubject(m, prepare.Specialized(m, kernel, t, v, off), t, v, off), nil)
			return
		}
		parts[callees[i-1]].compile(m, m.Funcs[callees[i-1]], t, v, off)
	})
	if err != nil {
		return nil, result, err
	}
	code, err := finishCode(s, callees, parts)
	s.Fn.Drop()
	return code, result, err
}

// write writes the code of a function, up to its registers. What was moved before the bundles lives throughout them;
// where that is what the registers do not suffice for, it is written again without. What is shown of the steps between
// goes to notes, if they are wanted.
func write(f *prepare.Subject, shown *notes) (*control.Selector, alloc.Result, error) {
	limits := &f.Target.Tuning.Bundles
	s, result, isHoisted, err := writeOnce(f, shown, false)
	if err == nil && isHoisted && !spillsLittle(limits, &result) {
		if plain, plainResult, _, err := writeOnce(f, shown, true); err == nil && spillsLittle(limits, &plainResult) {
			return plain, plainResult, nil
		}
	}
	return s, result, err
}

// writeOnce is write, where nothing is moved before the bundles if it isPlain. It reports whether something was.
func writeOnce(f *prepare.Subject, shown *notes, isPlain bool) (s *control.Selector, result alloc.Result,
	isHoisted bool, err error) {
	giveway.Rest()
	if s, err = control.NewSelector(f); err != nil {
		return nil, result, false, err
	}
	if shown != nil {
		shown.forms, shown.accesses, shown.decisions = s.ListForms(), s.ListAccesses(), s.Report()
	}
	if err = s.Run(); err != nil {
		return s, result, false, err
	}
	giveway.Rest()
	isHoisted = improve(s, isPlain)
	giveway.Rest()
	if shown != nil {
		shown.selected = listInsts(s.Fn)
	}
	result, err = allocate(s)
	s.Code.HasDivergentLoops = s.HasDivergentLoops()
	isPaced := f.Fn.Kernel && isPaced(f.Target, s.Version)
	if isPaced && !s.Code.Suspends && !s.Code.HasScalarLoops && !s.Code.HasDivergentLoops {
		s.Code.Cycles = cyclesOf(s)
	}
	return s, result, isHoisted, err
}

// finishCode puts what the kernel calls after it and encodes.
func finishCode(s *control.Selector, callees []ir.FuncID, parts map[ir.FuncID]*part) (*Code, error) {
	s.Code.HasLoops = len(s.Flow.Layout.Loops) > 0
	s.Code.HasContendedAtomics = regions.HasContendedAtomics(s.Kernel) ||
		slices.ContainsFunc(callees, func(id ir.FuncID) bool { return regions.HasContendedAtomics(s.Module.Funcs[id]) })
	w := written{s.Fn, s.Code, s.Calls}
	if err := w.link(s.Kernel.Name, parts); err != nil {
		return nil, err
	}
	return s.Code, nil
}

// link puts what the kernel of a name calls after it and encodes.
func (w *written) link(name string, parts map[ir.FuncID]*part) error {
	if err := w.linkCallees(parts); err != nil {
		return err
	}
	code, err := asm.Assemble(w.fn)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", name, err)
	}
	keep(w.code, code)
	return nil
}

// cyclesOf is about how many cycles a bundle takes.
func cyclesOf(s *control.Selector) float64 {
	if len(s.Flow.Layout.Loops) == 0 {
		return cyclemodel.Straight(tuning.Design(s.Target), s.Fn, s.Top)
	}
	return cyclemodel.Loops(tuning.Design(s.Target), s.Fn, s.Top)
}

// improve joins what selection wrote one by one, and brings what is too much for the registers in another order. It
// reports whether something was moved before the bundles.
func improve(s *control.Selector, isPlain bool) (isHoisted bool) {
	if s.Off&switches.StoreForwarding == 0 {
		storeforward.Run(s.Fn)
	}
	vec.FoldLoads(s.Fn)
	s.Writer.Fuse()
	reorder.ReassociateSums(s.Fn)
	if !s.ReadsChanging() {
		reorder.FissionLoops(s.Fn)
	}
	if s.Version.Count == 1 {
		reorder.SinkToUses(s.Fn)
	}
	if s.Code.HasBundleLoop && len(s.Flow.Layout.Loops) == 0 && !isPlain {
		return reorder.HoistInvariant(s.Fn, s.Top)
	}
	return false
}

// allocate gives all values registers, or places in the frame.
func allocate(s *control.Selector) (alloc.Result, error) {
	o := alloc.DefaultOptions(s.ISA.VectorBytes())
	o.FrameStart = int(s.PassedAt(len(s.Kernel.Params)+len(s.Kernel.Results), 0))
	result, err := alloc.Run(s.Fn, o)
	if err != nil {
		return result, fmt.Errorf("kernel %s: %w", s.Kernel.Name, err)
	}
	s.Code.FrameBytes = s.PlaceScratch(result.FrameBytes)
	s.PlaceCallees(int32(s.Code.FrameBytes))
	return result, nil
}

// keep takes over what was encoded.
func keep(c *Code, code *asm.Code) {
	c.Bytes = code.Bytes
	for _, p := range code.Positions {
		c.Positions = append(c.Positions, Position{Offset: uint32(p.Offset), Pos: ir.Pos(p.Pos)})
	}
	for _, offset := range code.Resumes {
		c.Resumes = append(c.Resumes, ir.Pos(code.PosOf(int(offset)-1)))
	}
}
