// Package passes optimises IR without changing its results. Each pass works on one function of a module and leaves it
// verifiable; each has a file of its own that explains it. A pass may assume that all blocks are reachable: the driver
// drops the others first.
//
// Reading order: passes.go (the table, the driver), order.go (the order and its reasons), package rewrite (what passes
// share), then pass_*.go. Passes that combine bytes into words are in package slp.
package passes

import (
	"fmt"
	"maps"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/passes/slp"
	"heddle/compiler/shortage"
)

// Options steer Optimize. The zero value is what users get.
type Options struct {
	Off          []string                      // names of passes that are left out
	Verify       bool                          // verify after each pass; a fault panics, because it is ours
	Dump         func(pass string, f *ir.Func) // called after each pass with the function as it is then; may be nil
	InlineBudget int                           // values up to which calls are inlined into one function; 0: the default
}

// Pass is a row of the pass table.
type Pass struct {
	Name string
	Doc  string
	run  func(f *ir.Func, s *scratch)

	again        []*Pass // run after it if it has unrolled loops, before it is tried again
	numbers      bool    // it numbers values; it need not run again before another pass has changed something
	keepsNumbers bool    // its changes leave nothing new for value numbering
}

// The passes over one function. Their order is in order.go.
var (
	cfgPass = Pass{Name: "cfg", run: cleanCFG,
		Doc: "drops unreachable blocks, folds branches on constants, joins blocks"}
	sroaPass = Pass{Name: "sroa", run: splitAggregates,
		Doc: "splits private memory into values, and copies between such memory into single moves"}
	splitPass = Pass{Name: "split", run: splitAll,
		Doc: "is sroa, also for copies to and from memory of unknown layout"}
	mem2regPass = Pass{Name: "mem2reg", run: promoteMemory,
		Doc: "makes private memory that is accessed in fixed pieces into values"}
	gvnPass = Pass{Name: "gvn", run: numberValues, numbers: true,
		Doc: "folds constants, simplifies, and computes equal values once"}
	licmPass = Pass{Name: "licm", run: hoistInvariants,
		Doc: "moves loop-invariant operations before the loop"}
	addressPass = Pass{Name: "address", run: regroupAddresses,
		Doc: "regroups sums in addresses: terms that change least come first, constants last"}
	widenPass = Pass{Name: "widen", run: widenDifferences,
		Doc: "extends the operands of unsigned differences that a branch has shown not to wrap"}
	dividePass = Pass{Name: "divide", run: divideSums,
		Doc: "takes sums apart that are divided by powers of two, or compared with multiples of them"}
	stripminePass = Pass{Name: "stripmine", run: stripmineLoops,
		Doc: "puts sixteen iterations in a row of loops in which each lane walks along a row of its own"}
	countersPass = Pass{Name: "counters", run: splitCounters,
		Doc: "splits counters of the work-items of a sub-group into one for all and what each adds"}
	inductionsPass = Pass{Name: "inductions", run: countUp,
		Doc: "computes pointers that step in a loop from a counter that goes up from zero"}
	toptestPass = Pass{Name: "toptest", run: testAtTop,
		Doc: "moves the test of loops from their end to their beginning where a guard tests the same"}
	preheaderPass = Pass{Name: "preheader", run: mergeEntries,
		Doc: "merges the edges into a loop in a block before it"}
	contractPass = Pass{Name: "contract", run: contract,
		Doc: "fuses products into sums where the source allows it"}
	loadelimPass = Pass{Name: "loadelim", run: forwardMemory,
		Doc: "replaces loads from memory whose contents are known"}
	hoistPass = Pass{Name: "hoist", run: hoistLoads,
		Doc: "loads before a branch what both its ways begin by loading"}
	lcssaPass = Pass{Name: "lcssa", run: copyLeaving,
		Doc: "copies values that are live out of a loop, so that they may stay uniform in it"}
	unrollPass = Pass{Name: "unroll", run: unrollLoops, again: afterUnroll,
		Doc: "makes straight code of short loops"}
	barrierUnrollPass = Pass{Name: "unroll", run: unrollWithBarriers, again: afterUnroll,
		Doc: "is unroll, also for loops with barriers"}
	memcombinePass = Pass{Name: "memcombine", run: shared(slp.CombineMemory),
		Doc: "combines accesses to all bytes of a word into one"}
	narrowPass = Pass{Name: "narrow", run: shared(slp.Narrow),
		Doc: "computes in bytes or halves what is stored as such, side by side"}
	packPass = Pass{Name: "pack", run: shared(slp.Pack),
		Doc: "makes equal operations on bytes or halves, which are stored side by side, into one operation on a word"}
	shufflePass = Pass{Name: "shuffle", run: shared(slp.Shuffle),
		Doc: "makes shifts and masks that permute the bytes of a word into one shuffle"}
	widenPrivatePass = Pass{Name: "widen-private", run: widenPrivate,
		Doc: "gives elements of private arrays of bytes and halves a word each"}
	dcePass = Pass{Name: "dce", run: shared(rewrite.RemoveDead), keepsNumbers: true,
		Doc: "removes values without a use"}
)

// The passes over a module.
var (
	inlinePass   = Pass{Name: "inline", Doc: "replaces calls by the bodies of the functions called"}
	rsqrtPass    = Pass{Name: "rsqrt", Doc: "multiplies by reciprocal roots instead of dividing by roots"}
	uncalledPass = Pass{Name: "uncalled", Doc: "removes functions that no kernel calls"}
)

// shared is a pass that needs no more than what all passes share.
func shared(run func(*ir.Func, *rewrite.Scratch)) func(*ir.Func, *scratch) {
	return func(f *ir.Func, s *scratch) { run(f, &s.Scratch) }
}

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
	add(beforeInline)
	add(modulePasses)
	add(ofInlined)
	add(afterInline)
	return table
}

// Optimize runs all passes over a linked module. Functions that no kernel calls any more become nil; if the module has
// no kernel, all stay.
func Optimize(m *ir.Module, o Options) {
	all := drivers{newDriver(m, o)}
	d := &all[0]
	if !d.off(&uncalledPass) {
		dropUncalled(m, rootFuncs(m)...) // saves the work on functions that are removed anyway
	}
	knowGroups(m.Funcs)
	all.functions(func(*ir.Func) []*Pass { return beforeInline })
	changed := d.inline()
	knowGroups(slices.Collect(maps.Keys(changed)))
	for _, f := range m.Funcs {
		if f != nil {
			letOthersRun(f)
		}
	}
	d.divideByRoots(changed)
	all.functions(func(f *ir.Func) []*Pass {
		if changed[f] {
			return afterChanges
		}
		return afterInline // the others have just been through the same
	})
	all.release()
}

// AfterSpecializing optimises a copy of a kernel in which values have become constants (package variant).
func AfterSpecializing(m *ir.Module, f *ir.Func) { runList(m, f, afterSpecializing) }

// AfterNoAlias optimises a copy of a kernel in which memory has become private variables (package variant).
func AfterNoAlias(m *ir.Module, f *ir.Func) { runList(m, f, afterNoAlias) }

// AfterUnitSteps optimises a copy of a kernel in which some arguments are known (package variant).
func AfterUnitSteps(m *ir.Module, f *ir.Func) { runList(m, f, afterExpanding) }

// AfterGroup optimises a copy of a kernel that knows the size of its groups (package variant).
func AfterGroup(m *ir.Module, f *ir.Func) { runList(m, f, afterGroup) }

// AfterLoneItems optimises a copy of a kernel for groups of one work-item (package variant).
func AfterLoneItems(m *ir.Module, f *ir.Func) { runList(m, f, afterLoneItems) }

// AfterImages optimises a copy of a kernel whose image operations have been expanded (package imageops).
func AfterImages(m *ir.Module, f *ir.Func) { runList(m, f, afterExpanding) }

func runList(m *ir.Module, f *ir.Func, list []*Pass) {
	d := newDriver(m, Options{})
	d.function(f, list)
	d.scratch.release()
}

// drivers work on functions at the same time. There is at least one.
type drivers []driver

// functions runs the passes that list returns over all functions. The results do not depend on the number of drivers.
func (all *drivers) functions(list func(*ir.Func) []*Pass) {
	first := &(*all)[0]
	functions := slices.DeleteFunc(slices.Clone(first.module.Funcs), func(f *ir.Func) bool { return f == nil })
	values := 0
	for _, f := range functions {
		values += len(f.Instrs)
	}
	if values < minParallelValues || first.options.Dump != nil {
		for _, f := range functions {
			first.function(f, list(f))
		}
		return
	}
	workers := parallel.Workers(len(functions))
	for len(*all) < workers {
		*all = append(*all, newDriver(first.module, first.options))
	}
	parallel.For(workers, len(functions), func(worker, i int) {
		(*all)[worker].function(functions[i], list(functions[i]))
	})
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
	for n := 0; d.scratch.unrolling.isDone; n++ {
		for _, q := range p.again {
			if !d.off(q) {
				d.apply(q, f)
			}
		}
		if n == maxUnrollRuns {
			break
		}
		d.run(p, f)
	}
}

// spaceForInstr is what a pass takes of the heap for each instruction at most: a copy of the function, one that is
// twice as large if it grows, and tables.
const spaceForInstr = 400

// run runs a pass once, unless it would only find its own work.
func (d *driver) run(p *Pass, f *ir.Func) {
	if p.numbers && d.isNumbered {
		return
	}
	shortage.Require(uint64(len(f.Instrs)) * spaceForInstr)
	s := d.scratch
	s.IsIdle = false
	p.run(f, s)
	if !s.IsIdle {
		s.memoryFor = nil
	}
	d.isNumbered = p.numbers || d.isNumbered && (s.IsIdle || p.keepsNumbers)
	d.after(p, f)
}

// after shows and verifies the result of a pass.
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

// inline is the pass "inline". It returns the functions that it changed.
func (d *driver) inline() map[*ir.Func]bool {
	budget := d.options.InlineBudget
	if budget == 0 {
		budget = defaultInlineBudget
	}
	if d.off(&inlinePass) {
		budget = 1 // functions with barriers and small ones are inlined all the same
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

// divideByRoots is the pass "rsqrt". Its calls are inlined in turn; the functions that this changes are added to a
// set.
func (d *driver) divideByRoots(changed map[*ir.Func]bool) {
	list := rootFuncs(d.module)
	if len(list) == 0 {
		return
	}
	found := false
	for _, f := range d.module.Funcs {
		if !d.off(&rsqrtPass) && f != nil && !slices.Contains(list, f.ID) && quotientsOfRoots(f, list) {
			changed[f], found = true, true
			d.after(&rsqrtPass, f)
		}
	}
	if found {
		maps.Copy(changed, d.inline())
	}
	if !d.off(&uncalledPass) {
		dropUncalled(d.module)
	}
}

// dropUnreachable removes unreachable blocks.
func dropUnreachable(f *ir.Func, s *scratch) {
	if cfg := s.Control(f); len(cfg.Order) < len(f.Blocks) {
		s.Compact(f)
	}
}
