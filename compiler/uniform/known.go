package uniform

import (
	"sync"

	"heddle/compiler/ir"
)

// Known is what is known of one function, found out when somebody first asks, for all who ask: it takes about as long
// as a pass over the function, and the interpreter's code, the guard, the plan and each version want it. It may be used
// from several goroutines at once; nobody may change the function any more.
type Known struct {
	fn       *ir.Func
	find     sync.Once
	info     *Info // found by find
	findRows sync.Once
	rows     *Info // found by findRows
}

// Of is what is known of a function.
func Of(f *ir.Func) *Known { return &Known{fn: f} }

// Func is the function.
func (k *Known) Func() *ir.Func { return k.fn }

// Info is what Analyze says.
func (k *Known) Info() *Info {
	k.find.Do(func() { k.info = Analyze(k.fn) })
	return k.info
}

// WithRows is what AnalyzeRows says.
func (k *Known) WithRows() *Info {
	k.findRows.Do(func() { k.rows = AnalyzeRows(k.fn) })
	return k.rows
}
