package spirv

// Function is a function with its control flow.
type Function struct {
	ID         ID
	Type       *Type
	In         *Instruction
	Control    uint32 // the set of FunctionControl
	Parameters []*Instruction
	Blocks     []*Block // the first is the entry; none: the function is imported
	Variables  []*Instruction
	Order      []int // the blocks that can be reached, each after those that dominate it
	Calls      []*Function

	callIDs  []ID
	indirect []*Instruction // calls by pointers
}

// Block is a block of instructions. Those that only describe the structure of control flow are left out.
type Block struct {
	Label     *Instruction
	Phis      []*Instruction
	Body      []*Instruction
	End       *Instruction
	Targets   []int // blocks that End leads to, as often as it names them
	Preds     []int // blocks that lead here, each once; only of those that can be reached
	Reachable bool
	Loop      *Instruction // the OpLoopMerge or OpLoopControlINTEL before End; nil: none

	dominator int // the block that immediately dominates it
	in, out   int32
	place     int // in Order
}

// functionReader gathers the instructions of functions.
type functionReader struct {
	m       *Module
	current *Function
	block   *Block
	line    int32
}

func (r *functionReader) instruction(in *Instruction) {
	switch in.Op {
	case OpFunction:
		r.begin(in)
	case OpFunctionParameter:
		r.parameter(in)
	case OpFunctionEnd:
		r.end(in)
	case OpLabel:
		r.label(in)
	case OpLoopMerge, OpLoopControlINTEL:
		if r.block == nil {
			in.bail("it stands outside of a block")
		}
		r.block.Loop = in
	case OpNop, OpSelectionMerge, OpName, OpDecorate:
	default:
		r.bodyInstruction(in)
	}
}

func (r *functionReader) begin(in *Instruction) {
	if r.current != nil {
		in.bail("a function within a function")
	}
	t := r.m.typeOf(in, in.ID(1))
	if t.Kind != FunctionType {
		in.bail("%%%d is no function type", in.ID(1))
	}
	if !sameOrVoid(t.Result, r.m.typeOf(in, in.Type)) {
		in.bail("the result's type is not that of the function's type")
	}
	r.line = 0
	r.current = &Function{ID: in.Result, Type: t, In: in, Control: in.Args[0]}
	r.m.define(in, definition{kind: isFunction, function: r.current})
	r.m.Functions = append(r.m.Functions, r.current)
}

func sameOrVoid(a, b *Type) bool { return a == b || a.Kind == Void && b.Kind == Void || sameType(a, b) }

func (r *functionReader) parameter(in *Instruction) {
	f := r.current
	n := len(f.Parameters)
	if len(f.Blocks) > 0 || n >= len(f.Type.Members) {
		in.bail("a parameter too many, or after a block")
	}
	t := r.m.typeOf(in, in.Type)
	if !sameType(t, f.Type.Members[n]) {
		in.bail("the type of parameter %d is not that of the function's type", n)
	}
	f.Parameters = append(f.Parameters, in)
	r.m.define(in, definition{kind: isLocal, typ: t, owner: f})
}

func (r *functionReader) end(in *Instruction) {
	f := r.current
	switch {
	case r.block != nil:
		in.bail("the last block has no end")
	case len(f.Parameters) != len(f.Type.Members):
		in.bail("%d parameters are missing", len(f.Type.Members)-len(f.Parameters))
	}
	r.current = nil
}

func (r *functionReader) label(in *Instruction) {
	f := r.current
	switch {
	case r.block != nil:
		in.bail("the block before has no end")
	case len(f.Parameters) != len(f.Type.Members):
		in.bail("%d parameters are missing before the first block", len(f.Type.Members)-len(f.Parameters))
	}
	r.m.define(in, definition{kind: isLabel, owner: f, block: int32(len(f.Blocks))})
	r.block = &Block{Label: in}
	f.Blocks = append(f.Blocks, r.block)
}

func (r *functionReader) bodyInstruction(in *Instruction) {
	if r.block == nil {
		in.bail("it stands outside of a block")
	}
	r.defineResult(in)
	switch in.Op {
	case OpPhi:
		if len(r.block.Body) > 0 {
			in.bail("it must be among the first instructions of its block")
		}
		r.block.Phis = append(r.block.Phis, in)
		return
	case OpVariable, OpUntypedVariable:
		r.current.Variables = append(r.current.Variables, in)
	case OpFunctionCall:
		r.current.callIDs = append(r.current.callIDs, in.ID(0))
	case OpFunctionPointerCallINTEL:
		r.current.indirect = append(r.current.indirect, in)
	case OpBranch, OpBranchConditional, OpSwitch, OpReturn, OpReturnValue, OpUnreachable, OpKill, OpTerminateInvocation:
		r.block.End = in
		r.block = nil
		return
	case OpExtInst:
		if set := r.m.Sets[in.ID(0)]; set != SetOpenCL {
			if set == "" {
				in.bail("%%%d is no set of instructions", in.ID(0))
			}
			r.debugLine(in)
			return
		}
	}
	r.block.Body = append(r.block.Body, in)
}

// defineResult enters the result of an instruction of a function.
func (r *functionReader) defineResult(in *Instruction) {
	if in.Result == 0 {
		return
	}
	if in.Type == 0 {
		in.bail("it is not allowed in a function")
	}
	t := r.m.typeOf(in, in.Type)
	if t.Kind == Void {
		if in.Op != OpExtInst && in.Op != OpFunctionCall && in.Op != OpFunctionPointerCallINTEL {
			in.bail("its type is void")
		}
		r.m.define(in, definition{kind: isOther, owner: r.current})
		return
	}
	if !t.IsValue() {
		in.bail("%%%d is no type of values", in.Type)
	}
	block := int32(len(r.current.Blocks) - 1)
	r.m.define(in, definition{kind: isLocal, typ: t, owner: r.current, block: block})
}

// flow finds where blocks lead to, which can be reached, and what dominates them.
func (m *Module) flow(f *Function) {
	for i := range f.Blocks {
		m.targets(f, f.Blocks[i])
	}
	f.order()
	f.dominators()
}

func (m *Module) targets(f *Function, b *Block) {
	in := b.End
	switch in.Op {
	case OpBranch:
		m.target(f, b, in.ID(0))
	case OpBranchConditional:
		if n := len(in.Args); n != 3 && n != 5 {
			in.bail("%d operands", n)
		}
		m.target(f, b, in.ID(1))
		m.target(f, b, in.ID(2))
	case OpSwitch:
		m.switchTargets(f, b)
	case OpKill, OpTerminateInvocation:
		in.bail("it belongs to shaders")
	}
}

func (m *Module) target(f *Function, b *Block, id ID) {
	if id == 0 || uint32(id) >= m.Bound {
		b.End.bail("label %d is out of bounds", id)
	}
	switch d := &m.defs[id]; {
	case d.kind != isLabel || d.owner != f:
		b.End.bail("%%%d is no label of this function", id)
	case d.block == 0:
		b.End.bail("it leads to the function's first block")
	default:
		b.Targets = append(b.Targets, int(d.block))
	}
}

// switchTargets reads the cases, whose literals have the width of the selector.
func (m *Module) switchTargets(f *Function, b *Block) {
	in := b.End
	width, _ := m.switchWidth(in)
	m.target(f, b, in.ID(1))
	rest := in.Args[2:]
	if len(rest)%(width+1) != 0 {
		in.bail("its cases are not complete")
	}
	for ; len(rest) > 0; rest = rest[width+1:] {
		m.target(f, b, ID(rest[width]))
	}
}

// switchWidth is the number of words of a case's literal, and the selector's type.
func (m *Module) switchWidth(in *Instruction) (int, *Type) {
	t := m.ValueType(in.ID(0))
	if t == nil || t.Kind != Int {
		in.bail("the selector %%%d is no integer", in.ID(0))
	}
	return int(t.Bits+31) / 32, t
}

// WideCases are the literals of an OpSwitch whose selector has more than 64 bits, the lower word of each first.
func (m *Module) WideCases(in *Instruction) (cases [][2]uint64) {
	width, t := m.switchWidth(in)
	for rest := in.Args[2:]; len(rest) > 0; rest = rest[width+1:] {
		c := m.literal(t, rest[:width])
		cases = append(cases, [2]uint64{c.Bits, c.High})
	}
	return cases
}

// SwitchCases are the literals of an OpSwitch, in the order of the targets after the first.
func (m *Module) SwitchCases(in *Instruction) []uint64 {
	width, t := m.switchWidth(in)
	var cases []uint64
	for rest := in.Args[2:]; len(rest) > 0; rest = rest[width+1:] {
		cases = append(cases, m.literal(t, rest[:width]).Bits)
	}
	return cases
}

// Retreats reports whether a block leads to one that comes before it in Order, or to itself.
func (f *Function) Retreats(from, to int) bool { return f.Blocks[to].place <= f.Blocks[from].place }

// order lists the blocks that can be reached in reverse postorder.
func (f *Function) order() {
	type visit struct{ block, next int }
	stack := []visit{{0, 0}}
	f.Blocks[0].Reachable = true
	var post []int
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		b := f.Blocks[top.block]
		if top.next == len(b.Targets) {
			post = append(post, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		// the last first, so that blocks come in the order of the text
		to := b.Targets[len(b.Targets)-1-top.next]
		top.next++
		if next := f.Blocks[to]; !next.Reachable {
			next.Reachable = true
			stack = append(stack, visit{to, 0})
		}
	}
	for i := len(post) - 1; i >= 0; i-- {
		f.Blocks[post[i]].place = len(f.Order)
		f.Order = append(f.Order, post[i])
	}
	for _, i := range f.Order {
		for _, to := range f.Blocks[i].Targets {
			if preds := f.Blocks[to].Preds; len(preds) == 0 || preds[len(preds)-1] != i {
				f.Blocks[to].Preds = append(preds, i)
			}
		}
	}
}

// dominators computes the tree of immediate dominators (Cooper, Harvey and Kennedy), and numbers it so that a block
// dominates those whose numbers lie within its own.
func (f *Function) dominators() {
	for _, b := range f.Blocks {
		b.dominator = -1
	}
	f.Blocks[0].dominator = 0
	for changed := true; changed; {
		changed = false
		for _, i := range f.Order[1:] {
			b, best := f.Blocks[i], -1
			for _, p := range b.Preds {
				switch {
				case f.Blocks[p].dominator < 0:
				case best < 0:
					best = p
				default:
					best = f.common(best, p)
				}
			}
			if best != b.dominator {
				b.dominator, changed = best, true
			}
		}
	}
	f.number()
}

// common is the nearest block that dominates both.
func (f *Function) common(a, b int) int {
	for a != b {
		for f.Blocks[a].place > f.Blocks[b].place {
			a = f.Blocks[a].dominator
		}
		for f.Blocks[b].place > f.Blocks[a].place {
			b = f.Blocks[b].dominator
		}
	}
	return a
}

func (f *Function) number() {
	children := make([][]int, len(f.Blocks))
	for _, i := range f.Order[1:] {
		d := f.Blocks[i].dominator
		children[d] = append(children[d], i)
	}
	type visit struct{ block, next int }
	stack, clock := []visit{{0, 0}}, int32(1)
	f.Blocks[0].in = 1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(children[top.block]) {
			clock++
			f.Blocks[top.block].out = clock
			stack = stack[:len(stack)-1]
			continue
		}
		child := children[top.block][top.next]
		top.next++
		clock++
		f.Blocks[child].in = clock
		stack = append(stack, visit{child, 0})
	}
}

// dominates reports whether every way to block b leads through block a, both of which can be reached.
func (f *Function) dominates(a, b int) bool {
	x, y := f.Blocks[a], f.Blocks[b]
	return x.in <= y.in && y.out <= x.out
}

// checkCalls fills in the functions that are called and refuses recursion in what entry points call. Other functions,
// as C++ leaves them, may call themselves.
func (m *Module) checkCalls() {
	m.checkPointed()
	for _, f := range m.Functions {
		for _, id := range f.callIDs {
			callee := m.Function(id)
			if callee == nil {
				f.In.bail("it calls %%%d, which is no function", id)
			}
			f.Calls = append(f.Calls, callee)
		}
		m.addTargets(f)
	}
	state := map[*Function]int{} // 1: being visited, 2: done
	for _, e := range m.EntryPoints {
		if f := m.Function(e.Function); state[f] == 0 {
			visitCalls(f, state)
		}
	}
}

func visitCalls(root *Function, state map[*Function]int) {
	type visit struct {
		f    *Function
		next int
	}
	stack := []visit{{root, 0}}
	state[root] = 1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.f.Calls) {
			state[top.f] = 2
			stack = stack[:len(stack)-1]
			continue
		}
		callee := top.f.Calls[top.next]
		top.next++
		switch state[callee] {
		case 0:
			state[callee] = 1
			stack = append(stack, visit{callee, 0})
		case 1:
			callee.In.bail("the function calls itself, or may do so by a pointer to a function; " +
				"recursion is not supported")
		}
	}
}
