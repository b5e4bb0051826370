package stride

import (
	"slices"

	"heddle/compiler/ir"
)

// Form is a linear form: a constant and a sum of products of constants and values.
type Form struct {
	Constant int64
	Terms    []Term
}

// Term is a product of a value and a constant. A value of 32 bits is extended by its sign.
type Term struct {
	Value  ir.ValueID
	Factor int64
}

// Is reports whether the form is a constant, and this one.
func (a Form) Is(c int64) bool { return len(a.Terms) == 0 && a.Constant == c }

// IsConst reports whether the form is a constant.
func (a Form) IsConst() bool { return len(a.Terms) == 0 }

// IsZero reports whether nothing changes.
func (a Form) IsZero() bool { return a.Is(0) }

// Plus is the sum of two forms.
func (a Form) Plus(b Form) Form {
	if a.IsConst() { // as nearly always
		return Form{a.Constant + b.Constant, b.Terms}
	}
	return Form{a.Constant + b.Constant, append(a.Terms[:len(a.Terms):len(a.Terms)], b.Terms...)}
}

// Times is the form times a constant.
func (a Form) Times(c int64) Form {
	r := Form{Constant: a.Constant * c}
	for _, t := range a.Terms {
		r.Terms = append(r.Terms, Term{t.Value, t.Factor * c})
	}
	return r
}

// isShort reports whether all factors are. Products of two such factors are in 64 bits still.
func (a Form) isShort() bool {
	return !slices.ContainsFunc(a.Terms, func(t Term) bool { return !isShort(t.Factor) })
}

func isShort(c int64) bool { return c > -1<<30 && c < 1<<30 }

// Exceeds reports whether the form is a number above a limit in size, or has a term, which is large for most launches.
func (a Form) Exceeds(limit int64) bool {
	return !a.IsConst() || a.Constant > limit || a.Constant < -limit
}

// isLess reports whether a is smaller in size than b.
func (a Form) isLess(b Form) bool { return a.IsConst() && b.Exceeds(max(a.Constant, -a.Constant)) }
