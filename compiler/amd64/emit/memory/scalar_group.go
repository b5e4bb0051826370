package memory

import "heddle/compiler/ir"

// ScalarGroupInstr writes a group where its store stands; false: the instruction is in none.
func (s *Accessor) ScalarGroupInstr(v ir.ValueID) bool {
	g := s.ScalarGroupOf[v]
	if g == nil {
		return false
	}
	if v == g.Store {
		piece := s.Pieces[v]
		for _, subs := range s.Teams(piece) {
			c := s.NewOneLane(piece, subs)
			c.Run(func() {
				for _, m := range piece.List {
					c.Write(m)
				}
			})
		}
	}
	return true
}
