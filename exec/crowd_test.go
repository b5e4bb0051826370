package exec

import (
	"fmt"
	"strings"
	"testing"
)

// crowdSource is a kernel with more live values than the register allocator examines one by one: the masks of lanes
// that leave one loop by the given number of breaks, those of the given number of cases of a switch, and the given
// number of words that are read at the beginning and used at the end.
func crowdSource(breaks, cases, words int) string {
	var text strings.Builder
	text.WriteString("kernel void crowd(global uint *y, global uint *x, ulong a) {\n")
	text.WriteString("\tuint i = get_global_id(0), v = x[i] % 5000, r = 7;\n")
	for w := range words {
		fmt.Fprintf(&text, "\tuint w%d = x[%d] ^ i;\n", w, w%1024)
	}
	text.WriteString("\tfor (uint k = 0; k < (uint)a; k++) {\n")
	for b := range breaks {
		fmt.Fprintf(&text, "\t\tif (v == %d) { r += k * %du; break; }\n", b*3, b+1)
		fmt.Fprintf(&text, "\t\tv = (v + x[(v + %d) & 1023]) %% 5000;\n", b)
	}
	text.WriteString("\t}\n\tswitch (v) {\n")
	for c := range cases {
		fmt.Fprintf(&text, "\tcase %d: r = r * %d + v; v ^= r; break;\n", c*2, c+3)
	}
	text.WriteString("\tdefault: r ^= 12345;\n\t}\n")
	for w := range words {
		fmt.Fprintf(&text, "\tr = r * 3 + w%d;\n", w)
	}
	return text.String() + "\ty[i] = r + v;\n}"
}

// TestCrowds runs kernels with thousands of values alive at once, most of which are spilled without a closer look.
func TestCrowds(t *testing.T) {
	const header = `// Many values are alive at once.
//arg y uint[1024] random
//arg x uint[1024] random
//arg a 3
//launch 300/64

`
	sources := []string{crowdSource(100, 100, 500), crowdSource(400, 10, 5), crowdSource(3, 900, 50)}
	for _, source := range sources[:fewUnderRace(len(sources), 1)] {
		f, err := parseKernelFile("crowd", header+source)
		if err != nil {
			t.Fatal(err)
		}
		f.run(t)
	}
}
