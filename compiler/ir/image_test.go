package ir

import (
	"testing"

	"heddle/image"
)

func TestImageKindHoldsItsParts(t *testing.T) {
	k := NewImageKind(image.Image2DArray, LodGradients, ImageSampled|ImageFloat|ImageUnsigned)
	if k.Shape() != image.Image2DArray || k.Lod() != LodGradients || !k.Sampled() || !k.FloatCoordinates() ||
		!k.Unsigned() || k.Coordinates() != 3 || k.Spatial() != 2 {
		t.Errorf("%v has lost something", k)
	}
	if want := "2darray+sampled+float+gradients+unsigned"; k.String() != want {
		t.Errorf("%v is not %s", k, want)
	}
	if k := NewImageKind(image.Image3D, LodNone, 0); k.Sampled() || k.FloatCoordinates() || k.Unsigned() {
		t.Errorf("%v has something more", k)
	}
}

func TestImageAccessHasTheKindsParts(t *testing.T) {
	for lod, detail := range map[Lod]image.Detail{LodNone: image.BaseLevel, LodLevel: image.GivenLevel,
		LodGradients: image.GivenGradients} {
		want := image.Access{Shape: image.Image3D, Sampled: true, FloatCoords: true, Detail: detail}
		if got := NewImageKind(image.Image3D, lod, ImageSampled|ImageFloat).Access(); got != want {
			t.Errorf("%+v is not %+v", got, want)
		}
	}
}

// The builder makes all forms of operations so that the verifier accepts them.
func TestBuiltImageOperationsAreValid(t *testing.T) {
	for kind := range 256 {
		for _, op := range []Op{OpImageRead, OpImageWrite} {
			if k := ImageKind(kind); k.Valid(op) {
				checkBuiltImage(t, op, k)
			}
		}
	}
}

func checkBuiltImage(t *testing.T, op Op, k ImageKind) {
	t.Helper()
	m := &Module{}
	f := m.NewFunc("f")
	var operands []ValueID
	f.Params = k.Operands(op, I32)
	b := NewBuilder(f)
	for i := range f.Params {
		operands = append(operands, b.Arg(i))
	}
	if op == OpImageWrite {
		b.ImageWrite(k, operands...)
		b.Return()
	} else {
		f.Results = []Type{I32, I32, I32, I32}
		channels := b.ImageRead(k, I32, SpaceConstant, operands...)
		b.Return(channels[:]...)
	}
	if err := Verify(m); err != nil || !f.HasImages() {
		t.Errorf("%v\n%s", err, Print(m))
	}
}
