package exec

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

var (
	divergenceSeed   = flag.Uint64("divergence.seed", 1, "first seed of the random control flow")
	divergenceRounds = flag.Int("divergence.rounds", fewUnderRace(60, 20),
		"how many kernels of random control flow are run")
)

// TestDivergenceMakesNoDifference runs kernels of random control flow, with uniform and divergent conditions, once with
// all work-items together and once with each alone, when nothing diverges: the memory must be the same. So whatever the
// compiler takes for uniform is uniform.
func TestDivergenceMakesNoDifference(t *testing.T) {
	for seed := *divergenceSeed; seed < *divergenceSeed+uint64(*divergenceRounds); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareFlow(t, seed) })
	}
}

func compareFlow(t *testing.T, seed uint64) {
	g := &flowGenerator{random: rand.New(rand.NewPCG(seed, 3))}
	source := g.kernel()
	k := compileProgram(t, source).Kernels[0]
	want := runFlow(t, k, nil, NewDevice(Goroutines(1)), 1)
	together := runFlow(t, k, nil, NewDevice(Goroutines(1)), flowItems)
	if !bytes.Equal(want, together) {
		t.Fatalf("interpreter: %s\n%s", firstDifference(want, together), source)
	}
	for bits, plan := range map[int]object.Plan{512: {Rows: 1, Packed: 1}, 256: {Rows: 2, Packed: 2}} {
		if !runsVectors(t, bits) {
			continue
		}
		device := strictDevice(t, 1, bits)
		got := runFlow(t, k, &planned{k.Machine, plan}, device, flowItems)
		if !bytes.Equal(want, got) {
			t.Fatalf("%d bits, %+v: %s\n%s", bits, plan, firstDifference(want, got), source)
		}
	}
}

const flowItems, flowWords = 64, 64 * 8

func firstDifference(want, got []byte) string {
	i := 0
	for want[i] == got[i] {
		i++
	}
	return fmt.Sprintf("word %d of item %d: % x, not % x", i/4%8, i/32, got[i/4*4:i/4*4+4], want[i/4*4:i/4*4+4])
}

// runFlow runs a kernel over all items, in launches of the given number of items.
func runFlow(t *testing.T, k *compiler.Kernel, m object.Kernel, d *Device, together uint64) []byte {
	t.Helper()
	out, in := newBuffer(t, flowWords), newBuffer(t, 256)
	for i := range 256 {
		in.set(i, uint32(i*i*2654435761)>>20)
	}
	for first := uint64(0); first < flowItems; first += together {
		l := kernelLaunch(k, m, together, together, uint64(out.address), uint64(in.address), 5)
		l.Offset[0] = first
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
	}
	return out.bytes
}

// flowGenerator writes a kernel with the variables a to d, loops bounded by fuel, and all kinds of jumps.
type flowGenerator struct {
	random *rand.Rand
	text   strings.Builder
	depth  int
	loops  int // that enclose the current statement
	labels int
}

func (g *flowGenerator) line(format string, args ...any) {
	g.text.WriteString(strings.Repeat("\t", g.depth+1))
	fmt.Fprintf(&g.text, format+"\n", args...)
}

func (g *flowGenerator) kernel() string {
	g.text.WriteString("kernel void k(global uint *out, global const uint *in, ulong n) {\n")
	g.line("uint id = get_global_id(0), u = (uint)n, a = id, b = u, c = 3, d = in[id], fuel = 40;")
	g.line("global uint *o = out + id * 8;")
	g.statements(4)
	g.text.WriteString("end:\n")
	g.line("o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = fuel;")
	g.text.WriteString("}\n")
	return g.text.String()
}

func (g *flowGenerator) statements(n int) {
	for range n {
		g.statement()
	}
}

func (g *flowGenerator) variable() string { return string("abcd"[g.random.IntN(4)]) }

func (g *flowGenerator) value() string {
	switch g.random.IntN(6) {
	case 0:
		return fmt.Sprint(g.random.IntN(9))
	case 1:
		return "in[(" + g.variable() + " + " + g.variable() + ") & 255]"
	case 2:
		return "u"
	case 3:
		return "(" + g.variable() + " ^ " + g.variable() + ")"
	}
	return g.variable()
}

// condition is often uniform, or the same for neighbours.
func (g *flowGenerator) condition() string {
	switch g.random.IntN(5) {
	case 0:
		return "(u & " + fmt.Sprint(1+g.random.IntN(7)) + ")"
	case 1:
		return "((id >> " + fmt.Sprint(g.random.IntN(6)) + ") & 1)"
	case 2:
		return "(b % " + fmt.Sprint(2+g.random.IntN(4)) + " == 1)"
	}
	return "(" + g.value() + " % " + fmt.Sprint(2+g.random.IntN(5)) + " < " + g.value() + " % 4)"
}

func (g *flowGenerator) statement() {
	if g.depth > 4 {
		g.assign()
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.random.IntN(12) {
	case 0, 1, 2:
		g.assign()
	case 3, 4:
		g.line("if (%s) {", g.condition())
		g.statements(1 + g.random.IntN(3))
		if g.random.IntN(2) == 0 {
			g.line("} else {")
			g.statements(1 + g.random.IntN(2))
		}
		g.line("}")
	case 5, 6, 7:
		g.loop()
	case 8:
		g.line("switch (%s %% 4) {", g.value())
		for i := range 3 {
			g.line("case %d:", i)
			g.statements(1 + g.random.IntN(2))
			if g.random.IntN(3) > 0 {
				g.line("break;")
			}
		}
		g.line("}")
	default:
		g.jump()
	}
}

func (g *flowGenerator) assign() {
	op := []string{"+=", "^=", "=", "*=", "-="}[g.random.IntN(5)]
	g.line("%s %s %s;", g.variable(), op, g.value())
	if g.random.IntN(5) == 0 {
		g.line("o[%d] += %s;", 5+g.random.IntN(3), g.variable())
	}
}

func (g *flowGenerator) loop() {
	g.loops++
	defer func() { g.loops-- }()
	counter := fmt.Sprintf("i%d", g.labels)
	g.labels++
	switch g.random.IntN(3) {
	case 0:
		g.line("for (uint %[1]s = 0; %[1]s < u + %[2]d; %[1]s++) { if (fuel-- == 0) goto end;",
			counter, g.random.IntN(3))
	case 1:
		g.line("for (uint %[1]s = 0; %[1]s < (%[2]s & 7); %[1]s++) { if (fuel-- == 0) goto end;", counter, g.value())
	default:
		g.line("uint %s = 1; while (%s) { %s += 2; if (fuel-- == 0) goto end;", counter, g.condition(), counter)
	}
	g.statements(1 + g.random.IntN(4))
	g.line("%s += %s;", g.variable(), counter)
	g.line("}")
}

func (g *flowGenerator) jump() {
	words := []string{"goto end;"}
	if g.loops > 0 {
		words = append(words, "break;", "break;", "continue;", "continue;")
	}
	g.line("if (%s) %s", g.condition(), words[g.random.IntN(len(words))])
}
