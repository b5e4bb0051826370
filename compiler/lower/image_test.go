package lower

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"heddle/compiler/ir"
)

// Each function of images of the specification is lowered: reads and writes to one operation, queries to loads.
func TestImageFunctionsAreLowered(t *testing.T) {
	text, err := os.ReadFile("../builtin/testdata/images.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") {
			checkImageFunction(t, line)
		}
	}
}

func checkImageFunction(t *testing.T, prototype string) {
	t.Helper()
	head, list, _ := strings.Cut(strings.TrimSuffix(prototype, ")"), "(")
	result, name, _ := strings.Cut(head, " ")
	var params, args []string
	for i, typ := range strings.Split(list, ", ") {
		args = append(args, fmt.Sprint("a", i))
		params = append(params, typ+" "+args[i])
	}
	call := fmt.Sprintf("%s(%s);", name, strings.Join(args, ", "))
	if result != "void" {
		params, call = append(params, "global "+result+" *out"), "*out = "+call
	}
	m := compile(t, fmt.Sprintf("kernel void k(%s) { %s }", strings.Join(params, ", "), call))
	reads, writes, queries := countImageUses(m.Funcs[0])
	want := [3]int{}
	switch {
	case strings.HasPrefix(name, "read_"):
		want[0] = 1
	case strings.HasPrefix(name, "write_"):
		want[1] = 1
	case name == "get_image_dim":
		want[2] = min(3, int(result[len("int")]-'0')) // the fourth size is zero
	default:
		want[2] = 1
	}
	if got := [3]int{reads, writes, queries}; got != want {
		t.Errorf("%s: %v, not %v\n%s", prototype, got, want, ir.Print(m))
	}
}

// countImageUses counts reads and writes of images, and loads from their descriptors.
func countImageUses(f *ir.Func) (reads, writes, queries int) {
	for i := range f.Instrs {
		switch in := &f.Instrs[i]; {
		case in.Op == ir.OpImageRead:
			reads++
		case in.Op == ir.OpImageWrite:
			writes++
		case in.Op == ir.OpLoad && in.Space == ir.SpaceConstant:
			queries++
		}
	}
	return reads, writes, queries
}
