package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// Promotion of private memory to values: SSA construction after Cytron et al. ("Efficiently Computing Static Single
// Assignment Form and the Control Dependence Graph"), pruned by liveness.
//
// A variable is a piece of an alloca that has not escaped, that no other piece overlaps and no copy touches. For each
// one: the blocks where its old value is live are found backwards from the loads before any store; the blocks
// of the iterated dominance frontier of its stores among these get a parameter. Then one walk down the dominator tree
// keeps the current value of each variable, replaces the loads and passes the values to the parameters. A load before
// any store is undefined.
//
// A variable has the type of its first access; where another type of the same width is loaded or stored, a bitcast is
// put in. Where pieces of a word are accessed and the word too, as in a union of words and bytes, the variable is the
// word, an integer; pieces are shifted out of it and put into it.
//
// An array whose address a variable holds (float *p = a) has escaped until the variable is a value. Then the pass runs
// again.

func promoteMemory(f *ir.Func, s *scratch) {
	s.IsIdle = true
	for step := 0; step < maxPointerSteps && promoteOnce(f, s); step++ {
		s.IsIdle = false
		if !s.memory.storesAddress {
			return
		}
		s.memoryFor = nil
	}
}

// promoteOnce reports whether it has promoted anything.
func promoteOnce(f *ir.Func, s *scratch) bool {
	m := s.memoryOf(f)
	if len(m.accesses) == 0 {
		return false
	}
	for _, v := range m.copies {
		m.escape(f.Instr(v).Args[0])
		m.escape(f.Instr(v).Args[1])
	}
	p := &s.promotion
	p.reset(s)
	p.chooseVariables()
	if len(p.variables) == 0 {
		return false
	}
	p.placeParams()
	p.replaced = s.Substitution(f)
	p.rename()
	p.replaced.Apply(f)
	p.addUndefined()
	return true
}

type promotion struct {
	*memory
	scratch    *scratch
	cfg        *ir.CFG
	variables  []variable
	firstSpan  []int32               // by alloca: where its spans begin in ofSpan
	ofSpan     []int32               // by span of an alloca: 1 + its variable
	variableOf []int32               // by load or store: 1 + its variable
	partOf     map[ir.ValueID]uint64 // by load or store of a part of its variable: by how many bits that is shifted
	params     [][]blockParam        // by block: the parameters it has got for variables
	frontier   [][]ir.BlockID        // by block: where its dominance ends
	live       marks
	placed     marks
	stops      marks
	work       []ir.BlockID
	replaced   rewrite.Substitution
	undefined  [ir.Ptr + 1]ir.ValueID // by type
	current    []ir.ValueID           // by variable, during the walk; 0: undefined
	undo       []undoEntry
	steps      []renameStep
}

func (p *promotion) reset(s *scratch) {
	p.memory, p.scratch, p.cfg = &s.memory, s, s.Control(s.memory.fn)
	p.variables, p.undo, p.steps = p.variables[:0], p.undo[:0], p.steps[:0]
	p.variableOf = rewrite.Cleared(p.variableOf, len(p.fn.Instrs))
	p.partOf = nil
	clear(p.undefined[:])
	p.params = rewrite.Resized(p.params, len(p.fn.Blocks))
	for b := range p.params {
		p.params[b] = p.params[b][:0]
	}
}

type variable struct {
	typ    ir.Type
	offset int64        // in its alloca
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
	p.firstSpan, p.ofSpan = p.firstSpan[:0], p.ofSpan[:0]
	for i := range p.allocas {
		p.firstSpan = append(p.firstSpan, int32(len(p.ofSpan)))
		p.addVariables(&p.allocas[i])
	}
	for _, a := range p.accesses {
		use := &p.allocas[a.alloca]
		if use.escaped {
			continue
		}
		i, _ := slices.BinarySearchFunc(use.spans, span{offset: a.offset, size: a.size}, compareSpans)
		id := p.ofSpan[int(p.firstSpan[a.alloca])+i]
		if id == 0 {
			continue
		}
		v := &p.variables[id-1]
		p.variableOf[a.instr] = id
		isPart := a.size < int64(v.typ.Bytes())
		if isPart {
			if p.partOf == nil {
				p.partOf = map[ir.ValueID]uint64{}
			}
			p.partOf[a.instr] = uint64(a.offset-v.offset) * 8
		}
		v.note(p.fn.Instr(a.instr), isPart)
	}
}

// addVariables makes variables of an alloca's spans that overlap no other, and of words with their parts.
func (p *promotion) addVariables(use *allocaUse) {
	if use.escaped {
		return
	}
	for at := 0; at < len(use.spans); {
		count, whole := use.overlapping(at)
		switch {
		case count == 1:
			p.addVariable(whole.typ, whole.offset)
		case whole.size != 0:
			p.addVariable(integers[whole.size], whole.offset)
		}
		id := int32(0)
		if count == 1 || whole.size != 0 {
			id = int32(len(p.variables))
		}
		for range count {
			p.ofSpan = append(p.ofSpan, id)
		}
		at += count
	}
}

// integers are the integers by their size.
var integers = [...]ir.Type{1: ir.I8, 2: ir.I16, 4: ir.I32, 8: ir.I64}

// overlapping is how many spans, from one on, overlap each other, and the word that holds all of them; its size is 0 if
// there is none.
func (a *allocaUse) overlapping(at int) (count int, whole span) {
	whole = a.spans[at]
	end := whole.end()
	hasPointer := whole.typ == ir.Ptr
	for count = 1; at+count < len(a.spans) && a.spans[at+count].offset < end; count++ {
		s := a.spans[at+count]
		hasPointer = hasPointer || s.typ == ir.Ptr
		if s.size > whole.size {
			whole = s
		}
		end = max(end, s.end())
	}
	isWhole := whole.offset == a.spans[at].offset && whole.end() == end
	if count > 1 && (hasPointer || !isWhole || whole.size > 8 || integers[whole.size] == ir.Void) {
		whole.size = 0
	}
	return count, whole
}

// addVariable adds a variable in the memory of an earlier one.
func (p *promotion) addVariable(t ir.Type, offset int64) {
	if n := len(p.variables); n < cap(p.variables) {
		p.variables = p.variables[:n+1]
		old := &p.variables[n]
		*old = variable{typ: t, offset: offset, stores: old.stores[:0], wants: old.wants[:0]}
		return
	}
	p.variables = append(p.variables, variable{typ: t, offset: offset})
}

// note takes down an access, which may be to a part: then a store keeps the rest. A variable's accesses come block by
// block, in order.
func (v *variable) note(in *ir.Instr, isPart bool) {
	if slices.Contains(v.stores[max(0, len(v.stores)-1):], in.Block) {
		return
	}
	if (in.Op == ir.OpLoad || isPart) && !slices.Contains(v.wants[max(0, len(v.wants)-1):], in.Block) {
		v.wants = append(v.wants, in.Block)
	}
	if in.Op == ir.OpStore {
		v.stores = append(v.stores, in.Block)
	}
}

// placeParams adds the block parameters that the variables need.
func (p *promotion) placeParams() {
	found := false
	for i := range p.variables {
		if len(p.variables[i].wants) == 0 {
			continue // each block that loads it has stored it before
		}
		if !found {
			p.frontier = p.cfg.Frontiers(p.frontier)
			found = true
		}
		p.placeParamsOf(int32(i))
	}
}

func (p *promotion) placeParamsOf(id int32) {
	v := &p.variables[id]
	p.markLive(v)
	p.placed.clear(len(p.fn.Blocks))
	p.work = append(p.work[:0], v.stores...)
	for len(p.work) > 0 {
		b := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		for _, to := range p.frontier[b] {
			if p.live.has(to) && p.placed.add(to) {
				param := blockParam{id, p.fn.AddParam(to, v.typ)}
				p.params[to] = append(p.params[to], param)
				p.work = append(p.work, to)
			}
		}
	}
}

// markLive marks the blocks that the variable is live into.
func (p *promotion) markLive(v *variable) {
	p.live.clear(len(p.fn.Blocks))
	p.stops.clear(len(p.fn.Blocks))
	for _, b := range v.stores {
		p.stops.add(b)
	}
	p.work = append(p.work[:0], v.wants...)
	for len(p.work) > 0 {
		b := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		if !p.live.add(b) {
			continue
		}
		for _, pred := range p.cfg.Preds[b] {
			if !p.stops.has(pred) {
				p.work = append(p.work, pred)
			}
		}
	}
}

type renameStep struct {
	block ir.BlockID
	undo  int // length of undo to go back to; -1: the block is still to be done
}

// rename walks down the dominator tree with the variables' current values.
func (p *promotion) rename() {
	p.current = rewrite.Cleared(p.current, len(p.variables))
	p.steps = append(p.steps, renameStep{0, -1})
	for len(p.steps) > 0 {
		top := p.steps[len(p.steps)-1]
		p.steps = p.steps[:len(p.steps)-1]
		if top.undo >= 0 {
			p.rewind(top.undo)
			continue
		}
		children := p.cfg.Children(top.block)
		if len(children) > 0 {
			p.steps = append(p.steps, renameStep{top.block, len(p.undo)})
		}
		undo := len(p.undo)
		p.renameBlock(top.block)
		if len(children) == 0 {
			p.rewind(undo)
		}
		for _, child := range children {
			p.steps = append(p.steps, renameStep{child, -1})
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
	list := old[:0] // an access becomes a bitcast at most
	if p.partOf != nil {
		list = make([]ir.ValueID, 0, len(old)+len(old)/4)
	}
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

// renameAccess records the value of a load or store; bitcasts go to the list.
func (p *promotion) renameAccess(v ir.ValueID, variable int32, list []ir.ValueID) []ir.ValueID {
	typ := p.variables[variable].typ
	in := *p.fn.Instr(v)
	if shift, isPart := p.partOf[v]; isPart {
		return p.renamePart(v, variable, shift, list)
	}
	cast := func(to ir.Type, from ir.ValueID) ir.ValueID {
		if p.fn.Type(from) == to {
			return from
		}
		made := p.fn.NewValue(ir.Instr{Op: ir.OpBitcast, Type: to, Args: p.scratch.Values.List(from), Block: in.Block,
			Pos: in.Pos})
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

// renamePart records the value of a load or store of a part of a variable; the instructions that extract or insert it
// go to the list.
func (p *promotion) renamePart(v ir.ValueID, variable int32, shift uint64, list []ir.ValueID) []ir.ValueID {
	word, in := p.variables[variable].typ, *p.fn.Instr(v)
	emit := func(op ir.Op, t ir.Type, imm uint64, args ...ir.ValueID) ir.ValueID {
		made := p.fn.NewValue(ir.Instr{Op: op, Type: t, Imm: imm, Args: p.scratch.Values.List(args...),
			Block: in.Block, Pos: in.Pos})
		list = append(list, made)
		return made
	}
	if in.Op == ir.OpLoad {
		part := integers[in.Type.Bytes()]
		value := p.value(variable)
		if shift != 0 {
			value = emit(ir.OpLShr, word, 0, value, emit(ir.OpConst, word, shift))
		}
		if value = emit(ir.OpTrunc, part, 0, value); part != in.Type {
			value = emit(ir.OpBitcast, in.Type, 0, value)
		}
		p.replaced[v] = value
		return list
	}
	value, t := in.Args[1], p.fn.Type(in.Args[1])
	part := integers[t.Bytes()]
	if part != t {
		value = emit(ir.OpBitcast, part, 0, value)
	}
	if value = emit(ir.OpZExt, word, 0, value); shift != 0 {
		value = emit(ir.OpShl, word, 0, value, emit(ir.OpConst, word, shift))
	}
	if old := p.current[variable]; old != 0 {
		others := emit(ir.OpConst, word, word.Mask()&^(part.Mask()<<shift))
		value = emit(ir.OpOr, word, 0, emit(ir.OpAnd, word, 0, old, others), value)
	}
	p.set(variable, value)
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
	args := p.scratch.Values.Make(len(edge.Args) + len(p.params[edge.To]))
	n := copy(args, edge.Args)
	for i, param := range p.params[edge.To] {
		args[n+i] = p.value(param.variable)
	}
	edge.Args = args
}

// addUndefined puts the undefined values to the top.
func (p *promotion) addUndefined() {
	var top []ir.ValueID
	for _, v := range p.undefined {
		if v != 0 {
			top = append(top, v)
		}
	}
	if top != nil {
		entry := &p.fn.Blocks[0]
		entry.Instrs = append(top, entry.Instrs...)
	}
}

// marks is a set of blocks that is emptied at once.
type marks struct {
	stamp []int32
	now   int32
}

// clear empties the set, for numbers below n.
func (m *marks) clear(n int) {
	if n > len(m.stamp) {
		m.stamp, m.now = make([]int32, n+n/4), 0
	}
	m.now++
}

func (m *marks) has(b ir.BlockID) bool { return m.stamp[b] == m.now }

// add reports whether b was not there before.
func (m *marks) add(b ir.BlockID) bool {
	if m.has(b) {
		return false
	}
	m.stamp[b] = m.now
	return true
}
