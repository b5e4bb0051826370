package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Promotion of private memory to values: SSA construction after Cytron et al. ("Efficiently Computing Static Single
// Assignment Form and the Control Dependence Graph"), pruned by liveness.
//
// A variable is a piece of an alloca that has not escaped, that no other piece overlaps and no copy touches. For each
// one: the blocks where its old value is still wanted are found backwards from the loads before any store; the blocks
// of the iterated dominance frontier of its stores among these get a parameter. Then one walk down the dominator tree
// keeps the current value of each variable, replaces the loads and hands the values to the parameters. What is loaded
// before anything was stored is undefined.
//
// A variable has the type of its first access; where another type of the same width is loaded or stored, a bitcast is
// put in.

func promoteMemory(f *ir.Func) {
	m := newMemory(f)
	if len(m.accesses) == 0 {
		return
	}
	for _, v := range m.copies {
		m.escape(f.Instr(v).Args[0])
		m.escape(f.Instr(v).Args[1])
	}
	p := &promotion{memory: m, cfg: ir.NewCFG(f), variableOf: make([]int32, len(f.Instrs))}
	p.chooseVariables()
	if len(p.variables) == 0 {
		return
	}
	p.placeParams()
	p.rename()
	p.replaced.apply(f)
	p.removeAccesses()
}

type promotion struct {
	*memory
	cfg        *ir.CFG
	variables  []variable
	variableOf []int32        // by load or store: 1 + its variable
	params     [][]blockParam // by block: the parameters it has got for variables
	replaced   substitution
	undefined  map[ir.Type]ir.ValueID
	current    []ir.ValueID // by variable, during the walk; 0: undefined
	undo       []undoEntry
}

type variable struct {
	typ    ir.Type
	stores []ir.BlockID // blocks that store, once each
	wants  []ir.BlockID // blocks that load before they store, once each
}

type blockParam struct {
	variable int32
	value    ir.ValueID
}

type undoEntry struct {
	variable int32
	value    ir.ValueID
}

// chooseVariables finds the variables and which access belongs to which.
func (p *promotion) chooseVariables() {
	first := make([]map[span]int32, len(p.allocas)) // by alloca: 1 + variable of each span
	for i := range p.allocas {
		use := &p.allocas[i]
		if use.escaped {
			continue
		}
		first[i] = map[span]int32{}
		for j, clash := range use.clashes() {
			if !clash {
				p.variables = append(p.variables, variable{typ: use.spans[j].typ})
				first[i][span{offset: use.spans[j].offset, size: use.spans[j].size}] = int32(len(p.variables))
			}
		}
	}
	for _, a := range p.accesses {
		if p.allocas[a.alloca].escaped {
			continue
		}
		if id := first[a.alloca][span{offset: a.offset, size: a.size}]; id != 0 {
			p.variableOf[a.instr] = id
			p.variables[id-1].note(p.fn.Instr(a.instr))
		}
	}
}

// note takes down an access. A variable's accesses come block by block, in order.
func (v *variable) note(in *ir.Instr) {
	stored := slices.Contains(v.stores[max(0, len(v.stores)-1):], in.Block)
	switch {
	case in.Op == ir.OpStore && !stored:
		v.stores = append(v.stores, in.Block)
	case in.Op == ir.OpLoad && !stored && !slices.Contains(v.wants[max(0, len(v.wants)-1):], in.Block):
		v.wants = append(v.wants, in.Block)
	}
}

// frontiers are the dominance frontiers: by block, where its dominance ends.
func frontiers(cfg *ir.CFG) [][]ir.BlockID {
	frontier := make([][]ir.BlockID, len(cfg.Idom))
	for _, b := range cfg.Order {
		if len(cfg.Preds[b]) < 2 {
			continue
		}
		for _, runner := range cfg.Preds[b] {
			for ; runner != cfg.Idom[b]; runner = cfg.Idom[runner] {
				if list := frontier[runner]; len(list) == 0 || list[len(list)-1] != b {
					frontier[runner] = append(list, b)
				}
			}
		}
	}
	return frontier
}

// placeParams adds the block parameters that the variables need.
func (p *promotion) placeParams() {
	frontier := frontiers(p.cfg)
	p.params = make([][]blockParam, len(p.fn.Blocks))
	live := newMarks(len(p.fn.Blocks))
	placed := newMarks(len(p.fn.Blocks))
	for i := range p.variables {
		v := &p.variables[i]
		if len(v.wants) == 0 {
			continue // each block that loads it has stored it before
		}
		p.markLive(v, live)
		placed.clear()
		work := slices.Clone(v.stores)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, to := range frontier[b] {
				if live.has(to) && placed.add(to) {
					param := blockParam{int32(i), p.fn.AddParam(to, v.typ)}
					p.params[to] = append(p.params[to], param)
					work = append(work, to)
				}
			}
		}
	}
}

// markLive marks the blocks at whose beginning the variable's value is wanted.
func (p *promotion) markLive(v *variable, live *marks) {
	live.clear()
	stops := make(map[ir.BlockID]bool, len(v.stores))
	for _, b := range v.stores {
		stops[b] = true
	}
	work := slices.Clone(v.wants)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !live.add(b) {
			continue
		}
		for _, pred := range p.cfg.Preds[b] {
			if !stops[pred] {
				work = append(work, pred)
			}
		}
	}
}

// rename walks down the dominator tree with the variables' current values.
func (p *promotion) rename() {
	p.replaced = make(substitution, len(p.fn.Instrs))
	p.undefined = map[ir.Type]ir.ValueID{}
	p.current = make([]ir.ValueID, len(p.variables))
	children := p.cfg.Children()
	type step struct {
		block ir.BlockID
		undo  int // length of undo to go back to; -1: the block is still to be done
	}
	stack := []step{{0, -1}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.undo >= 0 {
			p.rewind(top.undo)
			continue
		}
		stack = append(stack, step{top.block, len(p.undo)})
		p.renameBlock(top.block)
		for _, child := range children[top.block] {
			stack = append(stack, step{child, -1})
		}
	}
}

func (p *promotion) rewind(length int) {
	for len(p.undo) > length {
		last := p.undo[len(p.undo)-1]
		p.current[last.variable] = last.value
		p.undo = p.undo[:len(p.undo)-1]
	}
}

func (p *promotion) set(variable int32, v ir.ValueID) {
	p.undo = append(p.undo, undoEntry{variable, p.current[variable]})
	p.current[variable] = v
}

func (p *promotion) renameBlock(b ir.BlockID) {
	for _, param := range p.params[b] {
		p.set(param.variable, param.value)
	}
	old := p.fn.Blocks[b].Instrs
	list := make([]ir.ValueID, 0, len(old))
	for _, v := range old {
		id := int32(0)
		if int(v) < len(p.variableOf) {
			id = p.variableOf[v]
		}
		if id == 0 {
			list = append(list, v)
			continue
		}
		list = p.renameAccess(v, id-1, list)
	}
	block := &p.fn.Blocks[b]
	block.Instrs = list
	for i := range block.Succs {
		p.extendEdge(&block.Succs[i])
	}
}

// renameAccess notes what a load or store means; bitcasts go to the list.
func (p *promotion) renameAccess(v ir.ValueID, variable int32, list []ir.ValueID) []ir.ValueID {
	typ := p.variables[variable].typ
	in := *p.fn.Instr(v)
	cast := func(to ir.Type, from ir.ValueID) ir.ValueID {
		if p.fn.Type(from) == to {
			return from
		}
		made := p.fn.NewValue(ir.Instr{Op: ir.OpBitcast, Type: to, Args: []ir.ValueID{from}, Block: in.Block, Pos: in.Pos})
		list = append(list, made)
		return made
	}
	if in.Op == ir.OpStore {
		p.set(variable, cast(typ, in.Args[1]))
	} else {
		p.replaced[v] = cast(in.Type, p.value(variable))
	}
	return list
}

// value is a variable's current value.
func (p *promotion) value(variable int32) ir.ValueID {
	if v := p.current[variable]; v != 0 {
		return v
	}
	typ := p.variables[variable].typ
	if p.undefined[typ] == 0 {
		p.undefined[typ] = p.fn.NewValue(ir.Instr{Op: ir.OpUndef, Type: typ})
	}
	return p.undefined[typ]
}

func (p *promotion) extendEdge(edge *ir.Edge) {
	if len(p.params[edge.To]) == 0 {
		return
	}
	args := slices.Clone(edge.Args)
	for _, param := range p.params[edge.To] {
		args = append(args, p.value(param.variable))
	}
	edge.Args = args
}

// removeAccesses takes the allocas away that have become unused, and puts the undefined values to the top.
func (p *promotion) removeAccesses() {
	entry := &p.fn.Blocks[0]
	var top []ir.ValueID
	for t := ir.I1; t <= ir.Ptr; t++ {
		if v := p.undefined[t]; v != 0 {
			top = append(top, v)
		}
	}
	entry.Instrs = append(top, entry.Instrs...)
}

// marks is a set of blocks that is emptied at once.
type marks struct {
	stamp []int32
	now   int32
}

func newMarks(n int) *marks { return &marks{stamp: make([]int32, n), now: 1} }

func (m *marks) clear() { m.now++ }

func (m *marks) has(b ir.BlockID) bool { return m.stamp[b] == m.now }

// add says whether b was not there before.
func (m *marks) add(b ir.BlockID) bool {
	if m.has(b) {
		return false
	}
	m.stamp[b] = m.now
	return true
}
