package compiler

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/lower"
)

// newKernel fills in the facts that the source gives about a kernel.
func newKernel(f *ast.Function) *Kernel {
	k := &Kernel{
		Name:              f.Name,
		Attributes:        strings.Join(f.Attrs.Text, " "),
		ReqdWorkGroupSize: f.Attrs.ReqdWorkGroupSize,
		ReqdSubGroupSize:  f.Attrs.SubGroupSize,
		ReqdSubGroups:     f.Attrs.SubGroups,
		WorkGroupSizeHint: f.Attrs.WorkGroupSizeHint,
		Args:              make([]Arg, 0, len(f.Params)),
	}
	offsets, total := lower.ArgLayout(f)
	k.ArgBlockBytes = total
	for i, p := range f.Params {
		arg := newArg(p)
		arg.OffsetBytes = offsets[i]
		if i < f.Captures && arg.Kind == ArgLocal { // no more than a value
			arg.Kind = ArgValue
		}
		k.Args = append(k.Args, arg)
	}
	return k
}

func newArg(p *ast.Var) Arg {
	a := Arg{
		Name:      p.Name,
		TypeName:  p.TypeName,
		Kind:      argKind(p.Type),
		Address:   AddressPrivate,
		Access:    accessQualifiers[p.Access],
		SizeBytes: p.Type.Size(),
	}
	if p.Type.Lanes() == 3 {
		a.PackedBytes = 3 * p.Type.Elem.Size()
	}
	if p.Type.IsRecord() {
		a.AtLeast = p.Type.Record.AtLeast
	}
	if p.Type.Kind != ast.Pointer {
		if p.Type.Kind == ast.Pipe {
			a.Address, a.Qualifiers, a.PacketBytes = AddressGlobal, TypePipe, p.Type.Elem.Size()
			a.Access = accessQualifiers[p.Type.Access]
		}
		if p.Type.Kind == ast.Image {
			a.Address, a.ImageType = AddressGlobal, p.Type.Image
			a.Access = accessQualifiers[max(p.Access, p.Type.Access)]
		}
		return a
	}
	a.Address = addressQualifiers[p.Type.Space]
	a.Qualifiers = pointeeQualifiers(p)
	if a.Kind == ArgLocal {
		a.PointeeAlign = pointeeAlign(p.Type.Elem)
	}
	return a
}

func argKind(t *ast.Type) ArgKind {
	switch t.Kind {
	case ast.Pointer:
		if t.Space == ast.Local {
			return ArgLocal
		}
		return ArgBuffer
	case ast.Image:
		return ArgImage
	case ast.Sampler:
		return ArgSampler
	case ast.Pipe:
		return ArgPipe
	case ast.Queue:
		return ArgQueue
	}
	return ArgValue
}

var addressQualifiers = [...]AddressQualifier{
	ast.NoSpace: AddressPrivate, ast.Private: AddressPrivate, ast.Local: AddressLocal, ast.Global: AddressGlobal,
	ast.Constant: AddressConstant, ast.Generic: AddressPrivate,
}

var accessQualifiers = [...]AccessQualifier{
	ast.NoAccess: AccessNone, ast.ReadOnly: AccessReadOnly, ast.WriteOnly: AccessWriteOnly,
	ast.ReadWrite: AccessReadWrite,
}

// pointeeQualifiers are those of a pointer argument: restrict is the pointer's own, the others the pointee's. A
// __constant pointee is const.
func pointeeQualifiers(p *ast.Var) TypeQualifier {
	var q TypeQualifier
	if p.Type.ElemQual&ast.Const != 0 || p.Type.Space == ast.Constant {
		q |= TypeConst
	}
	if p.Type.ElemQual&ast.Volatile != 0 {
		q |= TypeVolatile
	}
	if p.Qual&ast.Restrict != 0 {
		q |= TypeRestrict
	}
	return q
}

// pointeeAlign is the alignment that local memory for a pointer argument needs: that of the largest vector if the
// pointee has no type.
func pointeeAlign(t *ast.Type) uint64 {
	if t.Kind == ast.Void {
		return 128
	}
	return max(1, t.Align())
}
