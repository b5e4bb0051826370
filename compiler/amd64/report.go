package amd64

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
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

// note keeps for the listing what is written for an access, the costliest if there are several. All but listings have no
// map of ways.
func (s *values) note(v ir.ValueID, w access.Strategy) {
	if s.strategies != nil {
		s.strategies[v] = max(w, s.strategies[v])
	}
}

// listForms says of each value that is needed how it is kept.
func (s *selector) listForms() []Form {
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

// listAccesses says of each access how it was written.
func (s *selector) listAccesses() []Access {
	var list []Access
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if !forms.Accesses(in.Op) {
				continue
			}
			a := s.AddressOf(in.Args[0], forms.AccessType(s.Kernel, in))
			list = append(list, Access{Value: v, How: access.StrategyNames[s.strategies[v]], Where: a.String()})
		}
	}
	return list
}
