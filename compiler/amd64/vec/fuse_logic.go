package vec

import "heddle/compiler/amd64/asm"

// Trees of logical operations.

// logicTree is a function of up to three registers, its leaves: bit 4a+2b+c of table is its value where the leaves'
// bits are a, b and c. The table does not depend on absent leaves.
type logicTree struct {
	of     asm.Reg // its result, in fuser.trees
	leaves [3]asm.Reg
	count  int
	table  uint8
	parts  []int     // the instructions that make it
	spared []asm.Reg // operands that others read too: their own operands are among the leaves
}

// The tables of the leaves themselves.
var leafTables = [3]uint8{0xf0, 0xcc, 0xaa}

// logicOps are the operations, on the tables of their operands.
var logicOps = [asm.OpCount]func(a, b uint8) uint8{
	asm.Vpandd: tableAnd, asm.Vpandq: tableAnd, asm.Vpord: tableOr, asm.Vporq: tableOr,
	asm.Vpxord: tableXor, asm.Vpxorq: tableXor, asm.Vpandnd: tableAndNot, asm.Vpandnq: tableAndNot,
}

func tableAnd(a, b uint8) uint8    { return a & b }
func tableOr(a, b uint8) uint8     { return a | b }
func tableXor(a, b uint8) uint8    { return a ^ b }
func tableAndNot(a, b uint8) uint8 { return ^a & b }

// logic joins an operation with those that make its operands.
func (f *fuser) logic(i int, in *asm.Inst) {
	combine := logicOps[in.Op]
	if combine == nil || in.HasMem || in.Mask != asm.NoReg || in.Len != asm.L512 || in.Dst < asm.FirstVirtual {
		return
	}
	tree, ok := f.joinTrees(in, combine)
	if !ok {
		return
	}
	parts, spared := tree.parts, tree.spared
	tree.parts = append(parts[:len(parts):len(parts)], i)
	isJoined := len(parts) > 0 && tree.count > 0
	if isJoined {
		tree.spared = nil
	}
	f.keepTree(in.Dst, tree)
	if !isJoined {
		return
	}
	for _, part := range parts {
		f.killTree(part)
	}
	for _, r := range spared {
		if f.reads[r-asm.FirstVirtual]--; f.reads[r-asm.FirstVirtual] == 0 {
			f.killTree(int(f.last[r-asm.FirstVirtual]) - 1)
		}
	}
	f.putTree(i, in, tree)
}

func (f *fuser) killTree(i int) {
	f.kill(i)
	delete(f.before, i)
}

// keepTree records the tree of a register until the block ends.
func (f *fuser) keepTree(r asm.Reg, tree logicTree) {
	tree.of = r
	f.trees = append(f.trees, tree)
	f.treeAt[r-asm.FirstVirtual] = int32(len(f.trees))
}

// keptTree is the tree of a register of this block, nil if it has none.
func (f *fuser) keptTree(r asm.Reg) *logicTree {
	if r < asm.FirstVirtual {
		return nil
	}
	at := f.treeAt[r-asm.FirstVirtual]
	if at == 0 || int(at) > len(f.trees) || f.trees[at-1].of != r {
		return nil
	}
	return &f.trees[at-1]
}

// joinTrees is the tree of an operation, with the trees of its operands as far as there are leaves for them.
func (f *fuser) joinTrees(in *asm.Inst, combine func(a, b uint8) uint8) (logicTree, bool) {
	a, b := f.treeOf(in.A), f.treeOf(in.B)
	a, b = f.spare(in.A, a, b), f.spare(in.B, b, a)
	for _, try := range [...][2]logicTree{{a, b}, {a, f.leaf(in.B)}, {f.leaf(in.A), b}, {f.leaf(in.A), f.leaf(in.B)}} {
		joined, left, right, ok := joinLeaves(try[0], try[1])
		if ok {
			joined.table = combine(left, right)
			joined.parts = append(append([]int(nil), try[0].parts...), try[1].parts...)
			joined.spared = append(append([]asm.Reg(nil), try[0].spared...), try[1].spared...)
			return joined, true
		}
	}
	return logicTree{}, false
}

// leaf is the tree of a single register. All ones and all zeros need no leaf.
func (f *fuser) leaf(r asm.Reg) logicTree {
	if c, ok := f.vec.Held[r]; ok && c.table == "" {
		switch {
		case c.bits == 0:
			return logicTree{}
		case c.bits == ^uint64(0)>>(64-8*c.width):
			return logicTree{table: 0xff}
		}
	}
	return logicTree{leaves: [3]asm.Reg{r}, count: 1, table: leafTables[0]}
}

// treeOf is the tree that makes a register, if the register has no other reader, else a leaf.
func (f *fuser) treeOf(r asm.Reg) logicTree {
	tree := f.treeHere(r)
	if tree == nil || f.reads[r-asm.FirstVirtual] != 1 {
		return f.leaf(r)
	}
	return *tree
}

// treeHere is the tree that alone makes a register, if its leaves have not been written since; else nil.
func (f *fuser) treeHere(r asm.Reg) *logicTree {
	tree := f.keptTree(r)
	if tree == nil || f.writes[r-asm.FirstVirtual] != 1 {
		return nil
	}
	made := int(f.last[r-asm.FirstVirtual]) - 1
	for _, leaf := range tree.leaves[:tree.count] {
		if leaf < asm.FirstVirtual || int(f.last[leaf-asm.FirstVirtual])-1 > made {
			return nil
		}
	}
	return tree
}

// spare is a better tree for a register that is a leaf only because others read it, too: that of its operands. The
// other operand's tree must have all of them among its leaves, or all but one that takes the register's place. The
// majority of three words, which hashes compute as a&b ^ a&c ^ b&c, keeps one of the products from iteration to
// iteration and is one instruction without it.
func (f *fuser) spare(r asm.Reg, own, other logicTree) logicTree {
	tree := f.treeHere(r)
	if tree == nil || f.reads[r-asm.FirstVirtual] == 1 {
		return own
	}
	with, _, _, ok := joinLeaves(own, other)
	without, _, _, isFew := joinLeaves(*tree, other)
	if !isFew || ok && without.count > with.count {
		return own
	}
	spared := append(tree.spared[:len(tree.spared):len(tree.spared)], r)
	return logicTree{leaves: tree.leaves, count: tree.count, table: tree.table, spared: spared}
}

// joinLeaves gives two trees the same leaves; left and right are their tables over those.
func joinLeaves(a, b logicTree) (joined logicTree, left, right uint8, ok bool) {
	joined = logicTree{leaves: a.leaves, count: a.count}
	var places [3]int // of b's leaves among the joined
	for k, leaf := range b.leaves[:b.count] {
		at := 0
		for at < joined.count && joined.leaves[at] != leaf {
			at++
		}
		if at == 3 {
			return logicTree{}, 0, 0, false
		}
		if at == joined.count {
			joined.leaves[at] = leaf
			joined.count++
		}
		places[k] = at
	}
	return joined, a.table, moveLeaves(b, places), true
}

// moveLeaves is a tree's table after its leaves have moved to other places.
func moveLeaves(tree logicTree, places [3]int) (table uint8) {
	for row := range 8 {
		var inner int
		for k := range tree.count {
			if leafTables[places[k]]>>row&1 != 0 {
				inner |= 4 >> k
			}
		}
		if tree.table>>inner&1 != 0 {
			table |= 1 << row
		}
	}
	return table
}

// putTree writes a tree as one instruction. The register allocator chooses which leaf it overwrites.
func (f *fuser) putTree(i int, in *asm.Inst, tree logicTree) {
	for k := tree.count; k < 3; k++ {
		tree.leaves[k] = tree.leaves[0]
	}
	f.before[i] = []asm.Inst{{Op: asm.MoveV, Len: in.Len, Dst: in.Dst, B: tree.leaves[0], Pos: in.Pos}}
	*in = asm.Inst{Op: asm.Vpternlogd, Len: in.Len, Dst: in.Dst, A: tree.leaves[1], B: tree.leaves[2],
		Imm: int64(tree.table), Pos: in.Pos}
}
