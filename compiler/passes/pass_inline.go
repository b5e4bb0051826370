package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Inlining visits callees before callers, so that copied code is already simplified and without calls.
// Calls that close a cycle stay, and the engines report them. So do those that would make the caller larger than the
// budget, except calls of small functions, of those that wait at barriers or print, since only kernels can be left and
// entered again, and of those that access images, so that each access tells which argument of the kernel its image is.
// The attribute noinline is only a wish and is not followed.
//
// In a chain of functions each holds all below it, up to the budget, and most of these copies are thrown away at the
// end. So once very much has been copied into functions, as no program of use does, only small ones are inlined into
// further functions. Kernels, which stay, are not concerned.
//
// The callee's values are appended to the caller's as they are, so old and new numbers differ by a constant. Its
// parameters are substituted by the arguments. If it is one block its instructions simply take the call's place;
// else the caller's block is cut after the call, and the callee's returns jump to the rest with their results as
// parameters. Each instruction is moved at most once, however many calls its block has. Allocas go to the caller's
// entry: one call's private memory serves all its executions, which is right because its contents are not defined
// when the callee begins.

// inlineCalls inlines all calls it can, and names the functions that it changed.
func inlineCalls(m *ir.Module, budget int) (changed []*ir.Func) {
	p := &policy{budget: budget, must: make([]bool, len(m.Funcs)), size: make([]int, len(m.Funcs)),
		recursive: make([]bool, len(m.Funcs))}
	state := make([]uint8, len(m.Funcs)) // 0: not seen, 1: in work, 2: done
	var visit func(id ir.FuncID)
	visit = func(id ir.FuncID) {
		f := m.Funcs[id]
		if f == nil || state[id] != 0 {
			return
		}
		state[id] = 1
		for _, callee := range callees(f) {
			visit(callee)
		}
		p.must[id] = isKernelsOnly(f, p.must)
		if p.inline(m, f, state) {
			changed = append(changed, f)
		}
		p.size[id] = placed(f)
		p.recursive[id] = slices.ContainsFunc(callees(f), func(callee ir.FuncID) bool { return state[callee] != 2 })
		if !f.Kernel && len(f.Instrs) > 2*p.size[id] { // callers would copy what stands nowhere
			f.Compact(ir.NewCFG(f).Order)
		}
		state[id] = 2
	}
	for id := range m.Funcs {
		visit(ir.FuncID(id))
	}
	return changed
}

// inline inlines calls of a function, and into a kernel also those that had no room in what was inlined there. It
// reports whether there were any.
func (p *policy) inline(m *ir.Module, f *ir.Func, done []uint8) (isChanged bool) {
	for round := range maxInlineRounds {
		in := &inliner{policy: p, module: m, fn: f, done: done, round: round}
		if !in.run() {
			break
		}
		if isChanged = true; !f.Kernel {
			break
		}
	}
	return isChanged
}

// placed is the number of values of a function that stand in a block.
func placed(f *ir.Func) (n int) {
	for b := range f.Blocks {
		n += len(f.Blocks[b].Params) + len(f.Blocks[b].Instrs)
	}
	return n
}

// callees are the functions that f calls.
func callees(f *ir.Func) (list []ir.FuncID) {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); in.Op == ir.OpCall {
				list = append(list, ir.FuncID(in.Imm))
			}
		}
	}
	return list
}

// dropUncalled removes the functions that no kernel calls, if there are kernels, but for some that may yet be called.
func dropUncalled(m *ir.Module, kept ...ir.FuncID) {
	needed := make([]bool, len(m.Funcs))
	var work []ir.FuncID
	for id, f := range m.Funcs {
		if f != nil && f.Kernel {
			work = append(work, ir.FuncID(id))
		}
	}
	if work == nil {
		return
	}
	work = append(work, kept...)
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if !needed[id] && m.Funcs[id] != nil {
			needed[id] = true
			work = append(work, callees(m.Funcs[id])...)
		}
	}
	for id := range m.Funcs {
		if !needed[id] {
			m.Funcs[id] = nil
		}
	}
}

// policy decides which calls are inlined.
type policy struct {
	budget    int
	must      []bool // by function: it does what only kernels can
	size      []int  // by function that is done: values that stand in it
	recursive []bool // by function that is done: it may call itself
	copied    int    // values, into functions that are no kernels
	kept      int    // values, into kernels that became larger than the budget of others
}

// budgetFor is how large a caller may become. Kernels may become larger than functions: what is called keeps each
// argument in vectors, and does not know which lanes are neighbours.
func (p *policy) budgetFor(caller *ir.Func) int {
	switch {
	case caller.Kernel && p.budget == defaultInlineBudget && p.kept < maxInlined:
		return kernelInlineBudget
	case !caller.Kernel && p.copied > maxInlined:
		return min(alwaysInlined, p.budget)
	}
	return p.budget
}

// isKernelsOnly reports whether a function waits, prints, enqueues, accesses images or has operations of sub-groups, by
// itself or in functions that it calls.
func isKernelsOnly(f *ir.Func, must []bool) bool {
	return f.HasBarrier() || f.HasImages() || f.SeesSubGroups() || slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ir.ValueID) bool {
			in := f.Instr(v)
			return in.Op == ir.OpPrintf || in.Op == ir.OpQueue || in.Op == ir.OpCall && must[in.Imm]
		})
	})
}

type inliner struct {
	policy *policy
	module *ir.Module
	fn     *ir.Func
	done   []uint8
	size   int // of fn, and of what it will hold
	round  int // how often calls have been inlined into it before

	replaced rewrite.Substitution        // OpArg of a callee: the argument; call that was inlined: its first result
	results  map[ir.ValueID][]ir.ValueID // call that was inlined and has several results: these
	room     []ir.ValueID                // for operand lists
	allocas  []ir.ValueID                // of callees, to go to the entry
	block    ir.BlockID                  // where instructions are put now
	list     []ir.ValueID                // its instructions so far
}

// run inlines the calls of one function and reports whether there were any.
func (in *inliner) run() bool {
	in.size = placed(in.fn)
	if !in.any() {
		return false
	}
	in.reserve()
	in.results = map[ir.ValueID][]ir.ValueID{}
	for b := range in.fn.Blocks {
		in.rewrite(ir.BlockID(b))
	}
	entry := &in.fn.Blocks[0]
	entry.Instrs = append(in.allocas, entry.Instrs...)
	in.substitute()
	return true
}

// reserve makes room for the callees.
func (in *inliner) reserve() {
	values, blocks := 0, 0
	for _, id := range callees(in.fn) {
		if callee := in.module.Funcs[id]; callee != nil && in.done[id] == 2 {
			values += len(callee.Instrs) + 1
			blocks += len(callee.Blocks) + 1
		}
	}
	values = min(values, max(0, in.policy.budgetFor(in.fn)-in.size))
	in.fn.Instrs = slices.Grow(in.fn.Instrs, values)
	in.fn.Blocks = slices.Grow(in.fn.Blocks, blocks)
	in.replaced = make(rewrite.Substitution, len(in.fn.Instrs), len(in.fn.Instrs)+values)
}

func (in *inliner) any() bool {
	for _, id := range callees(in.fn) {
		if in.fits(id) {
			return true
		}
	}
	return false
}

func (in *inliner) fits(id ir.FuncID) bool {
	callee := in.module.Funcs[id]
	if callee == nil || in.done[id] != 2 || in.round > 0 && in.policy.recursive[id] {
		return false
	}
	size, budget := in.policy.size[id], in.policy.budgetFor(in.fn)
	return in.policy.must[id] || size <= min(alwaysInlined, budget) || in.size+size <= budget
}

// rewrite goes through one block of the caller, which may become several.
func (in *inliner) rewrite(b ir.BlockID) {
	old := in.fn.Blocks[b]
	in.block, in.list = b, make([]ir.ValueID, 0, len(old.Instrs))
	for _, v := range old.Instrs {
		instr := in.fn.Instr(v)
		if instr.Op == ir.OpCall && in.fits(ir.FuncID(instr.Imm)) {
			in.call(v)
			continue
		}
		instr.Block = in.block
		in.list = append(in.list, v)
	}
	last := &in.fn.Blocks[in.block]
	last.Instrs, last.Succs, last.Cases = in.list, old.Succs, old.Cases
}

// call puts the callee's body in the place of call v.
func (in *inliner) call(v ir.ValueID) {
	callee := in.module.Funcs[in.fn.Instr(v).Imm]
	args, pos := in.fn.Instr(v).Args, in.fn.Instr(v).Pos
	shift := ir.ValueID(len(in.fn.Instrs) - 1)
	in.count(len(callee.Instrs))
	count := 0
	for i := range callee.Instrs[1:] {
		count += len(callee.Instrs[i+1].Args)
	}
	in.room = make([]ir.ValueID, count)
	for i := range callee.Instrs[1:] {
		in.fn.NewValue(callee.Instrs[i+1])
		instr := in.fn.Instr(shift + ir.ValueID(i+1))
		instr.Args = in.shifted(instr.Args, shift)
		if instr.Pos == 0 { // a built-in function's
			instr.Pos = pos
		}
		// others are leftovers of functions inlined into the callee
		if instr.Op == ir.OpArg && int(instr.Imm) < len(args) {
			in.setReplaced(shift+ir.ValueID(i+1), args[instr.Imm])
		}
	}
	var results []ir.ValueID
	if len(callee.Blocks) == 1 {
		results = in.spliceBlock(callee, shift)
	} else {
		results = in.spliceGraph(callee, shift)
	}
	if len(results) > 0 {
		in.setReplaced(v, results[0])
	}
	if len(results) > 1 {
		in.results[v] = results
	}
}

// count counts the values of a callee.
func (in *inliner) count(values int) {
	p := in.policy
	in.size += values
	switch {
	case !in.fn.Kernel:
		p.copied += values
	case in.size > p.budget:
		p.kept += values
	}
}

func (in *inliner) setReplaced(v, by ir.ValueID) {
	for len(in.replaced) <= int(v) {
		in.replaced = append(in.replaced, 0)
	}
	in.replaced[v] = by
}

// shifted is a list of the callee's values as the caller's, in the room made for it.
func (in *inliner) shifted(list []ir.ValueID, shift ir.ValueID) []ir.ValueID {
	if len(list) > len(in.room) {
		in.room = make([]ir.ValueID, max(64, len(list)))
	}
	moved := in.room[:len(list):len(list)]
	in.room = in.room[len(list):]
	for i, v := range list {
		moved[i] = v + shift
	}
	return moved
}

// put places an instruction of the callee at the current end.
func (in *inliner) put(v ir.ValueID) {
	instr := in.fn.Instr(v)
	switch instr.Op {
	case ir.OpArg:
	case ir.OpAlloca:
		instr.Block = 0
		in.allocas = append(in.allocas, v)
	default:
		instr.Block = in.block
		in.list = append(in.list, v)
	}
}

// spliceBlock inlines a callee of one block.
func (in *inliner) spliceBlock(callee *ir.Func, shift ir.ValueID) []ir.ValueID {
	list := callee.Blocks[0].Instrs
	for _, v := range list[:len(list)-1] {
		in.put(v + shift)
	}
	end := in.fn.Instr(list[len(list)-1] + shift)
	if end.Op == ir.OpReturn {
		return end.Args
	}
	// The callee does not return: the rest of the block cannot be reached.
	in.put(list[len(list)-1] + shift)
	return in.beginRest(callee)
}

// beginRest ends the current block and begins one that takes the callee's results.
func (in *inliner) beginRest(callee *ir.Func) (results []ir.ValueID) {
	in.fn.Blocks[in.block].Instrs = in.list
	in.fn.Blocks[in.block].Succs, in.fn.Blocks[in.block].Cases = nil, nil
	in.block, in.list = in.fn.NewBlock(), nil
	for _, t := range callee.Results {
		results = append(results, in.fn.AddParam(in.block, t))
	}
	return results
}

// spliceGraph inlines a callee of several blocks.
func (in *inliner) spliceGraph(callee *ir.Func, shift ir.ValueID) []ir.ValueID {
	first := ir.BlockID(len(in.fn.Blocks))
	jump := in.fn.NewValue(ir.Instr{Op: ir.OpJump, Block: in.block})
	in.list = append(in.list, jump)
	before := in.block
	for range callee.Blocks {
		in.fn.NewBlock()
	}
	results := in.beginRest(callee)
	in.fn.Blocks[before].Succs = []ir.Edge{{To: first}}
	rest := in.block
	for b := range callee.Blocks {
		in.copyBlock(&callee.Blocks[b], first, shift, rest)
	}
	in.fn.Blocks[first].Rare = in.fn.Blocks[first].Rare || in.fn.Blocks[before].Rare // which may hold nothing else
	in.block, in.list = rest, nil
	return results
}

// copyBlock fills the caller's copy of one block of the callee.
func (in *inliner) copyBlock(from *ir.Block, first ir.BlockID, shift ir.ValueID, rest ir.BlockID) {
	in.block = first + in.fn.Instr(from.Instrs[len(from.Instrs)-1]+shift).Block
	in.list = make([]ir.ValueID, 0, len(from.Instrs))
	params := in.shifted(from.Params, shift)
	for _, v := range params {
		in.fn.Instr(v).Block = in.block
	}
	for _, v := range from.Instrs {
		in.put(v + shift)
	}
	to := &in.fn.Blocks[in.block]
	to.Params, to.Instrs, to.Cases, to.Unroll, to.Rare = params, in.list, from.Cases, from.Unroll, from.Rare
	for _, edge := range from.Succs {
		to.Succs = append(to.Succs, ir.Edge{To: edge.To + first, Args: in.shifted(edge.Args, shift)})
	}
	end := in.fn.Instr(in.list[len(in.list)-1])
	if end.Op == ir.OpReturn {
		to.Succs = []ir.Edge{{To: rest, Args: end.Args}}
		end.Op, end.Args = ir.OpJump, nil
	}
}

// substitute replaces parameters by arguments, and calls by results.
func (in *inliner) substitute() {
	if len(in.results) > 0 {
		in.substituteResults()
	}
	in.replaced.Apply(in.fn)
}

// substituteResults finds the further results of calls.
func (in *inliner) substituteResults() {
	for b := range in.fn.Blocks {
		block := &in.fn.Blocks[b]
		block.Instrs = rewrite.Keep(block.Instrs, func(v ir.ValueID) bool {
			instr := in.fn.Instr(v)
			if instr.Op != ir.OpResult || in.results[instr.Args[0]] == nil {
				return false
			}
			in.setReplaced(v, in.results[instr.Args[0]][instr.Imm])
			return true
		})
	}
}
