package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// IsKnownMask reports whether a truth value is known for each lane. It has no code; who wants its lanes makes them.
func (s *Accesses) IsKnownMask(v ir.ValueID) bool {
	return s.ByValue[v].Kind == forms.Mask && s.ByValue[v].PerSub && s.KnownLanes(v) != nil
}

// LanePlace is where an access goes.
type LanePlace struct {
	Base    Address // of lane 0 of a sub-group, or with offsets of what all lanes share
	Step    int32   // from lane to lane
	Offsets []int64 // by work-item; nil: none
}

// LanePlaceOf is where a pointer leads, if that is known for each work-item: in steps, or by itself.
func (s *Accesses) LanePlaceOf(p ir.ValueID, t ir.Type) (LanePlace, bool) {
	a := s.AddressOf(p, t)
	switch a.Pattern {
	case AtOne:
		return LanePlace{Base: a}, !s.ByValue[a.Base].PerSub
	case InRow, InSteps:
		f := s.ByValue[a.Base]
		return LanePlace{Base: a, Step: a.Step}, !f.PerSub && (a.Plus == 0 || !s.ByValue[a.Plus].PerSub)
	}
	base, offsets := s.itemOffsets(p)
	if offsets == nil || s.ByValue[base].PerSub || s.ByValue[base].Kind != forms.Scalar {
		return LanePlace{}, false
	}
	return LanePlace{Base: s.AddressOf(base, t), Offsets: offsets}, true
}

// NeedPlaces asks for what an access lane by lane, at places that do not step evenly, is made of.
func (s *Accesses) NeedPlaces(p ir.ValueID, t ir.Type, need func(ir.ValueID)) {
	if place, ok := s.LanePlaceOf(p, t); ok {
		for _, v := range place.Shared() {
			need(v)
		}
	}
}

// Shared are the values that all lanes share.
func (p LanePlace) Shared() []ir.ValueID { return p.Base.Values() }
