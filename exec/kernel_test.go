package exec

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// build makes the lane program of the first kernel of an IR text.
func build(t testing.TB, text string) *lane.Program {
	t.Helper()
	m, err := ir.Parse(text)
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatalf("the test's IR is wrong: %v", err)
	}
	m.PosName = func(p ir.Pos) (string, int, int) { return "k.cl", int(p), 1 }
	p, err := lane.Build(m, m.Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// buffer is memory outside the Go heap, accessed as 32-bit words.
type buffer struct {
	address uintptr
	bytes   []byte
}

func newBuffer(t testing.TB, words int) *buffer {
	t.Helper()
	address, err := hostmem.Alloc(uint64(words) * 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hostmem.Free(address) })
	return &buffer{address, hostmem.Bytes(address, uint64(words)*4)}
}

func (b *buffer) get(i int) uint32 { return binary.LittleEndian.Uint32(b.bytes[i*4:]) }
func (b *buffer) set(i int, x uint32) {
	binary.LittleEndian.PutUint32(b.bytes[i*4:], x)
}

// arguments lays out 64-bit arguments.
func arguments(values ...uint64) []byte {
	var block []byte
	for _, v := range values {
		block = binary.LittleEndian.AppendUint64(block, v)
	}
	return block
}

// oneD is a launch over n items with groups of the given size.
func oneD(p *lane.Program, n, group uint64, args ...uint64) *Launch {
	return &Launch{Program: p, Args: arguments(args...), WorkDim: 1, Global: [3]uint64{n, 1, 1},
		Group: [3]uint64{group, 1, 1}, Name: p.Name}
}

func mustRun(t testing.TB, l *Launch) {
	t.Helper()
	if err := NewDevice(Goroutines(2)).Run(l); err != nil {
		t.Fatalf("%v\n%v", err, l.Program)
	}
}

// head begins a kernel with one buffer argument: %id is the 32-bit global id, %p the address of its word.
const head = `func @k kernel local 1024 align 16 () -> () {
b0:
  %c2 = const i64 2
  %zero = const i32 0
  %one = const i32 1
  %args = argblock ptr
  %buf = load ptr %args in args align 8
  %gid = globalid.0 i64
  %id = trunc i32 %gid
  %off = shl i64 %gid, %c2
  %p = ptradd ptr %buf, %off
`

// checkWords runs a kernel whose every work-item writes one word, over several sizes of range and group.
func checkWords(t *testing.T, body string, want func(id uint32) uint32) {
	t.Helper()
	p := build(t, head+body)
	for _, n := range []int{1, 7, 64, 100, 1000} {
		for _, group := range []uint64{1, 7, 64, 100, 256} {
			b := newBuffer(t, n+1)
			b.set(n, 0xdead)
			mustRun(t, oneD(p, uint64(n), group, uint64(b.address)))
			for i := range n {
				if got := b.get(i); got != want(uint32(i)) {
					t.Fatalf("range %d, group %d: word %d is %d, not %d\n%v", n, group, i, got, want(uint32(i)), p)
				}
			}
			if b.get(n) != 0xdead {
				t.Fatalf("range %d, group %d: wrote behind the range", n, group)
			}
		}
	}
}

func TestStoreOfIDs(t *testing.T) {
	checkWords(t, `
  store %p, %id in global align 4
  return
}`, func(id uint32) uint32 { return id })
}

func TestDivergentLoop(t *testing.T) {
	checkWords(t, `
  jump b1(%zero, %zero)
b1(%i i32, %sum i32):
  %more = icmp.ult i1 %i, %id
  branch %more, b2, b3
b2:
  %sum2 = add i32 %sum, %i
  %i2 = add i32 %i, %one
  jump b1(%i2, %sum2)
b3:
  store %p, %sum in global align 4
  return
}`, func(id uint32) uint32 { return id * (id - 1) / 2 })
}

// The value is made in the loop and used after it, by lanes that left the loop in different iterations.
func TestValueOfTheLastRound(t *testing.T) {
	checkWords(t, `
  %c7 = const i32 7
  jump b1(%id)
b1(%i i32):
  %x = mul i32 %i, %c7
  %r = urem i32 %i, %c7
  %stop = icmp.eq i1 %r, %zero
  %i2 = sub i32 %i, %one
  branch %stop, b2, b1(%i2)
b2:
  store %p, %x in global align 4
  return
}`, func(id uint32) uint32 { return (id - id%7) * 7 })
}

func TestBreakAndContinueInNestedLoops(t *testing.T) {
	want := func(id uint32) uint32 {
		sum := uint32(0)
		for i := uint32(0); i < id%10; i++ {
			for j := uint32(0); ; j++ {
				if j == i+id%3 {
					break
				}
				if j&1 == 1 {
					continue
				}
				sum += j + 1
			}
			if sum > 40 {
				break
			}
		}
		return sum
	}
	checkWords(t, `
  %c10 = const i32 10
  %c3 = const i32 3
  %c40 = const i32 40
  %n = urem i32 %id, %c10
  %m = urem i32 %id, %c3
  jump b1(%zero, %zero)
b1(%i i32, %sum i32):
  %c = icmp.ult i1 %i, %n
  branch %c, b2(%zero, %sum), b8(%sum)
b2(%j i32, %s i32):
  %lim = add i32 %i, %m
  %brk = icmp.eq i1 %j, %lim
  branch %brk, b6, b3
b3:
  %bit = and i32 %j, %one
  %odd = icmp.eq i1 %bit, %one
  branch %odd, b5(%s), b4
b4:
  %j1 = add i32 %j, %one
  %s1 = add i32 %s, %j1
  jump b5(%s1)
b5(%s2 i32):
  %j2 = add i32 %j, %one
  jump b2(%j2, %s2)
b6:
  %big = icmp.ugt i1 %s, %c40
  branch %big, b8(%s), b7
b7:
  %i2 = add i32 %i, %one
  jump b1(%i2, %s)
b8(%r i32):
  store %p, %r in global align 4
  return
}`, want)
}

func TestSwitchOnVaryingValue(t *testing.T) {
	checkWords(t, `
  %c5 = const i32 5
  %c100 = const i32 100
  %m = urem i32 %id, %c5
  switch %m, b4, 0: b1, 1: b2, 3: b3(%c100)
b1:
  jump b3(%one)
b2:
  return
b3(%x i32):
  store %p, %x in global align 4
  return
b4:
  store %p, %id in global align 4
  return
}`, func(id uint32) uint32 {
		switch id % 5 {
		case 0:
			return 1
		case 1:
			return 0
		case 3:
			return 100
		}
		return id
	})
}

// A loop with two entries: b1 and b2 jump to each other.
func TestIrreducibleLoop(t *testing.T) {
	checkWords(t, `
  %c3 = const i32 3
  %bit = and i32 %id, %one
  %odd = icmp.eq i1 %bit, %one
  branch %odd, b1(%id), b2(%id)
b1(%x i32):
  %x1 = lshr i32 %x, %one
  %d1 = icmp.eq i1 %x1, %zero
  branch %d1, b3(%x1), b2(%x1)
b2(%y i32):
  %y1 = udiv i32 %y, %c3
  %d2 = icmp.ult i1 %y1, %c3
  %y2 = add i32 %y1, %one
  branch %d2, b3(%y2), b1(%y1)
b3(%r i32):
  store %p, %r in global align 4
  return
}`, func(id uint32) uint32 {
		x, first := id, id&1 == 1
		for {
			if first {
				if x >>= 1; x == 0 {
					return x
				}
			}
			if x /= 3; x < 3 {
				return x + 1
			}
			first = true
		}
	})
}

// The parameters of the loop swap their values in every iteration.
func TestParallelMoves(t *testing.T) {
	checkWords(t, `
  %c1000 = const i32 1000
  jump b1(%zero, %id, %c1000)
b1(%i i32, %a i32, %b i32):
  %m = and i32 %id, %one
  %i2 = add i32 %i, %one
  %more = icmp.ule i1 %i, %m
  branch %more, b1(%i2, %b, %a), b2
b2:
  %r = sub i32 %a, %b
  store %p, %r in global align 4
  return
}`, func(id uint32) uint32 {
		if id&1 == 1 {
			return id - 1000
		}
		return 1000 - id
	})
}

// Early exits before a barrier, and a tree of sums in local memory after it.
func TestBarrierInLoop(t *testing.T) {
	p := build(t, head+`
  %c64 = const i64 64
  %lid = localid.0 i64
  %loff = shl i64 %lid, %c2
  %base = localbase ptr
  %lp = ptradd ptr %base, %loff
  store %lp, %id in local align 4
  barrier.local scope workgroup
  jump b1(%c64)
b1(%half i64):
  %z = const i64 0
  %done = icmp.eq i1 %half, %z
  branch %done, b5, b2
b2:
  %act = icmp.ult i1 %lid, %half
  branch %act, b3, b4
b3:
  %hoff = shl i64 %half, %c2
  %op = ptradd ptr %lp, %hoff
  %x = load i32 %lp in local align 4
  %y = load i32 %op in local align 4
  %s = add i32 %x, %y
  store %lp, %s in local align 4
  jump b4
b4:
  barrier.local scope workgroup
  %one64 = const i64 1
  %half2 = lshr i64 %half, %one64
  jump b1(%half2)
b5:
  %r = load i32 %base in local align 4
  store %p, %r in global align 4
  return
}`)
	b := newBuffer(t, 1280)
	l := oneD(p, 1280, 128, uint64(b.address))
	l.Local = 1024
	mustRun(t, l)
	for i := range 1280 {
		first := i / 128 * 128
		if want := uint32(128*first + 127*64); b.get(i) != want {
			t.Fatalf("sum of the group of %d is %d, not %d\n%v", i, b.get(i), want, p)
		}
	}
}

func TestReturnBeforeBarrier(t *testing.T) {
	p := build(t, head+`
  %c100 = const i32 100
  %gone = icmp.ugt i1 %id, %c100
  branch %gone, b1, b2
b1:
  return
b2:
  %lbase = localbase ptr
  %lp = ptradd ptr %lbase, %off
  store %lp, %id in local align 4
  barrier.local scope workgroup
  %other = sub i32 %c100, %id
  %o64 = zext i64 %other
  %ooff = shl i64 %o64, %c2
  %op = ptradd ptr %lbase, %ooff
  %x = load i32 %op in local align 4
  store %p, %x in global align 4
  return
}`)
	b := newBuffer(t, 200)
	l := oneD(p, 200, 200, uint64(b.address))
	l.Local = 1024
	mustRun(t, l)
	for i := range 200 {
		want := uint32(0)
		if i <= 100 {
			want = uint32(100 - i)
		}
		if b.get(i) != want {
			t.Fatalf("word %d is %d, not %d", i, b.get(i), want)
		}
	}
}

func TestAtomicAdd(t *testing.T) {
	p := build(t, head+`
  %old = atomicrmw.add i32 %buf, %one in global align 4 order relaxed scope device
  %o64 = zext i64 %old
  %ooff = shl i64 %o64, %c2
  %q = ptradd ptr %buf, %ooff
  %c4 = const i64 4
  %q4 = ptradd ptr %q, %c4
  %r = atomicrmw.add i32 %q4, %one in global align 4 order relaxed scope device
  return
}`)
	const n = 10000
	b := newBuffer(t, n+1)
	mustRun(t, oneD(p, n, 50, uint64(b.address)))
	if b.get(0) != n {
		t.Fatalf("the counter is %d", b.get(0))
	}
	for i := range n {
		if b.get(i+1) != 1 {
			t.Fatalf("the number %d was given %d times", i, b.get(i+1))
		}
	}
}

func TestPrivateArray(t *testing.T) {
	checkWords(t, `
  %a = alloca ptr #64 align 4
  %c15 = const i64 15
  %c3 = const i64 3
  %i = and i64 %gid, %c15
  %io = shl i64 %i, %c2
  %q = ptradd ptr %a, %io
  store %a, %zero in private align 4
  store %q, %id in private align 4
  %x = load i32 %a in private align 4
  store %p, %x in global align 4
  return
}`, func(id uint32) uint32 {
		if id&15 == 0 {
			return id
		}
		return 0
	})
}

func TestThreeDimensionsWithOffset(t *testing.T) {
	p := build(t, `func @k kernel () -> () {
b0:
  %args = argblock ptr
  %buf = load ptr %args in args align 8
  %x = globalid.0 i64
  %y = globalid.1 i64
  %z = globalid.2 i64
  %ox = globaloffset.0 i64
  %oy = globaloffset.1 i64
  %oz = globaloffset.2 i64
  %rx = sub i64 %x, %ox
  %ry = sub i64 %y, %oy
  %rz = sub i64 %z, %oz
  %nx = globalsize.0 i64
  %ny = globalsize.1 i64
  %zy = mul i64 %rz, %ny
  %zy2 = add i64 %zy, %ry
  %zyx = mul i64 %zy2, %nx
  %i = add i64 %zyx, %rx
  %c2 = const i64 2
  %off = shl i64 %i, %c2
  %p = ptradd ptr %buf, %off
  %c100 = const i64 100
  %yy = mul i64 %y, %c100
  %xy = add i64 %x, %yy
  %zz = mul i64 %z, %c100
  %zz2 = mul i64 %zz, %c100
  %v = add i64 %xy, %zz2
  %l0 = localsize.0 i64
  %c1000000 = const i64 1000000
  %lv = mul i64 %l0, %c1000000
  %vv = add i64 %v, %lv
  %w = trunc i32 %vv
  store %p, %w in global align 4
  return
}`)
	b := newBuffer(t, 11*5*3)
	l := &Launch{Program: p, Args: arguments(uint64(b.address)), WorkDim: 3, Offset: [3]uint64{1, 2, 3},
		Global: [3]uint64{11, 5, 3}, Group: [3]uint64{4, 3, 2}, Name: "k"}
	mustRun(t, l)
	for z := range 3 {
		for y := range 5 {
			for x := range 11 {
				size := min(4, 11-x/4*4)
				want := uint32(x + 1 + 100*(y+2) + 10000*(z+3) + 1000000*size)
				if got := b.get((z*5+y)*11 + x); got != want {
					t.Fatalf("(%d, %d, %d) is %d, not %d", x, y, z, got, want)
				}
			}
		}
	}
}

func TestEmptyRange(t *testing.T) {
	p := build(t, head+"  store %p, %id in global align 4\n  return\n}")
	mustRun(t, oneD(p, 0, 64, 0))
}

func TestRecursiveFunctionIsNamed(t *testing.T) {
	m := ir.MustParse("func @helper () -> () {\nb0:\n  call void #0\n  return\n}\nfunc @k kernel () -> () {\nb0:\n" +
		"  call void #0\n  return\n}")
	_, err := lane.Build(m, m.Funcs[1])
	if err == nil || !strings.Contains(fmt.Sprint(err), "helper") {
		t.Fatalf("the error is %v", err)
	}
}
