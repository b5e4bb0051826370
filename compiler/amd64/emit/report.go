package emit

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Note keeps for the listing what is written for an access, the costliest if there are several. All but listings have no
// map of ways.
func (s *Values) Note(v ir.ValueID, w access.Strategy) {
	if s.Strategies != nil {
		s.Strategies[v] = max(w, s.Strategies[v])
	}
}
