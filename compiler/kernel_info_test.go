package compiler

import (
	"testing"

	"heddle/compiler/ast"
)

func TestArgumentBlock(t *testing.T) {
	types := ast.NewTypes()
	float4 := types.Vector(ast.Basic(ast.Float), 4)
	float3 := types.Vector(ast.Basic(ast.Float), 3)
	pair := &ast.Type{Kind: ast.Struct, Record: &ast.Record{Complete: true, Size: 12, Align: 4}}
	k := newKernel(&ast.Function{
		Name: "k",
		Attrs: ast.FuncAttrs{Text: []string{"reqd_work_group_size(8,1,1)", "vec_type_hint(int)"},
			ReqdWorkGroupSize: [3]uint64{8, 1, 1}},
		Params: []*ast.Var{
			{Name: "c", Type: ast.Basic(ast.Char)},
			{Name: "g", Type: types.Pointer(float4, ast.Const, ast.Global), TypeName: "float4*", Qual: ast.Restrict},
			{Name: "l", Type: types.Pointer(float3, 0, ast.Local)},
			{Name: "k", Type: types.Pointer(ast.Basic(ast.Int), ast.Volatile, ast.Constant)},
			{Name: "s", Type: pair},
			{Name: "v", Type: float3},
			{Name: "i", Type: &ast.Type{Kind: ast.Image, Access: ast.WriteOnly}},
		},
	})
	want := []Arg{
		{Name: "c", Address: AddressPrivate, Access: AccessNone, SizeBytes: 1},
		{Name: "g", TypeName: "float4*", Kind: ArgBuffer, Address: AddressGlobal, Access: AccessNone,
			Qualifiers: TypeConst | TypeRestrict, SizeBytes: 8, OffsetBytes: 8},
		{Name: "l", Kind: ArgLocal, Address: AddressLocal, Access: AccessNone, SizeBytes: 8, OffsetBytes: 16,
			PointeeAlign: 16},
		{Name: "k", Kind: ArgBuffer, Address: AddressConstant, Access: AccessNone, Qualifiers: TypeConst | TypeVolatile,
			SizeBytes: 8, OffsetBytes: 24},
		{Name: "s", Address: AddressPrivate, Access: AccessNone, SizeBytes: 12, OffsetBytes: 32},
		{Name: "v", Address: AddressPrivate, Access: AccessNone, SizeBytes: 16, PackedBytes: 12, OffsetBytes: 48},
		{Name: "i", Kind: ArgImage, Address: AddressGlobal, Access: AccessWriteOnly, SizeBytes: 8, OffsetBytes: 64},
	}
	if len(k.Args) != len(want) {
		t.Fatalf("%d arguments", len(k.Args))
	}
	for i := range want {
		if k.Args[i] != want[i] {
			t.Errorf("got  %+v\nwant %+v", k.Args[i], want[i])
		}
	}
	if k.ArgBlockBytes != 72 || k.Attributes != "reqd_work_group_size(8,1,1) vec_type_hint(int)" ||
		k.ReqdWorkGroupSize[0] != 8 {
		t.Errorf("%+v", k)
	}
}
