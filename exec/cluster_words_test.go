package exec

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// wordSteps are all ways to access words of steps of two to four: which words, by bits, of how many.
func wordSteps() (list [][2]int) {
	for step := 2; step <= 4; step++ {
		for words := 1; words < 1<<step; words++ {
			list = append(list, [2]int{step, words})
		}
	}
	return list
}

// wordKernel copies some words of each step, and changes some in local memory, whose other words must stay.
func wordKernel(name, typ string, step, words int) string {
	var copies, marks, fills, sums strings.Builder
	for c := range step {
		fmt.Fprintf(&fills, "t[%d * l + %d] = x[%d * i + %d] * 3 + %d; ", step, c, step, c, c)
		fmt.Fprintf(&sums, " + t[%d * l + %d] * %d", step, c, 2*c+1)
		if words>>c&1 == 0 {
			continue
		}
		fmt.Fprintf(&copies, "v += x[%d * i + %d] * %d; y[%d * i + %d] = v; ", step, c, 2*c+3, step, c)
		fmt.Fprintf(&marks, "t[%d * l + %d] += t[%d * l + %d] * 5 + l; ", step, c, step, (c+1)%step)
	}
	return fmt.Sprintf(`kernel void %[1]s(global %[2]s *y, global %[2]s *x, ulong n) {
		local %[2]s t[%[3]d * 128];
		int i = get_global_id(0) + get_global_size(0) * get_global_id(1), l = get_local_id(0) + get_local_size(0) * get_local_id(1);
		%[2]s v = i;
		%[4]s
		if (i < n) { %[5]s }
		barrier(CLK_LOCAL_MEM_FENCE);
		%[6]s
		if (l & 1) { %[6]s }
		barrier(CLK_LOCAL_MEM_FENCE);
		y[%[3]d * 1200 + i] = v%[7]s;
	}
`, name, typ, step, fills.String(), copies.String(), marks.String(), sums.String())
}

func TestWordsOfStepsAreTheSameOnAllEngines(t *testing.T) {
	for _, typ := range []string{"uint", "ulong"} {
		var source strings.Builder
		for _, s := range wordSteps() {
			source.WriteString(wordKernel(fmt.Sprintf("k%d_%d", s[0], s[1]), typ, s[0], s[1]))
		}
		(&comparison{source: source.String(), words: []int{12000, 12000}, values: []uint64{251}, fill: hashed,
			plans:  []object.Plan{{Rows: 8, Packed: 1, Waits: true}},
			ranges: [][2][3]uint64{{{256, 1, 1}, {128, 1, 1}}, {{256, 1, 1}, {64, 1, 1}}, {{75, 3, 1}, {25, 1, 1}}},
		}).run(t)
	}
}

// Local memory in which some words of steps are stored is stored in whole vectors, from which loads that follow get them.
func TestWordsOfStepsInLocalMemoryAreStoredWhole(t *testing.T) {
	for _, s := range wordSteps() {
		var stores strings.Builder
		for c := range s[0] {
			if s[1]>>c&1 != 0 {
				fmt.Fprintf(&stores, "t[%d * l + %d] = x[i] + %d; ", s[0], c, c)
			}
		}
		k := compileKernel(t, fmt.Sprintf(`kernel void f(global uint *y, global uint *x, local uint *t) {
			uint i = get_global_id(0), l = get_local_id(0); %s barrier(CLK_LOCAL_MEM_FENCE); y[i] = t[l]; }`, stores.String()))
		for _, isa := range []amd64.ISA{amd64.AVX2, amd64.AVX512} {
			l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 4, SmallIDs: true, Full: true, Alone: true, Guarded: k.Machine.Guard() != nil})
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			if masked := maskedStores(l); masked != "" && (bits.OnesCount(uint(s[1])) > 1 || s[0] == 2) { // one of many is scattered
				t.Errorf("words %b of %d, %v: %s", s[1], s[0], isa, masked)
			}
		}
	}
}

// maskedStores is the first store of some words or lanes only.
func maskedStores(l *amd64.Listing) string {
	for _, line := range l.Allocated {
		isMasked := strings.Contains(line.Text, "vscatter") || strings.Contains(line.Text, "vmaskmovps [") || strings.Contains(line.Text, "vmovss [")
		if isMasked || strings.Contains(line.Text, "vmovups [") && strings.Contains(line.Text, "{k") {
			return line.Text
		}
	}
	return ""
}

// Steps of words are taken apart and put together with as few shuffles as there are.
func TestShufflesOfSteps(t *testing.T) {
	for _, test := range []struct {
		typ, value string
		most       int // shuffles, to and fro
	}{
		{"float2", "x[i] * a", 2 + 4}, {"float4", "x[i] * a", 8 + 12}, {"double2", "x[i] * a", 2 * (2 + 4)}, {"double4", "x[i] * a", 2 * (4 + 8)},
		{"float2", "(float2)(x[i].y * a, a)", 2 + 4},
	} {
		k := compileKernel(t, fmt.Sprintf("kernel void f(global %[1]s *y, global %[1]s *x, float a) { size_t i = get_global_id(0); y[i] = %[2]s; }", test.typ, test.value))
		l := k.Machine.Listing(amd64.AVX2, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
		if l.Err != nil {
			t.Fatal(l.Err)
		}
		shuffles := 0
		for _, line := range l.Allocated {
			for _, name := range []string{"vshuf", "vunpck", "vperm", "vblend"} {
				if strings.Contains(line.Text, name) {
					shuffles++
				}
			}
		}
		if shuffles > test.most {
			t.Errorf("%s, %s: %d shuffles, not %d", test.typ, test.value, shuffles, test.most)
		}
	}
}

// What lies behind the last word that is read may be no memory.
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
			k := compileKernel(t, fmt.Sprintf("kernel void f(global %[1]s *y, global %[1]s *x) { int i = get_global_id(0); y[i] = i%[2]s; }", typ, sum.String()))
			for _, width := range []int{512, 256} {
				if !runsVectors(t, width) {
					continue
				}
				d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: width, Mode: ModeMachine, Report: failing{t}})
				l := oneD(k.Lane, items, items, uint64(out.address), end-size*((items-1)*uint64(s[0])+last+1))
				l.Machine = k.Machine
				if err := d.Run(l); err != nil {
					t.Errorf("%s, words %b of %d, %d bits: %v", typ, s[1], s[0], width, err)
				}
			}
		}
	}
}
