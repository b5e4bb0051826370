package exec

import (
	"math/rand/v2"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/numeric"
)

// Random kernels over arbitrary control-flow graphs, irreducible ones too. They run in the interpreter, as machine code
// and, work-item by work-item, by walking the IR. Each block has three variables and a counter as parameters; the
// counter ends the kernel at last. Blocks also use values of the blocks that dominate them, so that values of loops are
// live after the loops.

// maker makes one random kernel.
type maker struct {
	*rand.Rand
	*ir.Builder
	succs    [][]int
	dominate []uint32 // by block: the set of blocks that dominate it
	made     [][]ir.ValueID
	blocks   []ir.BlockID
	exit     ir.BlockID
	common   []ir.ValueID // of the entry block
}

func randomKernel(seed uint64) *ir.Module {
	m := &ir.Module{}
	f := m.NewFunc("k")
	f.Kernel = true
	g := &maker{Rand: rand.New(rand.NewPCG(seed, 7)), Builder: ir.NewBuilder(f)}
	g.entry()
	g.graph(3 + g.IntN(int(1+seed/400)))
	for i := range g.blocks {
		g.fill(i)
	}
	g.leave()
	return m
}

func (g *maker) entry() {
	args := g.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	id := g.Conv(ir.OpTrunc, ir.I32, 0, g.WorkItem(ir.OpGlobalID, 0))
	n := g.Load(ir.I32, g.PtrAddConst(args, 8), ir.SpaceArgs, 4)
	g.common = []ir.ValueID{id, n, g.Const(ir.I32, 1), g.Const(ir.I32, 3), g.Const(ir.I32, 0xfffffff0)}
}

// graph chooses the edges. Each block has an edge from an earlier one.
func (g *maker) graph(n int) {
	g.succs = make([][]int, n)
	g.made = make([][]ir.ValueID, n)
	g.dominate = make([]uint32, n)
	for i := range n {
		g.blocks = append(g.blocks, g.NewBlock())
		for range 4 {
			g.made[i] = append(g.made[i], g.AddParam(g.blocks[i], ir.I32))
		}
		g.dominate[i] = 1<<n - 1
		if i > 0 {
			from := g.IntN(i)
			g.succs[from] = append(g.succs[from], i)
		}
	}
	for range g.IntN(n + 2) {
		from := g.IntN(n)
		g.succs[from] = append(g.succs[from], 1+g.IntN(n-1))
	}
	g.exit = g.NewBlock()
	for range 3 {
		g.AddParam(g.exit, ir.I32)
	}
	g.dominate[0] = 1
	for range n {
		for from, list := range g.succs {
			for _, to := range list {
				g.dominate[to] &= g.dominate[from] | 1<<to
			}
		}
	}
	g.Jump(g.blocks[0], g.common[0], g.common[1], g.common[2], g.Const(ir.I32, uint64(10+g.IntN(20))))
}

func (g *maker) pick(block int) ir.ValueID {
	for {
		b := g.IntN(block + 2)
		if b == block+1 {
			return g.common[g.IntN(len(g.common))]
		}
		if list := g.made[b]; g.dominate[block]>>b&1 != 0 {
			return list[g.IntN(len(list))]
		}
	}
}

var randomOps = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpXor, ir.OpAnd, ir.OpLShr, ir.OpURem, ir.OpSMin, ir.OpSDiv}

func (g *maker) fill(i int) {
	g.SetBlock(g.blocks[i])
	for range g.IntN(5) {
		x, y := g.pick(i), g.pick(i)
		v := g.Bin(randomOps[g.IntN(len(randomOps))], x, y)
		if g.IntN(4) == 0 {
			v = g.Select(g.ICmp(ir.ICmpPred(g.IntN(10)), v, g.pick(i)), x, g.pick(i))
		}
		g.made[i] = append(g.made[i], v)
	}
	fuel := g.Bin(ir.OpSub, g.made[i][3], g.Const(ir.I32, 1))
	edge := func(to int) ir.Edge {
		return ir.Edge{To: g.blocks[to], Args: []ir.ValueID{g.pick(i), g.pick(i), g.pick(i), fuel}}
	}
	succs := g.succs[i]
	isForward := true
	for _, s := range succs {
		isForward = isForward && s > i
	}
	switch {
	case len(succs) == 0:
		g.Jump(g.exit, g.pick(i), g.pick(i), g.pick(i))
	case isForward && len(succs) == 1:
		g.Jump(g.blocks[succs[0]], edge(succs[0]).Args...)
	case isForward && len(succs) == 2:
		g.Branch(g.ICmp(ir.ICmpPred(g.IntN(10)), g.pick(i), g.pick(i)), edge(succs[0]), edge(succs[1]))
	default:
		g.choose(i, fuel, edge)
	}
}

// choose ends a block with a switch that leaves when the counter is used up.
func (g *maker) choose(i int, fuel ir.ValueID, edge func(int) ir.Edge) {
	n := len(g.succs[i])
	selector := g.Bin(ir.OpURem, g.pick(i), g.Const(ir.I32, uint64(n)))
	isOut := g.ICmp(ir.SLE, fuel, g.Const(ir.I32, 0))
	selector = g.Select(isOut, g.Const(ir.I32, 99), selector)
	var values []uint64
	var edges []ir.Edge
	for k, to := range g.succs[i] {
		values = append(values, uint64(k))
		edges = append(edges, edge(to))
	}
	g.Switch(selector, ir.Edge{To: g.exit, Args: []ir.ValueID{g.pick(i), g.pick(i), g.pick(i)}}, values, edges)
}

func (g *maker) leave() {
	g.SetBlock(g.exit)
	params := g.Func.Blocks[g.exit].Params
	x := g.Bin(ir.OpXor, params[0], g.Bin(ir.OpMul, params[1], g.Const(ir.I32, 31)))
	x = g.Bin(ir.OpXor, x, g.Bin(ir.OpMul, params[2], g.Const(ir.I32, 1009)))
	gid := g.WorkItem(ir.OpGlobalID, 0)
	args := g.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	buf := g.Load(ir.Ptr, args, ir.SpaceArgs, 8)
	g.Store(g.PtrAdd(buf, g.Bin(ir.OpShl, gid, g.Const(ir.I64, 2))), x, ir.SpaceGlobal, 4)
	g.Return()
}

// walk runs a kernel for one work-item, and returns what it would store.
func walk(f *ir.Func, id, n uint64) uint64 {
	values := make([]uint64, len(f.Instrs))
	for b := ir.BlockID(0); ; {
		block := &f.Blocks[b]
		edge := 0
		for _, v := range block.Instrs {
			in := f.Instr(v)
			args := make([]uint64, len(in.Args))
			for i, a := range in.Args {
				args[i] = values[a]
			}
			switch in.Op {
			case ir.OpConst:
				values[v] = in.Imm
			case ir.OpGlobalID:
				values[v] = id
			case ir.OpLoad:
				values[v] = n
			case ir.OpStore:
				return args[1]
			case ir.OpBranch:
				edge = int(1 - args[0])
			case ir.OpSwitch:
				for i, c := range block.Cases {
					if c == args[0] {
						edge = i + 1
					}
				}
			default:
				o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type}
				if len(in.Args) > 0 {
					o.From = f.Type(in.Args[0])
				}
				values[v], _ = numeric.Eval(o, args)
			}
		}
		to := &block.Succs[edge]
		moved := make([]uint64, len(to.Args))
		for i, a := range to.Args {
			moved[i] = values[a]
		}
		for i, p := range f.Blocks[to.To].Params {
			values[p] = moved[i]
		}
		b = to.To
	}
}

func TestRandomControlFlow(t *testing.T) {
	const items = 150
	b := newBuffer(t, items)
	device := NewDevice(Goroutines(1))
	machines := map[int]*Device{}
	for _, bits := range []int{256, 512} {
		if !runsVectors(t, bits) {
			continue
		}
		machines[bits] = strictDevice(t, 1, bits)
	}
	const seeds = 3000 // the graphs grow with them
	for seed := uint64(0); seed < seeds; seed += uint64(seeds / fewUnderRace(seeds, 60)) {
		m := randomKernel(seed)
		if err := ir.Verify(m); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		p, err := lane.Build(m, m.Funcs[0])
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := device.Run(oneD(p, items, 90, uint64(b.address), 12345)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		check := func(about any) {
			for i := range items {
				if want := walk(m.Funcs[0], uint64(i), 12345); uint64(b.get(i)) != want {
					t.Fatalf("seed %d, %v: item %d has %#x, not %#x\n%s\n%v", seed, about, i, b.get(i), want,
						ir.Print(m), p)
				}
			}
			clear(b.bytes)
		}
		check("interpreter")
		configs := randomConfigs()
		c := configs[1+int(seed)%(len(configs)-1)]
		if machines[c.bits] == nil {
			continue
		}
		l := oneD(p, items, 90, uint64(b.address), 12345)
		l.Machine = &planOnly{amd64.NewKernel(m, m.Funcs[0], amd64.Options{}), c}
		if err := machines[c.bits].Run(l); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, c, err)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %v\n%s", seed, c, ir.Print(m))
		}
		check(c)
	}
}
