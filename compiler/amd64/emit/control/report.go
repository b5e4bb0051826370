package control

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Form tells how the lanes of a value are kept.
type Form struct {
	Value ir.ValueID
	How   string
}

// Access tells how a kernel comes by what lies in memory.
type Access struct {
	Value ir.ValueID // the load, store or atomic operation
	How   string     // the instructions used
	Where string     // how the addresses of the lanes lie
}

// ListForms says of each value that is needed how it is kept.
func (s *Selector) ListForms() []Form {
	var list []Form
	add := func(v ir.ValueID) {
		if s.Needed[v] && s.ByValue[v].Kind != forms.None {
			list = append(list, Form{v, s.ByValue[v].String()})
		}
	}
	for _, b := range s.Flow.Layout.Order {
		for _, p := range s.Kernel.Blocks[b].Params {
			add(p)
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			add(v)
		}
	}
	return list
}

// ListAccesses says of each access how it is made.
func (s *Selector) ListAccesses() []Access {
	var list []Access
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if !forms.Accesses(in.Op) {
				continue
			}
			a := s.Rows[v]
			list = append(list, Access{Value: v, How: a.Strategy.String(), Where: a.Address.String()})
		}
	}
	return list
}
