package exec

import "testing"

// TestPartsAreLeftOut compares local ids with numbers in all ways that leave out sub-groups of a bundle: the same for all,
// constant, negative, beyond the group, and what stays true for the others.
func TestPartsAreLeftOut(t *testing.T) {
	conditions := []string{"l < s", "l <= s", "l > s", "l >= s", "l == s", "l != s", "s > l", "s <= l", "l < 20", "l > 40u", "l == 0", "l == 33", "l >= 250",
		"q < (int)s - 30", "q >= (int)s - 30", "q > -1", "q == (int)s - 30", "q <= 40 - (int)s", "get_local_id(0) < s", "get_local_id(0) * 2 + 1 <= s"}
	for _, condition := range conditions[:fewUnderRace(len(conditions), 3)] {
		t.Run(condition, func(t *testing.T) {
			compareWaiting(t, waitingHead+`int q = get_local_id(0); l = get_local_id(0); uint e = l, r = 0;
				for (uint s = 0; s < 70; s += 9) { if (`+condition+`) r += t[(e + s) % n] + s; else if (l & 1) r ^= s; barrier(CLK_LOCAL_MEM_FENCE); }
				for (uint s = 300; s > 0; s /= 2) { if (`+condition+`) r = r * 3 + s; bool b = `+condition+`; r += b ? 7 : 9; barrier(CLK_LOCAL_MEM_FENCE); if (!(`+condition+`)) o[e] = r; }
				y[i] = r + o[e]; }`)
		})
	}
}
