package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// indirectCall calls the function that a pointer's token names: a switch over all that the call can reach. Another
// token ends the launch.
func (e *emitter) indirectCall() []ir.ValueID {
	targets := e.defined(e.Targets(e.in))
	token := e.Conv(ir.OpBitcast, ir.I64, 0, e.scalar(0))
	if len(targets) == 0 {
		e.fault(ir.NoFunctionAddress)
		return e.undefined()
	}
	args, at := e.arguments(targets[0].Type)
	none, join := e.NewBlock(), e.NewBlock()
	var tokens []uint64
	var cases []ir.Edge
	for _, f := range targets {
		tokens, cases = append(tokens, e.Token(f)), append(cases, ir.Edge{To: e.NewBlock()})
	}
	e.Switch(token, ir.Edge{To: none}, tokens, cases)
	var results []ir.ValueID
	for i, f := range targets {
		e.SetBlock(cases[i].To)
		values := e.Function.Call(e.callee(f.ID), e.List(args...))
		if i == 0 {
			results = e.each(values, func(v ir.ValueID) ir.ValueID { return e.AddParam(join, e.Func.Type(v)) })
		}
		e.Jump(join, values...)
	}
	e.SetBlock(none)
	e.trap(ir.NoFunctionAddress)
	e.SetBlock(join)
	return e.called(targets[0].Type.Result, results, at)
}

// defined are the functions that have a body in this program.
func (e *emitter) defined(list []*spirv.Function) (found []*spirv.Function) {
	for _, f := range list {
		if e.HasBody(e.functions[f.ID]) {
			found = append(found, f)
		}
	}
	return found
}
