package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
)

// Constant evaluates a built-in with a scalar result and constant arguments, if that is possible without the library.
func (Builtins) Constant(e *ast.BuiltinCall) (bits uint64, ok bool) {
	c, ok := e.Info.(*builtin.Call)
	if !ok || c.Family == nil || c.Family.How == builtin.ByLibrary || c.Family.How == builtin.ByLibraryOut ||
		!e.Type.IsArith() {
		return 0, false
	}
	list := &diag.List{}
	u := newUnitLowerer(&ast.Unit{Types: ast.NewTypes()}, list)
	values, ok := u.constValues(e)
	if !ok || list.HasErrors() || values[0].isAddress {
		return 0, false
	}
	return values[0].bits, true
}
