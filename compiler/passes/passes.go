// Package passes makes IR better without changing what it computes. Each pass works on one function of a module and
// leaves it verifiable; each has a file of its own that says how it works. A pass may assume that all blocks can be
// reached: the driver drops the others first.
//
// Reading order: passes.go (the table, the order), rewrite.Substitution.go, then pass_*.go.
package passes

import (
	"fmt"
	"maps"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/passes/slp"
)

// Options steer Optimize. The zero value is what users get.
type Options struct {
	Off          []string                      // names of passes that are left out
	Verify       bool                          // verify after each pass; a fault panics, because it is ours
	Dump         func(pass string, f *ir.Func) // called after each pass with the function as it is then; may be nil
	InlineBudget int                           // values up to which calls are inlined into one function; 0: the default
}

// defaultInlineBudget bounds a function's size. Code beyond it gains little by being inlined, and takes long to build.
const defaultInlineBudget = 20_000

// Pass is a row of the pass table.
type Pass struct {
	Name string
	Doc  string
	run  func(f *ir.Func, s *scratch)

	again        []*Pass // what runs after it if it has unrolled loops, before it is tried again
	numbers      bool    // it numbers values, and need not run again before another pass has changed something
	keepsNumbers bool    // what it does lets value numbering find nothing new
}

// The passes that work on one function. Inlining and the removal of functions work on the module.
var (
	cleanPass     = Pass{Name: "cfg", Doc: "drops unreachable blocks, folds branches on constants, joins blocks", run: cleanCFG}
	sroaPass      = Pass{Name: "sroa", Doc: "splits private memory into values and copies between such into single moves", run: splitAggregates}
	splitPass     = Pass{Name: "split", Doc: "sroa, also of copies to and from memory that nothing is known of", run: splitAll}
	mem2regPass   = Pass{Name: "mem2reg", Doc: "makes private memory accessed in fixed pieces into values", run: promoteMemory}
	gvnPass       = Pass{Name: "gvn", Doc: "folds constants, simplifies, and computes equal values once", run: numberValues, numbers: true}
	licmPass      = Pass{Name: "licm", Doc: "moves what a loop computes alike in each round before it", run: hoistInvariants}
	addressPass   = Pass{Name: "address", Doc: "adds to pointers what changes least first, and constants last", run: regroupAddresses}
	widenPass     = Pass{Name: "widen", Doc: "extends unsigned differences that a branch has shown not to wrap by their operands", run: widenDifferences}
	stripPass     = Pass{Name: "strip", Doc: "puts sixteen rounds in a row of loops in which work-items walk along rows of their own", run: stripLoops}
	meetPass      = Pass{Name: "meet", Doc: "lets ways into a loop meet before it", run: meetBeforeLoops}
	contractPass  = Pass{Name: "contract", Doc: "fuses products into sums where the source allows it", run: contract}
	loadsPass     = Pass{Name: "loads", Doc: "replaces loads of what is known to lie in memory", run: forwardMemory}
	leavePass     = Pass{Name: "leave", Doc: "copies what is used behind a loop, so that it may stay the same for all in it", run: copyLeaving}
	unrollPass    = Pass{Name: "unroll", Doc: "makes straight code of short loops", run: unrollLoops, again: afterUnroll}
	bytesPass     = Pass{Name: "bytes", Doc: "makes one access of those to all bytes of a word", run: shared(slp.CombineMemory)}
	packPass      = Pass{Name: "pack", Doc: "makes one operation on a word of the same operations on its bytes or halves", run: shared(slp.Pack)}
	shufflePass   = Pass{Name: "shuffle", Doc: "makes one shuffle of shifts and masks that change the places of a word's bytes", run: shared(slp.Shuffle)}
	roomyPass     = Pass{Name: "roomy", Doc: "gives elements of private arrays of bytes and halves a word each", run: widenPrivate}
	dcePass       = Pass{Name: "dce", Doc: "removes values nobody uses", run: shared(rewrite.RemoveDead), keepsNumbers: true}
	inlinePass    = Pass{Name: "inline", Doc: "replaces calls by the bodies of the functions called", run: nil}
	rootsPass     = Pass{Name: "roots", Doc: "multiplies by reciprocal roots instead of dividing by roots", run: nil}
	uncalledPass  = Pass{Name: "uncalled", Doc: "removes functions that no kernel calls", run: nil}
	beforeInline  = []*Pass{&cleanPass, &sroaPass, &mem2regPass, &gvnPass, &dcePass, &cleanPass}
	afterUnroll   = []*Pass{&cleanPass, &gvnPass, &cleanPass, &sroaPass, &mem2regPass, &gvnPass, &dcePass, &cleanPass}
	ofInlined     = []*Pass{&cleanPass, &sroaPass, &mem2regPass, &gvnPass}
	afterInline   = []*Pass{&unrollPass, &splitPass, &mem2regPass, &loadsPass, &cleanPass, &widenPass, &stripPass, &licmPass, &contractPass, &addressPass, &gvnPass, &licmPass, &gvnPass, &dcePass, &bytesPass, &packPass, &shufflePass, &roomyPass, &meetPass, &leavePass, &cleanPass, &meetPass}
	afterSpecializing = []*Pass{&gvnPass, &cleanPass, &barrierUnrollPass, &loadsPass, &cleanPass, &licmPass, &addressPass, &gvnPass, &licmPass,
		&gvnPass, &dcePass, &meetPass, &leavePass, &cleanPass, &meetPass}
	afterNoAlias = []*Pass{&mem2regPass, &cleanPass, &loadsPass, &cleanPass, &licmPass, &gvnPass, &dcePass, &meetPass, &leavePass, &cleanPass, &meetPass}
	barrierUnrollPass = Pass{Name: "unroll", Doc: unrollPass.Doc, again: afterUnroll, run: unrollWithBarriers}
	modulePasses  = []*Pass{&inlinePass, &rootsPass, &uncalledPass}
	functionSteps = [][]*Pass{beforeInline, ofInlined, afterInline}
)

// Table lists all passes in the order in which they first run.
func Table() []Pass {
	var table []Pass
	add := func(list []*Pass) {
		for _, p := range list {
			if !slices.ContainsFunc(table, func(q Pass) bool { return q.Name == p.Name }) {
				table = append(table, *p)
			}
		}
	}
	add(functionSteps[0])
	add(modulePasses)
	add(functionSteps[1])
	add(functionSteps[2])
	return table
}

// Optimize runs all passes over a linked module. Functions that no kernel needs any more become nil; if the module
// has no kernel, all stay.
func Optimize(m *ir.Module, o Options) {
	all := drivers{newDriver(m, o)}
	d := &all[0]
	if !d.off(&uncalledPass) {
		dropUncalled(m, rootFuncs(m)...) // saves the work on what goes anyway
	}
	knowGroups(m.Funcs)
	all.functions(func(*ir.Func) []*Pass { return beforeInline })
	changed := d.inline()
	knowGroups(slices.Collect(maps.Keys(changed)))
	d.divideByRoots(changed)
	ofChanged := slices.Concat(ofInlined, afterInline)
	all.functions(func(f *ir.Func) []*Pass {
		if changed[f] {
			return ofChanged
		}
		return afterInline // the others have just been through the same
	})
	all.release()
}

// AfterSpecializing optimises a copy of a kernel in which values have become constants (package variant).
func AfterSpecializing(m *ir.Module, f *ir.Func) { runList(m, f, afterSpecializing) }

// AfterNoAlias optimises a copy of a kernel in which memory has become private variables (package variant).
func AfterNoAlias(m *ir.Module, f *ir.Func) { runList(m, f, afterNoAlias) }

func runList(m *ir.Module, f *ir.Func, list []*Pass) {
	d := newDriver(m, Options{})
	d.function(f, list)
	d.scratch.release()
}

// drivers work on functions at the same time. There is at least one.
type drivers []driver

// fewValues is a number of values that are not worth a second driver: some hundred microseconds.
const fewValues = 1000

// functions runs the passes that list names over all functions, each of which is left as if it were alone.
func (all *drivers) functions(list func(*ir.Func) []*Pass) {
	first := &(*all)[0]
	functions := slices.DeleteFunc(slices.Clone(first.module.Funcs), func(f *ir.Func) bool { return f == nil })
	values := 0
	for _, f := range functions {
		values += len(f.Instrs)
	}
	if values < fewValues || first.options.Dump != nil {
		for _, f := range functions {
			first.function(f, list(f))
		}
		return
	}
	workers := parallel.Workers(len(functions))
	for len(*all) < workers {
		*all = append(*all, newDriver(first.module, first.options))
	}
	parallel.For(workers, len(functions), func(worker, i int) { (*all)[worker].function(functions[i], list(functions[i])) })
}

// RunFunc runs the function passes of the given names over one function, for tests.
func RunFunc(m *ir.Module, f *ir.Func, names ...string) error {
	d := newDriver(m, Options{Verify: true})
	for _, name := range names {
		i := slices.IndexFunc(Table(), func(p Pass) bool { return p.Name == name && p.run != nil })
		if i < 0 {
			return fmt.Errorf("no function pass %q", name)
		}
		pass := Table()[i]
		d.begin(f)
		dropUnreachable(f, d.scratch)
		d.apply(&pass, f)
	}
	return nil
}

// driver runs passes over functions one after another. Each of those that run at the same time has its own.
type driver struct {
	module  *ir.Module
	options Options
	scratch *scratch

	isNumbered bool // nothing has changed since the function's values were numbered
}

func newDriver(m *ir.Module, o Options) driver {
	return driver{module: m, options: o, scratch: takeScratch()}
}

// release leaves the scratch to others. It is not for drivers that have panicked.
func (all drivers) release() {
	for i := range all {
		all[i].scratch.release()
	}
}

func (d *driver) begin(f *ir.Func) {
	d.scratch.begin(f)
	d.isNumbered = false
	if d.scratch.constants == nil && len(d.module.Globals) > 0 {
		d.scratch.constants = constantsOf(d.module)
	}
}

func (d *driver) off(p *Pass) bool { return slices.Contains(d.options.Off, p.Name) }

func (d *driver) function(f *ir.Func, list []*Pass) {
	d.begin(f)
	dropUnreachable(f, d.scratch)
	for _, p := range list {
		if !d.off(p) {
			d.apply(p, f)
		}
	}
	d.scratch.End(f)
}

func (d *driver) apply(p *Pass, f *ir.Func) {
	d.run(p, f)
	if p.again == nil {
		return
	}
	for round := 0; d.scratch.unrolling.isDone; round++ {
		for _, q := range p.again {
			if !d.off(q) {
				d.apply(q, f)
			}
		}
		if round == maxUnrollRuns {
			break
		}
		d.run(p, f)
	}
}

// run runs a pass once, unless it would only find its own work.
func (d *driver) run(p *Pass, f *ir.Func) {
	if p.numbers && d.isNumbered {
		return
	}
	s := d.scratch
	s.IsIdle = false
	p.run(f, s)
	if !s.IsIdle {
		s.memoryFor = nil
	}
	d.isNumbered = p.numbers || d.isNumbered && (s.IsIdle || p.keepsNumbers)
	d.after(p, f)
}

// after lets the pass's result be seen and checked.
func (d *driver) after(p *Pass, f *ir.Func) {
	if d.options.Dump != nil {
		d.options.Dump(p.Name, f)
	}
	if !d.options.Verify {
		return
	}
	if err := ir.VerifyFunc(d.module, f); err != nil {
		panic(fmt.Sprintf("BUG: after pass %s: %v\n%s", p.Name, err, ir.PrintFunc(f)))
	}
}

// inline says which functions it changed.
func (d *driver) inline() map[*ir.Func]bool {
	budget := d.options.InlineBudget
	if budget == 0 {
		budget = defaultInlineBudget
	}
	if d.off(&inlinePass) {
		budget = 1 // what must be is inlined all the same
	}
	changed := map[*ir.Func]bool{}
	for _, f := range inlineCalls(d.module, budget) {
		changed[f] = true
		d.after(&inlinePass, f)
	}
	if !d.off(&uncalledPass) {
		dropUncalled(d.module, rootFuncs(d.module)...)
	}
	return changed
}

// divideByRoots is the pass "roots". What it calls is inlined in turn; the functions that this changes are added to a set.
func (d *driver) divideByRoots(changed map[*ir.Func]bool) {
	list := rootFuncs(d.module)
	if len(list) == 0 {
		return
	}
	found := false
	for _, f := range d.module.Funcs {
		if !d.off(&rootsPass) && f != nil && !slices.Contains(list, f.ID) && quotientsOfRoots(f, list) {
			changed[f], found = true, true
			d.after(&rootsPass, f)
		}
	}
	if found {
		maps.Copy(changed, d.inline())
	}
	if !d.off(&uncalledPass) {
		dropUncalled(d.module)
	}
}

// dropUnreachable removes the blocks that control cannot come to.
func dropUnreachable(f *ir.Func, s *scratch) {
	if cfg := s.Control(f); len(cfg.Order) < len(f.Blocks) {
		s.Compact(f)
	}
}

// shared is a pass that needs no more than what all passes share.
func shared(run func(*ir.Func, *rewrite.Scratch)) func(*ir.Func, *scratch) {
	return func(f *ir.Func, s *scratch) { run(f, &s.Scratch) }
}
