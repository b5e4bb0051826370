package forms

import "heddle/compiler/ir"

func (s *Forms) PlaceOf(v ir.ValueID) int { return s.Flow.Layout.Place[s.Kernel.Instr(v).Block] }
