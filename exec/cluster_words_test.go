package exec

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
)

// wordSteps are all choices of words from steps of two to four words: the length of the step, and the chosen words as a
// bit set.
func wordSteps() (list [][2]int) {
	for step := 2; step <= 4; step++ {
		for words := 1; words < 1<<step; words++ {
			list = append(list, [2]int{step, words})
		}
	}
	return list
}

// TestWordsOfStepsInLocalMemoryAreStoredWhole wants interleaved stores to local memory to write whole vectors, so that
// following loads can be forwarded from them.
func TestWordsOfStepsInLocalMemoryAreStoredWhole(t *testing.T) {
	for _, s := range wordSteps() {
		var stores strings.Builder
		for c := range s[0] {
			if s[1]>>c&1 != 0 {
				fmt.Fprintf(&stores, "t[%d * l + %d] = x[i] + %d; ", s[0], c, c)
			}
		}
		k := compileKernel(t, fmt.Sprintf(`kernel void f(global uint *y, global uint *x, local uint *t) {
			uint i = get_global_id(0), l = get_local_id(0);
			%s
			barrier(CLK_LOCAL_MEM_FENCE);
			y[i] = t[l];
		}`, stores.String()))
		for _, isa := range []amd64.ISA{amd64.AVX2, amd64.AVX512} {
			l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 4, SmallIDs: true, FullBundles: true,
				WholeGroup: true, Guarded: k.Machine.Guard() != nil})
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			isOneOfMany := bits.OnesCount(uint(s[1])) == 1 && s[0] > 2 // a scatter
			if masked := maskedStores(l); masked != "" && !isOneOfMany {
				t.Errorf("words %b of %d, %v: %s", s[1], s[0], isa, masked)
			}
		}
	}
}

// maskedStores is the first listed store of only some words or lanes.
func maskedStores(l *amd64.Listing) string {
	for _, line := range l.Allocated {
		has := func(word string) bool { return strings.Contains(line.Text, word) }
		isMasked := has("vscatter") || has("vmaskmovps [") || has("vmovss [")
		if isMasked || has("vmovups [") && has("{k") {
			return line.Text
		}
	}
	return ""
}

// TestWordsOfStepsBeforeTheEndOfMemory reads interleaved words up to the last one that is mapped.
func TestWordsOfStepsBeforeTheEndOfMemory(t *testing.T) {
	end := endOfMemory(t)
	const items = 64
	out := newBuffer(t, items*16)
	for _, typ := range []string{"uint", "ulong"} {
		size := uint64(4 * (1 + len(typ)/5))
		for _, s := range wordSteps() {
			var sum strings.Builder
			last := uint64(0)
			for c := range s[0] {
				if s[1]>>c&1 != 0 {
					fmt.Fprintf(&sum, " + x[%d * i + %d]", s[0], c)
					last = uint64(c)
				}
			}
			k := compileKernel(t, fmt.Sprintf(`kernel void f(global %[1]s *y, global %[1]s *x) {
				int i = get_global_id(0);
				y[i] = i%[2]s;
			}`, typ, sum.String()))
			for _, width := range []int{512, 256} {
				if !runsVectors(t, width) {
					continue
				}
				d := strictDevice(t, 1, width)
				l := oneD(k.Lane, items, items, uint64(out.address), end-size*((items-1)*uint64(s[0])+last+1))
				l.Machine = k.Machine
				if err := d.Run(l); err != nil {
					t.Errorf("%s, words %b of %d, %d bits: %v", typ, s[1], s[0], width, err)
				}
			}
		}
	}
}
