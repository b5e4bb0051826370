package translate

import (
	"encoding/binary"

	"heddle/compiler/ast"
	"heddle/compiler/spirv"
)

// initialize gives a variable of module scope its initial value: the bytes as a string, and the addresses in it as
// places that overwrite some of them.
func (t *module) initialize(v *spirv.Variable) {
	x := t.variables[v.ID]
	if x == nil || v.Storage == spirv.StorageWorkgroup {
		return
	}
	if v.Init == nil || v.Init.Kind == spirv.Null {
		return
	}
	filled := imageOf(v.Init)
	init := &ast.Init{Zero: true}
	if text := filled.trimmed(); len(text) > 0 {
		kind := &ast.Type{Kind: ast.Array, Elem: ast.Basic(ast.Char), Len: int64(len(text))}
		init.Places = append(init.Places, ast.Place{Type: kind,
			Expr: &ast.StringLit{Base: ast.Base{Type: kind}, Value: string(text)}})
	}
	for _, a := range filled.addresses {
		pointer := t.types.Pointer(ast.Basic(ast.Char), 0, ast.Global)
		init.Places = append(init.Places, ast.Place{Offset: a.at, Type: pointer, Expr: t.address(a.of, pointer)})
	}
	x.Init = init
}

// address is the expression of the address of a variable, moved by bytes.
func (t *module) address(c *spirv.Constant, pointer *ast.Type) ast.Expr {
	x := t.variables[c.Variable.ID]
	if x == nil || x.Space == ast.Local {
		return &ast.IntLit{Base: ast.Base{Type: pointer}}
	}
	var e ast.Expr = &ast.AddrOf{Base: ast.Base{Type: pointer}, X: &ast.VarRef{Base: ast.Base{Type: x.Type}, Var: x}}
	if c.Offset == 0 {
		return e
	}
	by := &ast.IntLit{Base: ast.Base{Type: ast.Basic(ast.Long)}, Value: c.Offset}
	return &ast.Binary{Base: ast.Base{Type: pointer}, Op: ast.PtrAdd, X: e, Y: by}
}

// contents is the memory of a constant.
type contents struct {
	bytes     []byte
	addresses []placedAddress
}

type placedAddress struct {
	at uint64
	of *spirv.Constant
}

func imageOf(c *spirv.Constant) *contents {
	m := &contents{bytes: make([]byte, c.Type.Size)}
	m.add(c, 0)
	return m
}

func (m *contents) add(c *spirv.Constant, at uint64) {
	switch c.Kind {
	case spirv.Composite:
		for i, part := range c.Parts {
			m.add(part, at+c.Type.PartOffset(uint64(i)))
		}
	case spirv.Address:
		if at+8 <= uint64(len(m.bytes)) {
			m.addresses = append(m.addresses, placedAddress{at, c})
		}
	case spirv.Scalar:
		var word [16]byte
		binary.LittleEndian.PutUint64(word[:], c.Bits)
		binary.LittleEndian.PutUint64(word[8:], c.High)
		copy(m.bytes[at:], word[:c.Type.Size])
	}
}

// trimmed are the bytes without zeros at the end.
func (m *contents) trimmed() []byte {
	n := len(m.bytes)
	for n > 0 && m.bytes[n-1] == 0 {
		n--
	}
	return m.bytes[:n]
}
