package walks

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
)

// A loop over a row of a matrix: each work-item has a row of its own, each iteration reads the next element.
const rowLoop = `func @k kernel () -> () {
b0:
  %eight = const i64 8
  %zero = const i32 0
  %one = const i32 1
  %two = const i64 2
  %args = argblock ptr
  %id = globalid.0 i64
  %a = load ptr %args in args align 8
  %place = ptradd ptr %args, %eight
  %n = load i32 %place in args align 8
  %i = trunc i32 %id
  jump b1(%zero, %zero)
b1(%j i32, %sum i32):
  %more = icmp.slt i1 %j, %n
  branch %more, b2, b3
b2:
  INDEX
  %wide = sext i64 %index
  %off = shl i64 %wide, %two nowrap
  %at = ptradd ptr %a, %off
  %x = load i32 %at in global align 4
  %sum1 = add i32 %sum, %x
  %j1 = add i32 %j, %one nowrap
  jump b1(%j1, %sum1)
b3:
  %to = ptradd ptr %a, %id
  store %to, %sum in global align 4
  return
}`

func TestStreamsPerLane(t *testing.T) {
	const (
		row  = "%row = mul i32 %i, %n nowrap\n  "
		skip = "%skip = mul i32 %j, %n nowrap\n  "
	)
	for index, want := range map[string]bool{
		row + "%index = add i32 %row, %j nowrap": true,
		// A column: neighbours share cache lines.
		"%row = mul i32 %j, %n nowrap\n  %index = add i32 %row, %i nowrap": false,
		"%index = add i32 %i, %j nowrap":                                   false,
		// Another cache line in each iteration.
		row + skip + "%index = add i32 %row, %skip nowrap": false,
		// The same element in each iteration.
		row + "%index = add i32 %row, %one nowrap": false,
	} {
		f := ir.MustParse(strings.Replace(rowLoop, "INDEX", index, 1)).Funcs[0]
		if got := StreamsPerLane(f, uniform.Analyze(f), &target.Walks{MaxStep: 32, Far: 512}); got != want {
			t.Errorf("%s: %v", index, got)
		}
	}
}
