package exec

import "testing"

// TestLanesGoBackAtOnce: lanes that begin the next round while others are still in this one.
func TestLanesGoBackAtOnce(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	c := &comparison{words: []int{8192, 8192}, values: []uint64{3}, fill: hash, ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}},
		source: `kernel void k(global uint*y, global uint*x, ulong a){
			size_t i=get_global_id(0);
			uint v=x[i], n=0;
			while (1) {
				if (n < (v & 15)) { v = v * 3 + 1; n += 3; continue; }
				v ^= v >> 7; n += 5;
				if ((v & 15) == 3 || n > 300) break;
			}
			y[i] = v + n; }`}
	c.run(t)
}

// TestLoopsWithSeveralEntries jumps into loops, alike for all lanes and not.
func TestLoopsWithSeveralEntries(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	ranges := [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{100, 3, 2}, {50, 3, 1}}}
	for name, source := range map[string]string{
		"twoEntries": `kernel void k(global uint*y, global uint*x, ulong a){
			size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			uint v=x[i], n=0;
			if (v & 1) goto middle;
			top: v = v * 3 + 1; n++;
			middle: v ^= v >> 7; n += 5;
			if ((v & 15) != 3 && n < 300) goto top;
			y[i] = v + n; }`,
		"alike": `kernel void k(global uint*y, global uint*x, ulong a){
			size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			uint v=x[i], n=0;
			if (a & 1) goto middle;
			top: v = v * 3 + 1; n++;
			middle: v ^= v >> 7; n += 5;
			if (n < 100) goto top;
			y[i] = v + n; }`,
		"threeEntriesAndALoopWithin": `kernel void k(global uint*y, global uint*x, ulong a){
			size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			uint v=x[i], n=0, s=1;
			switch (v % 3) { case 0: goto first; case 1: goto second; default: goto third; }
			first: v += 3; for (uint j = 0; j < (v & 7); j++) s = s * 5 + j;
			if (v & 64) goto third;
			second: v = v * 5 + s; if (n > 200) return;
			third: v ^= v << 3; n++; s += n;
			if (v & 8) goto second;
			if (n < 50) goto first;
			y[i] = v + n + s; }`,
		"nested": `kernel void k(global uint*y, global uint*x, ulong a){
			size_t i=get_global_id(0)+get_global_size(0)*get_global_id(1);
			uint v=x[i], n=0, s=1;
			for (uint r = 0; r < 3; r++) {
				if (v & 2) goto inner;
				outer: v = v * 7 + r;
				while (n++ < 90) {
					s += v;
					inner: v ^= v >> 3; s ^= v;
					if ((v & 31) == 1) goto outer;
				}
			}
			y[i] = v + n + s; }`,
	} {
		c := &comparison{source: source, words: []int{8192, 8192}, values: []uint64{3}, ranges: ranges, fill: hash}
		t.Run(name, c.run)
	}
}
