package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/tuning"
	"heddle/compiler/bundle"
)

// TestAtomicOperations counts the instructions that change memory by atomic operations, in a bundle of four sub-groups.
func TestAtomicOperations(t *testing.T) {
	lanes := tuning.Machine(AVX512, Intel).Tuning.Accesses.AtomicLanes
	for name, c := range map[string]struct {
		source      string // at %4, the same place for all, or at %7, a place of each lane's own
		instruction string
		times       int
		isByLane    bool
	}{
		"sum of the lanes at one place":      {"%9 = atomicrmw.add i32 %4, %8", "add", 1, false},
		"bits of the lanes at one place":     {"%9 = atomicrmw.xor i32 %4, %8", "xor", 1, false},
		"greatest of the lanes at one place": {"%9 = atomicrmw.smax i32 %4, %8", "cmpxchg", 1, false},
		"count of the lanes at one place":    {"%9 = atomicrmw.add i32 %4, %1", "add", 4, false},
		"places in a list":                   {"%9 = atomicrmw.add i32 %4, %1; store %7, %9", "xadd", 4, false},
		"sums at places of their own":        {"%9 = atomicrmw.add i32 %7, %8", "add", lanes, false},
		"sums of which all are read":         {"%9 = atomicrmw.add i32 %4, %8; store %7, %9", "xadd", 4, false},
		"exchanges":                          {"%9 = atomicrmw.xchg i32 %4, %8; store %7, %9", "xchg", 4, false},
		"greatest of which all are read":     {"%9 = atomicrmw.smax i32 %4, %8; store %7, %9", "cmpxchg", 4, false},
		"swaps": {"%9 = atomiccmpxchg i32 %4, %1, %8; store %7, %9",
			"cmpxchg", 4, true},
		"greatest of each at places of its own": {"%9 = atomicrmw.umax i32 %7, %8", "cmpxchg", 4, true},
	} {
		for _, isa := range []ISA{AVX512, AVX2} {
			global := atomicListing(t, isa, c.source, "global")
			if n := selectedWith(global, c.instruction+" dword ptr ["); n != c.times {
				t.Errorf("%s, %v: %d times %s, want %d", name, isa, n, c.instruction, c.times)
			}
			if n := selectedWith(global, "lock "); n != c.times && c.instruction != "xchg" { // which locks unasked
				t.Errorf("%s, %v: %d locked instructions, want %d", name, isa, n, c.times)
			}
			if got := selectedWith(global, "tzcnt") > 0; got != c.isByLane {
				t.Errorf("%s, %v: a loop over the lanes: %v", name, isa, got)
			}
		}
	}
}

// TestAtomicsOfLocalMemoryLockNothing: one worker runs a work-group.
func TestAtomicsOfLocalMemoryLockNothing(t *testing.T) {
	for _, kind := range []string{"add", "sub", "and", "or", "xor", "smin", "smax", "umin", "umax", "xchg", "inc",
		"dec", "fadd", "fmin", "fmax"} {
		for _, isRead := range []bool{false, true} {
			for _, place := range []string{"%4", "%7"} {
				source := "%9 = atomicrmw." + kind + " i32 " + place + ", %8"
				if kind[0] == 'f' {
					source = "%9 = bitcast f32 %8; %10 = atomicrmw." + kind + " f32 " + place + ", %9"
				}
				if isRead && kind[0] != 'f' {
					source += "; store %7, %9"
				}
				for _, isa := range []ISA{AVX512, AVX2} {
					l := atomicListing(t, isa, source, "local")
					if selectedWith(l, "lock ")+selectedWith(l, "xchg dword") > 0 {
						t.Errorf("%s, %v: something is locked", source, isa)
					}
				}
			}
		}
	}
}

// TestOnePlaceAtRunTime: of lanes with an index each, one operation serves all if the indices are one, which is looked
// at, unless the old values are not read.
func TestOnePlaceAtRunTime(t *testing.T) {
	const byIndex = "%20 = udiv i32 %8, %8; %21 = zext i64 %20; %22 = shl i64 %21, %2; " +
		"%23 = ptradd ptr %4, %22; "
	for _, isa := range []ISA{AVX512, AVX2} {
		read := atomicListing(t, isa, byIndex+"%9 = atomicrmw.or i32 %23, %8; store %7, %9", "global")
		if n := selectedWith(read, "cmpxchg dword ptr ["); n != 8 || selectedWith(read, "tzcnt") == 0 {
			t.Errorf("%v: %d swaps, want one for all lanes and one by lane, for each of 4 sub-groups", isa, n)
		}
		unread := atomicListing(t, isa, byIndex+"%9 = atomicrmw.or i32 %23, %8", "global")
		if n := selectedWith(unread, "cmpxchg dword ptr ["); n != 0 {
			t.Errorf("%v: %d swaps for values that nobody reads", isa, n)
		}
	}
}

// atomicListing is a kernel of instructions divided by semicolons, whose atomic operations are in an address space.
func atomicListing(t *testing.T, isa ISA, source, space string) *Listing {
	t.Helper()
	var body strings.Builder
	for line := range strings.SplitSeq(source, "; ") {
		body.WriteString("  " + line)
		switch {
		case strings.Contains(line, "= atomic"):
			body.WriteString(" in " + space + " align 4 order relaxed scope device")
		case strings.HasPrefix(line, "store"):
			body.WriteString(" in global align 4")
		}
		body.WriteString("\n")
	}
	return mustList(t, withOwnWord("i32", body.String()+"  return"), isa,
		Version{Shape: bundle.Rows, Count: 4, SmallIDs: true, FullBundles: true})
}
