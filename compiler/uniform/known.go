package uniform

import (
	"heddle/compiler/ir"
	"heddle/compiler/shortage"
)

// Known holds the analyses of one function. They run when they are first asked for, and their results are shared by all
// users: one takes about as long as a pass over the function, and the interpreter's code, the guard, the plan and each
// version need it. It may be used from several goroutines at once; the function must not be changed any more.
type Known struct {
	fn       *ir.Func
	find     shortage.Once
	info     *Info // found by find
	findRows shortage.Once
	rows     *Info // found by findRows
}

// Of returns the analyses of a function.
func Of(f *ir.Func) *Known { return &Known{fn: f} }

// Func is the function.
func (k *Known) Func() *ir.Func { return k.fn }

// Info is the result of Analyze.
func (k *Known) Info() *Info {
	k.find.Do(func() { k.info = Analyze(k.fn) })
	return k.info
}

// WithRows is the result of AnalyzeRows.
func (k *Known) WithRows() *Info {
	k.findRows.Do(func() { k.rows = AnalyzeRows(k.fn) })
	return k.rows
}
