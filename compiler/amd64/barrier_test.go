package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/bundle"
)

// TestWhatIsKeptAcrossBarriers wants of what is the same for all one number in the frame, or one vector for all
// sub-groups where lanes are made of it, and of what each lane has a vector for each sub-group.
func TestWhatIsKeptAcrossBarriers(t *testing.T) {
	const place = 2 // numbers: what the address of each lane's own place is made of
	const shared = "%9 = load i32 %4 in global align 4; %10 = mul i32 %9, %9; "
	const barrier = "barrier.local scope workgroup; "
	for name, c := range map[string]struct {
		source           string
		numbers, vectors int // written into the frame
	}{
		"nothing": {shared + barrier + "store %7, %1 in global align 4", place, 0},
		"the same for all": {shared + barrier + "%11 = zext i64 %10; %12 = ptradd ptr %4, %11; %13 = " +
			"load i32 %12 in global align 4; store %7, %13 in global align 4", place + 1, 0},
		"lanes that are all the same": {shared + barrier + "store %7, %10 in global align 4", place, 1},
		"of each lane":                {"%9 = mul i32 %8, %8; " + barrier + "store %7, %9 in global align 4", place, 4},
	} {
		for _, isa := range []ISA{AVX512, AVX2} {
			text := withOwnWord("i32", "  "+strings.ReplaceAll(c.source, "; ", "\n  ")+"\n  return")
			l := mustList(t, text, isa, Version{Shape: bundle.Rows, Count: 4, SmallIDs: true, FullBundles: true})
			if numbers, vectors := frameStores(l); numbers != c.numbers || vectors != c.vectors {
				t.Errorf("%s, %v: %d numbers and %d vectors, want %d and %d", name, isa, numbers, vectors, c.numbers,
					c.vectors)
			}
		}
	}
}

// frameStores counts what code writes into its frame.
func frameStores(l *Listing) (numbers, vectors int) {
	for _, line := range l.Allocated {
		op, operands, _ := strings.Cut(strings.TrimSpace(line.Text), " ")
		to, _, _ := strings.Cut(operands, ",")
		switch {
		case !strings.Contains(to, "[rbp+"):
		case strings.HasPrefix(op, "vmov"):
			vectors++
		default:
			numbers++
		}
	}
	return numbers, vectors
}
