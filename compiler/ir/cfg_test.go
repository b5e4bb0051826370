package ir

import (
	"math/rand/v2"
	"slices"
	"testing"
)

const nestedLoops = `func @f (i1) -> () {
b0:
  %c = arg i1 #0
  jump b1
b1:
  jump b2
b2:
  branch %c, b2, b3
b3:
  branch %c, b1, b4
b4:
  return
b5:
  jump b1
}`

func TestDominators(t *testing.T) {
	c := NewCFG(MustParse(nestedLoops).Funcs[0])
	if want := []BlockID{0, 1, 2, 3, 4}; !slices.Equal(c.Order, want) {
		t.Errorf("order %v", c.Order)
	}
	if c.Reachable(5) {
		t.Error("b5 is reachable")
	}
	if !c.Dominates(1, 4) || !c.Dominates(2, 2) || c.Dominates(4, 1) || c.Dominates(5, 1) {
		t.Error("wrong dominators")
	}
}

func TestLoops(t *testing.T) {
	loops, innermost := NewCFG(MustParse(nestedLoops).Funcs[0]).Loops()
	if len(loops) != 2 || loops[0].Header != 1 || loops[1].Header != 2 || loops[1].Parent != 0 {
		t.Fatalf("loops %+v", loops)
	}
	if want := []BlockID{1, 2, 3}; !slices.Equal(loops[0].Blocks, want) {
		t.Errorf("outer loop %v", loops[0].Blocks)
	}
	if want := []int{-1, 0, 1, 0, -1, -1}; !slices.Equal(innermost, want) {
		t.Errorf("innermost %v", innermost)
	}
}

// TestDominatorsOfRandomGraphs compares with the definition: a dominates b if b cannot be reached without a.
func TestDominatorsOfRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cfg := &CFG{}
	for range 300 {
		f := &Func{Blocks: make([]Block, 1+random.IntN(14))}
		for b := range f.Blocks {
			for range random.IntN(4) {
				f.Blocks[b].Succs = append(f.Blocks[b].Succs, Edge{To: BlockID(random.IntN(len(f.Blocks)))})
			}
		}
		cfg.Analyze(f)
		all := reachedWithout(f, -1)
		for a := range f.Blocks {
			without := reachedWithout(f, BlockID(a))
			for b := range f.Blocks {
				want := all[a] && all[b] && !without[b]
				if got := cfg.Dominates(BlockID(a), BlockID(b)); got != want {
					t.Fatalf("%d dominates %d: %v in %+v", a, b, got, f.Blocks)
				}
			}
		}
	}
}

func reachedWithout(f *Func, avoid BlockID) []bool {
	seen := make([]bool, len(f.Blocks))
	var visit func(b BlockID)
	visit = func(b BlockID) {
		if b == avoid || seen[b] {
			return
		}
		seen[b] = true
		for _, edge := range f.Blocks[b].Succs {
			visit(edge.To)
		}
	}
	visit(0)
	return seen
}
