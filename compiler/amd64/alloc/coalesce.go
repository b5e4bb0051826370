package alloc

import "heddle/compiler/amd64/asm"

// coalesce joins registers that a move connects if their values are never live at the same time, those of inner loops
// first. The move then disappears. Machine registers named by the code are left to hints: joining a long range to one
// would block it.
func (a *allocator) coalesce() {
	joined := false
	for _, i := range a.movesByDepth() {
		if a.joinMove(i) {
			a.dead[i], joined = true, true
			a.result.Coalesced++
		}
	}
	if joined {
		a.sortMentions()
	}
}

// movesByDepth lists the moves between virtual registers, inner loops first, in program order among equals.
func (a *allocator) movesByDepth() []int32 {
	var byDepth [maxWeighedDepth + 1][]int32
	for i := range a.fn.Insts {
		in := &a.fn.Insts[i]
		if isMove(in) && in.Dst >= asm.FirstVirtual && in.B >= asm.FirstVirtual {
			depth := int32(0)
			if l := a.blocks[a.blockOf[i]].loop; l >= 0 {
				depth = min(a.loops[l].depth, maxWeighedDepth)
			}
			byDepth[depth] = append(byDepth[depth], int32(i))
		}
	}
	all := byDepth[maxWeighedDepth]
	for d := maxWeighedDepth - 1; d >= 0; d-- {
		all = append(all, byDepth[d]...)
	}
	return all
}

func (a *allocator) joinMove(i int32) bool {
	in := &a.fn.Insts[i]
	to, from := a.find(int32(in.Dst)), a.find(int32(in.B))
	if to == from {
		return true
	}
	if a.isFar(to) || a.isFar(from) || a.losesRemat(to, from) || a.meet(a.live[to], a.live[from]) {
		return false
	}
	a.parent[from] = to
	a.live[to] = a.join(a.live[to], a.live[from])
	a.writeCount[to] += a.writeCount[from] - 1 // the move disappears
	a.remat[to] = a.remat[from]
	if a.writeCount[to] != 1 {
		a.remat[to] = -1
	}
	return true
}

// losesRemat reports whether a constant with other uses would become one with a variable, which cannot be
// rematerialised.
func (a *allocator) losesRemat(to, from int32) bool {
	return a.remat[from] >= 0 && a.writeCount[to] > 1 && a.count[from] > 2
}

// findRemats finds the registers whose only definition is cheap and reads no register that may have changed since.
func (a *allocator) findRemats() {
	a.remat = make([]int32, len(a.count))
	for r := range a.remat {
		a.remat[r] = -1
	}
	for i := range a.fn.Insts {
		in := &a.fn.Insts[i]
		if in.Remat && in.Dst >= asm.FirstVirtual && a.writeCount[in.Dst] == 1 && readsOnlyReserved(in) {
			a.remat[in.Dst] = int32(i)
		}
	}
}

func readsOnlyReserved(in *asm.Inst) bool {
	only := true
	in.Operands(func(r *asm.Reg, read, write bool) {
		if read && !reserved(*r) {
			only = false
		}
	})
	return only
}
