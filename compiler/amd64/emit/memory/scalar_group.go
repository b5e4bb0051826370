package memory

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// ScalarGroupInstr writes a group where its store stands; false: the instruction is in none.
func (s *Accessor) ScalarGroupInstr(v ir.ValueID) bool {
	g := s.ScalarGroupOf[v]
	if g == nil {
		return false
	}
	if v != g.Store {
		return true
	}
	canJoin := true
	for _, m := range g.Members {
		in := s.Kernel.Instr(m)
		if forms.Accesses(in.Op) {
			canJoin = canJoin && (g.Inside[in.Args[0]] || s.IsJointAddress(in.Args[0], s.Kernel.AccessType(in)))
		}
	}
	for _, subs := range s.Teams(canJoin) {
		s.writeScalarGroup(g, subs)
	}
	return true
}

// writeScalarGroup writes a group for some sub-groups.
func (s *Accessor) writeScalarGroup(g *regions.ScalarGroup, subs []int) {
	c := s.NewOneLane(subs, g.Inside)
	c.perIteration = s.Tuning.ScalarGroups.Lanes
	if len(g.Members) > s.Tuning.ScalarGroups.Long {
		c.perIteration /= 2
	}
	c.loose = s.LooseIn(g)
	wanted := map[ir.ValueID]bool{}
	want := func(v ir.ValueID) {
		wanted[v] = true
		if !g.Inside[v] {
			c.TakeIn(v)
		}
	}
	for i := len(g.Members) - 1; i >= 0; i-- {
		m := g.Members[i]
		in := s.Kernel.Instr(m)
		if in.Op != ir.OpStore && !wanted[m] {
			continue
		}
		args := in.Args
		if forms.Accesses(in.Op) {
			c.wantPlace(args[0], s.Kernel.AccessType(in), want)
			args = args[1:]
		}
		for _, a := range args {
			want(a)
		}
	}
	c.Run(func() {
		for _, m := range g.Members {
			if wanted[m] || s.Kernel.Instr(m).Op == ir.OpStore {
				c.Write(m)
			}
		}
	})
}

// wantPlace asks for what the address of an access takes.
func (c *OneLane) wantPlace(p ir.ValueID, t ir.Type, want func(ir.ValueID)) {
	if !c.inside[p] {
		c.TakePointer(p, t)
		return
	}
	a := c.parsed(p)
	want(a.Base)
	if a.Index != 0 {
		want(a.Index)
	}
}
