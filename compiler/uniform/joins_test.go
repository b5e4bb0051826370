package uniform

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/compiler/ir"
)

// TestShortWayAgreesWithLong compares the two ways to find the joins of a branch on random graphs.
func TestShortWayAgreesWithLong(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	short, long := 0, 0
	for range 20_000 {
		f := randomGraph(random)
		cfg := ir.NewCFG(f)
		if len(cfg.Order) < len(f.Blocks) {
			continue
		}
		for b := range f.Blocks {
			if len(f.Blocks[b].Succs) < 2 {
				continue
			}
			fast, slow := newControl(f, cfg), newControl(f, cfg)
			if !fast.reducible {
				break
			}
			if !fast.diverged(ir.BlockID(b), VaryAny) {
				long++
				continue
			}
			short++
			p := parting{from: ir.BlockID(b), loop: slow.innermost[b], vary: VaryAny}
			for _, edge := range f.Blocks[b].Succs {
				p.edges = append(p.edges, wayOut{ir.BlockID(b), edge.To})
			}
			slow.part(p)
			if !slices.Equal(fast.joins, slow.joins) || slices.Max(append(slow.left, 0)) != 0 {
				t.Fatalf("block %d of %+v: joins %v, not %v; loops left %v", b, f.Blocks, fast.joins, slow.joins, slow.left)
			}
		}
	}
	if short < 5000 || long < 1000 {
		t.Errorf("%d short, %d long: the graphs are not those that are meant", short, long)
	}
}

// randomGraph has edges that lead mostly forward, and some back.
func randomGraph(random *rand.Rand) *ir.Func {
	f := &ir.Func{Instrs: make([]ir.Instr, 1), Blocks: make([]ir.Block, 2+random.IntN(9))}
	for b := range f.Blocks {
		block, ways := &f.Blocks[b], 1+random.IntN(2)
		if b == len(f.Blocks)-1 || b > 0 && random.IntN(6) == 0 {
			ways = 0
		}
		for range ways {
			to := min(b+1+random.IntN(3), len(f.Blocks)-1)
			if random.IntN(6) == 0 {
				to = max(1, random.IntN(b+1))
			}
			block.Succs = append(block.Succs, ir.Edge{To: ir.BlockID(to)})
		}
		end := ir.OpReturn
		switch ways {
		case 1:
			end = ir.OpJump
		case 2:
			end = ir.OpBranch
		}
		block.Instrs = []ir.ValueID{f.NewValue(ir.Instr{Op: end, Block: ir.BlockID(b)})}
	}
	return f
}
