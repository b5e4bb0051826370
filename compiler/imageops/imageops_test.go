package imageops

import (
	"math"
	"strings"
	"testing"

	"heddle/compiler/ir"
	"heddle/image"
)

func parsed(t *testing.T, text string) *ir.Module {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const copying = `func @k kernel () -> () {
b0:
  %1 = argblock ptr
  %2 = const i64 8
  %3 = const i32 4294967295
  %4 = const i64 16
  %5 = load ptr %1 in args align 8
  %6 = ptradd ptr %1, %2
  %7 = load ptr %6 in args align 8
  %8 = ptradd ptr %1, %4
  %9 = load i64 %8 in args align 8
  %10 = globalid.0 i64
  %11 = trunc i32 %10
  %12 = globalid.1 i64
  %13 = trunc i32 %12
  %14 = add i32 %11, %3
  %15 = imageread.2d+sampled f32 %5, %9, %14, %13 in constant
  %16 = result f32 #1 %15
  %17 = result f32 #2 %15
  %18 = result f32 #3 %15
  imagewrite.2d %7, %11, %13, %15, %16, %17, %18
  return
}
`

func TestArguments(t *testing.T) {
	list, err := Arguments(parsed(t, copying).Funcs[0])
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	from, to, sampler := &list[0], &list[1], &list[2]
	if from.Offset != 0 || to.Offset != 8 || sampler.Offset != 16 || from.IsSampler || !sampler.IsSampler {
		t.Errorf("%+v", list)
	}
	want := []Reach{{image.Image2D, 0, 0, -1, -1}, {image.Image2D, 1, 1, 0, 0}}
	if len(from.Reaches) != 2 || from.Reaches[0] != want[0] || from.Reaches[1] != want[1] {
		t.Errorf("%+v, not %+v", from.Reaches, want)
	}
}

func TestNoArgument(t *testing.T) {
	text := strings.Replace(copying, "%5 = load ptr %1 in args align 8", "%5 = globalbase ptr", 1)
	if list, err := Arguments(parsed(t, text).Funcs[0]); err == nil {
		t.Errorf("%+v", list)
	}
}

// TestBordered asks what most ids are.
func TestBordered(t *testing.T) {
	list, err := Arguments(parsed(t, copying).Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	bytes, _ := image.ParseFormat("RGBA,UNORM_INT8")
	for _, c := range []struct {
		offset, size [3]uint64
		want         bool
	}{
		{[3]uint64{0, 0, 0}, [3]uint64{10, 5, 1}, true},
		{[3]uint64{1, 0, 0}, [3]uint64{10, 5, 1}, false}, // all are inside
		{[3]uint64{1, 0, 0}, [3]uint64{20, 5, 1}, true},
		{[3]uint64{1, 0, 0}, [3]uint64{22, 5, 1}, false},
		{[3]uint64{0, 4, 0}, [3]uint64{10, 5, 1}, false},
		{[3]uint64{1 << 32, 0, 0}, [3]uint64{10, 5, 1}, false},
		{[3]uint64{0, 0, 0}, [3]uint64{1 << 32, 5, 1}, false},
		{[3]uint64{0, 0, 0}, [3]uint64{math.MaxUint64, 5, 1}, false},
	} {
		d := image.Descriptor{Width: 10, Height: 5, Depth: 1, Layers: 1, Levels: 1, Format: bytes}
		if got := OfImage(&list[0], &d, &Range{c.offset, c.size})&isBordered != 0; got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestCovers asks at the borders.
func TestCovers(t *testing.T) {
	list, err := Arguments(parsed(t, copying).Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	bytes, _ := image.ParseFormat("RGBA,UNORM_INT8")
	for _, c := range []struct {
		width, height uint32
		offset, size  [3]uint64
		want          bool
	}{
		{10, 5, [3]uint64{1, 0, 0}, [3]uint64{10, 5, 1}, true},
		{10, 5, [3]uint64{0, 0, 0}, [3]uint64{10, 5, 1}, false}, // -1
		{10, 5, [3]uint64{1, 0, 0}, [3]uint64{11, 5, 1}, false},
		{10, 5, [3]uint64{1, 1, 0}, [3]uint64{10, 5, 1}, false},
		{10, 5, [3]uint64{2, 1, 0}, [3]uint64{9, 4, 1}, true},
		{10, 5, [3]uint64{1, 0, 7}, [3]uint64{10, 5, 1 << 40}, true},
		{10, 5, [3]uint64{1 << 32, 0, 0}, [3]uint64{10, 5, 1}, false},
		{10, 5, [3]uint64{math.MaxUint64, 0, 0}, [3]uint64{10, 5, 1}, false},
		{math.MaxInt32, 5, [3]uint64{1, 0, 0}, [3]uint64{math.MaxInt32 - 1, 5, 1}, true},
		{math.MaxInt32, 5, [3]uint64{1, 0, 0}, [3]uint64{math.MaxInt32 + 1, 5, 1}, false},
	} {
		d := image.Descriptor{Width: c.width, Height: c.height, Depth: 1, Layers: 1, Levels: 1, Format: bytes}
		got := OfImage(&list[0], &d, &Range{c.offset, c.size})&isCovered != 0
		if got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Code that knows less of a launch is right for it, and code that asks less is not.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		of, code Trait
		want     bool
	}{
		{0, 0, true}, {isCovered, 0, true}, {isCovered, isBordered, true}, {isBordered, 0, true}, {0, isBordered, true},
		{0, isCovered, false}, {isBordered, isCovered, false}, {isCovered, isCovered, true}, {1, 2, false},
		{0, hasLevels, true}, {hasLevels, 0, false}, {isLarge, isCovered, false}, {isNarrow, isNarrow | isLarge, true},
	} {
		if c.of.Fits(c.code) != c.want {
			t.Errorf("%#x by code for %#x: %v", c.of, c.code, !c.want)
		}
	}
	if CompareSpecial([]Trait{isCovered, 0}, []Trait{isBordered, 0}) <= 0 || Trait(isBordered|3).Simplest() != 3 {
		t.Error("what is covered is more special than what is bordered, which is more than nothing")
	}
}

// A kernel that reads two neighbours has a version for the inside, where nothing looks at the size, and one that does.
func TestSplit(t *testing.T) {
	list, err := Arguments(parsed(t, copying).Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	bytes, _ := image.ParseFormat("RGBA,UNORM_INT8")
	m := parsed(t, copying)
	covered := Likely(list, bytes, image.AddressClamp|image.FilterNearest)
	f := Expand(m, m.Funcs[0], list, Uncovered(covered))
	if err := ir.VerifyFunc(m, f); err != nil || f.HasImages() {
		t.Fatalf("%v\n%s", err, ir.PrintFunc(f))
	}
	if end := f.Terminator(0); end.Op != ir.OpBranch || end.Flags&ir.FlagWhole == 0 {
		t.Errorf("the entry parts no bundles\n%s", ir.PrintFunc(f))
	}
	inside, edge := f.Blocks[0].Succs[0].To, f.Blocks[0].Succs[1].To
	if len(f.Blocks[inside].Succs) != 0 || len(f.Blocks[edge].Succs) != 2 || !f.Blocks[edge].Rare {
		t.Errorf("inside branches, or the edge does not\n%s", ir.PrintFunc(f))
	}
	if text := ir.PrintFunc(Expand(m, m.Funcs[0], list, covered)); strings.Contains(text, "whole") {
		t.Errorf("two versions of a launch that images cover\n%s", text)
	}
}

// TestExpand: no operation of images is left, pixels that are only copied keep their words, and an image that is large
// or has levels gets other code.
func TestExpand(t *testing.T) {
	m := parsed(t, copying)
	k := m.Funcs[0]
	list, err := Arguments(k)
	if err != nil {
		t.Fatal(err)
	}
	bytes, _ := image.ParseFormat("RGBA,UNORM_INT8")
	traits := Likely(list, bytes, image.AddressClamp|image.FilterNearest)
	texts := map[string]bool{}
	for _, change := range []func(traits []Trait){
		func([]Trait) {},
		func(traits []Trait) { traits[0] &^= isCovered },
		func(traits []Trait) { traits[1] &^= isCovered },
		func(traits []Trait) { traits[1] |= isLarge },
		func(traits []Trait) { traits[2] = OfSampler(image.AddressClampToEdge); traits[0] &^= isCovered },
	} {
		changed := Likely(list, bytes, image.AddressClamp|image.FilterNearest)
		change(changed)
		f := Expand(m, k, list, changed)
		text := ir.PrintFunc(f)
		if err := ir.VerifyFunc(m, f); err != nil || f.HasImages() || strings.Contains(text, "stof") || texts[text] {
			t.Errorf("%v\n%s", err, text)
		}
		texts[text] = true
	}
	if !k.HasImages() || ir.PrintFunc(k) != ir.PrintFunc(parsed(t, copying).Funcs[0]) {
		t.Error("the kernel has changed")
	}
	if text := ir.PrintFunc(Expand(m, k, list, traits)); strings.Contains(text, "branch") {
		t.Errorf("a launch that an image covers branches\n%s", text)
	}
}
