package native

import (
	"encoding/binary"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/uniform"
	"heddle/exec/launch"
)

func TestVersionChoice(t *testing.T) {
	plan := object.Plan{Rows: 2, Columns: 4, Packed: 3}
	for _, test := range []struct {
		group [3]uint64
		want  object.Version
	}{
		{[3]uint64{64, 1, 1}, object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true, FullBundles: true}},
		{[3]uint64{5, 1, 1}, object.Version{Shape: abi.Rows, Count: 1, SmallIDs: true}},
		{[3]uint64{16, 4, 1}, object.Version{Shape: abi.Columns, Count: 4, SmallIDs: true, FullBundles: true}},
		{[3]uint64{32, 8, 1}, object.Version{Shape: abi.Columns, Count: 4, SmallIDs: true, FullBundles: true}},
		{[3]uint64{32, 2, 1}, object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true, FullBundles: true}},
		{[3]uint64{33, 8, 1}, object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true}},
		{[3]uint64{8, 8, 1}, object.Version{Shape: abi.Packed, Count: 3, SmallIDs: true}},
	} {
		l := &launch.Launch{Global: [3]uint64{1 << 20, 1 << 10, 1}, Group: test.group}
		if got := versionFor(l, test.group, 16, plan); got != test.want {
			t.Errorf("group %v: %+v", test.group, got)
		}
	}
	plan.Columns = 16
	for rows, want := range map[uint64]int{48: 16, 16: 16, 24: 8, 8: 8, 4: 4, 20: 4} {
		l := &launch.Launch{Global: [3]uint64{1 << 20, 960, 1}, Group: [3]uint64{32, rows, 1}}
		if got := versionFor(l, l.Group, 16, plan); got.Shape != abi.Columns || got.Count != want {
			t.Errorf("%d rows: %+v", rows, got)
		}
	}
	for _, l := range []*launch.Launch{
		{Global: [3]uint64{1 << 31, 1, 1}},
		{Global: [3]uint64{1, 1, 1}, Offset: [3]uint64{0, 1 << 40, 0}},
	} {
		if versionFor(l, [3]uint64{64, 1, 1}, 16, plan).SmallIDs {
			t.Errorf("the ids of %+v are not small", l)
		}
	}
}

// TestVersionOfWholeSubGroups wants bundles whose vectors are whole sub-groups of the language, for all plans.
func TestVersionOfWholeSubGroups(t *testing.T) {
	for rows := range 40 {
		plan := object.Plan{Rows: rows + 1, Packed: rows + 1, HasBarriers: true}
		for _, size := range []uint64{4, 8, 16, 32, 64} {
			program := &lane.Program{HasSubGroups: true, SubGroup: size}
			l := &launch.Launch{Global: [3]uint64{640, 1, 1}, Program: program}
			for _, group := range []uint64{1, 16, 20, 64, 640} {
				v := versionFor(l, [3]uint64{group, 1, 1}, 8, plan)
				if uint64(v.Count)%max(1, size/8) != 0 || v.Count == 0 {
					t.Errorf("sub-groups of %d in groups of %d, %d rows: %d vectors", size, group, rows+1, v.Count)
				}
			}
		}
	}
}

// TestGuardedVersion wants the guarded version of a[y * width + x] only for widths that do not let the index wrap.
func TestGuardedVersion(t *testing.T) {
	f := ir.MustParse(`func @k kernel () -> () {
b0:
  %args = argblock ptr
  %data = load ptr %args in args align 8
  %eight = const i64 8
  %at = ptradd ptr %args, %eight
  %width = load i32 %at in args align 4
  %gid0 = globalid.0 i64
  %x = trunc i32 %gid0
  %gid1 = globalid.1 i64
  %y = trunc i32 %gid1
  %row = mul i32 %y, %width
  %index = add i32 %row, %x
  %offset = zext i64 %index
  %p = ptradd ptr %data, %offset
  return
}`).Funcs[0]
	k := &fakeKernel{guard: uniform.Analyze(f).Guard()}
	args := make([]byte, 16)
	l := &launch.Launch{Machine: k, Global: [3]uint64{1 << 10, 1 << 10, 1}, Args: args}
	for width, want := range map[uint32]bool{0: true, 1 << 10: true, 0xffffffff / 1023: false, 1<<22 - 1: true,
		1 << 31: false} {
		binary.LittleEndian.PutUint32(args[8:], width)
		if got := versionFor(l, [3]uint64{64, 1, 1}, 16, object.Plan{Rows: 1, Packed: 1}).Guarded; got != want {
			t.Errorf("width %d: %v", width, got)
		}
	}
	l.Args = nil
	if versionFor(l, [3]uint64{64, 1, 1}, 16, object.Plan{Rows: 1, Packed: 1}).Guarded {
		t.Error("guarded without arguments")
	}
	if n := testing.AllocsPerRun(100, func() { guardHolds(l, [3]uint64{64, 1, 1}) }); n != 0 {
		t.Errorf("%v allocations for each launch", n)
	}
}
