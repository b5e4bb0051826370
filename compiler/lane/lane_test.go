package lane

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
)

func mustBuild(t *testing.T, text string) *Program {
	t.Helper()
	m := ir.MustParse(text)
	p, err := Build(m, m.Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// codeOf is a program's code without the numbers of its lines.
func codeOf(p *Program) string {
	var lines []string
	for i := range p.Code {
		lines = append(lines, p.format(&p.Code[i]))
	}
	return strings.Join(lines, "\n")
}

func checkCode(t *testing.T, p *Program, want string) {
	t.Helper()
	if got := codeOf(p); got != strings.TrimSpace(want) {
		t.Errorf("the code is\n%s\nnot\n%s", got, strings.TrimSpace(want))
	}
}

// A value of the loop that is used after it is written in active lanes only; one that is not, in all.
func TestLoopWithValueUsedBehind(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %gid = globalid.0 i64
  %id = trunc i32 %gid
  %args = argblock ptr
  %p = load ptr %args in args align 8
  jump b1(%id)
b1(%i i32):
  %x = mul i32 %i, %i
  %stop = icmp.eq i1 %i, %zero
  %i2 = sub i32 %i, %one
  branch %stop, b2, b1(%i2)
b2:
  store %p, %x in global align 4
  return
}`)
	checkCode(t, p, `
enter #0 else @6
w0 = globalid.i64
v0 = trunc.i32.i64 w0
u0 = argblock.ptr
u0 = load.ptr u0
jump #1
enter #1 else @11
v1 = mul.i32 v0 v0 masked
v2 = icmp.i1.i32 v0 u1
v3 = sub.i32 v0 u2
branch v2 #3 #2
enter #2 else @14
v0 = move.i32 v3 masked
jump #1
loop #1 @6
enter #3 else @17
store.i32.ptr u0 v1
end`)
}

func TestUniformLoopNeedsNoLaneRegisters(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %args = argblock ptr
  %n = load i32 %args in args align 8
  jump b1(%zero)
b1(%i i32):
  %i2 = add i32 %i, %one
  %more = icmp.slt i1 %i2, %n
  branch %more, b1(%i2), b2
b2:
  return
}`)
	if p.Registers[Lane32] != 0 || p.Registers[Lane64] != 0 {
		t.Errorf("lane registers are used:\n%v", p)
	}
}

func TestSwapOfParametersUsesAScratchRegister(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %gid = globalid.0 i64
  %lid = localid.0 i64
  jump b1(%gid, %lid)
b1(%a i64, %b i64):
  %more = icmp.ult i1 %a, %b
  branch %more, b1(%b, %a), b2
b2:
  return
}`)
	if moves := strings.Count(codeOf(p), "= move"); moves != 3 {
		t.Errorf("%d moves for a swap:\n%v", moves, p)
	}
}

func TestBarrierKnowsWhatLivesAcross(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %args = argblock ptr
  %p = load ptr %args in args align 8
  %gid = globalid.0 i64
  %dead = trunc i32 %gid
  %off = zext i64 %dead
  barrier.local scope workgroup
  %q = ptradd ptr %p, %off
  store %q, %gid in global align 8
  return
}`)
	if !p.HasBarrier || len(p.Barriers[0].Live) != 3 {
		t.Errorf("live across the barrier: %v\n%v", p.Barriers, p)
	}
}

func TestPrivateVariablesAreAligned(t *testing.T) {
	p := mustBuild(t, `func @k kernel () -> () {
b0:
  %x = const i8 1
  %a = alloca ptr #3 align 1
  %b = alloca ptr #16 align 16
  store %a, %x in private align 1
  store %b, %x in private align 1
  return
}`)
	if p.PrivateBytes != 32 || p.PrivateAlign != 16 {
		t.Errorf("%d bytes aligned to %d", p.PrivateBytes, p.PrivateAlign)
	}
}

func TestLoopsAreContiguous(t *testing.T) {
	m := ir.MustParse(`func @k kernel () -> () {
b0:
  %c = const i1 1
  jump b1
b1:
  branch %c, b2, b6
b2:
  branch %c, b3, b5
b3:
  branch %c, b3, b4
b4:
  branch %c, b2, b7
b5:
  branch %c, b1, b7
b6:
  branch %c, b7, b8
b7:
  return
b8:
  return
}`)
	g := newGraph(m.Funcs[0])
	l := g.layout()
	for n := range g.nodes {
		for _, s := range g.nodes[n].succs {
			if l.place[s] > l.place[n] {
				continue
			}
			isInLoop := false
			for _, loop := range l.loops {
				for _, h := range loop.headers {
					isInLoop = isInLoop || h == s && loop.first <= l.place[n] && l.place[n] <= loop.last
				}
			}
			if !isInLoop {
				t.Errorf("the edge from %d up to %d goes to no header of a loop around it: order %v, loops %v", n, s,
					l.order, l.loops)
			}
		}
	}
	if len(l.loops) != 3 {
		t.Errorf("loops %v", l.loops)
	}
}
