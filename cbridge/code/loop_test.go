package code

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/bundle"
)

// entry is what codeLog writes for each bundle.
type entry struct{ frame, context []byte }

func (e entry) inFrame(offset int) uint64 { return binary.LittleEndian.Uint64(e.frame[offset:]) }
func (e entry) inContext(offset int) uint64 {
	return binary.LittleEndian.Uint64(e.context[offset-abi.ContextOrigin:])
}
func (e entry) isActive(u, lane uint32) bool {
	return binary.LittleEndian.Uint16(e.frame[abi.FrameMask+2*u:])>>lane&1 != 0
}

func entries(log []byte) (all []entry) {
	for len(log) > 0 {
		all = append(all, entry{log[:128], log[128 : 128+256]})
		log = log[128+256:]
	}
	return all
}

// localID is that of a lane of a bundle.
func (r *runner) localID(e entry, u, lane uint32) (id [3]uint64) {
	for i := range id {
		id[i] = e.inFrame(abi.FrameFirst + 8*i)
	}
	switch bundle.Shape(r.loop.Shape) {
	case bundle.Rows:
		id[0] += uint64(u*r.loop.Width + lane)
	case bundle.Columns:
		id[0] += uint64(lane)
		id[1] += uint64(u)
	case bundle.Packed:
		linear := uintptr(e.inFrame(abi.FrameLinear)) + uintptr(u*r.loop.Width+lane)
		for i := range id {
			table := uintptr(e.inContext(abi.ContextIDs + 8*i))
			id[i] = uint64(binary.LittleEndian.Uint32(hostmem.Bytes(table+4*linear, 4)))
		}
	}
	return id
}

// checkGroup wants every work-item of a group exactly once, and returns their global ids.
func (r *runner) checkGroup(t *testing.T, g geometry, group [3]uint64) (ids [][3]uint64) {
	t.Helper()
	for _, e := range entries(r.takeLog()) {
		for i := range 3 {
			if got := e.inContext(abi.ContextGroup + 8*i); got != group[i] {
				t.Fatalf("%+v: group id %d is %d, not %d", g, i, got, group[i])
			}
			if got, want := e.inContext(abi.ContextSize+8*i),
				min(g.group[i], g.global[i]-group[i]*g.group[i]); got != want {
				t.Fatalf("%+v: size %d is %d, not %d", g, i, got, want)
			}
		}
		for u := range g.count {
			for lane := range uint32(16) {
				if !e.isActive(u, lane) {
					continue
				}
				id := r.localID(e, u, lane)
				for i := range id {
					if id[i] >= e.inContext(abi.ContextSize+8*i) || lane >= g.width {
						t.Fatalf("%+v: lane %d of %d is %v", g, lane, u, id)
					}
					id[i] += e.inContext(abi.ContextOrigin + 8*i)
				}
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func checkGeometry(t *testing.T, g geometry, band uint32) {
	t.Helper()
	r := newRunner(t, codeLog, g)
	r.loop.Band = band
	seen := map[[3]uint64]int{}
	for n := range r.loop.End {
		groups := [3]uint64{r.get(abi.ContextGroups), r.get(abi.ContextGroups + 8), r.get(abi.ContextGroups + 16)}
		r.loop.Next, r.loop.End = n, n+1
		if n%3 == 0 {
			r.loop.IsLocated = 0
		}
		mustReturn(t, Run(&r.loop), abi.Ended)
		for _, id := range r.checkGroup(t, g, r.loop.Place(n, groups)) {
			seen[id]++
		}
	}
	for z := range g.global[2] {
		for y := range g.global[1] {
			for x := range g.global[0] {
				id := [3]uint64{x + g.offset[0], y + g.offset[1], z + g.offset[2]}
				if seen[id] != 1 {
					t.Fatalf("%+v: work-item %v ran %d times", g, id, seen[id])
				}
				delete(seen, id)
			}
		}
	}
	if len(seen) > 0 {
		t.Fatalf("%+v: ran work-items outside: %v", g, seen)
	}
}

func TestEveryWorkItemOnce(t *testing.T) {
	sizes := []struct{ global, group [3]uint64 }{
		{[3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}},
		{[3]uint64{1000, 1, 1}, [3]uint64{64, 1, 1}},
		{[3]uint64{997, 1, 1}, [3]uint64{100, 1, 1}},
		{[3]uint64{40, 9, 1}, [3]uint64{16, 4, 1}},
		{[3]uint64{31, 17, 1}, [3]uint64{31, 5, 1}},
		{[3]uint64{3, 50, 2}, [3]uint64{3, 7, 1}},
		{[3]uint64{11, 5, 7}, [3]uint64{4, 3, 2}},
		{[3]uint64{33, 3, 5}, [3]uint64{33, 3, 5}},
	}
	for _, size := range sizes {
		for _, shape := range []bundle.Shape{bundle.Rows, bundle.Columns, bundle.Packed} {
			for _, width := range []uint32{8, 16} {
				for _, count := range []uint32{1, 2, 3, 16} {
					for _, suspends := range []bool{false, true} {
						g := geometry{shape, width, count, size.global, size.group, [3]uint64{5, 0, 100}, suspends}
						checkGeometry(t, g, 0)
						checkGeometry(t, g, 1+count%3)
					}
				}
			}
		}
	}
}

// A chunk of many groups at once walks them in order.
func TestManyGroupsInOneCall(t *testing.T) {
	g := geometry{bundle.Rows, 8, 2, [3]uint64{100, 7, 3}, [3]uint64{16, 2, 2}, [3]uint64{}, false}
	r := newRunner(t, codeLog, g)
	mustReturn(t, Run(&r.loop), abi.Ended)
	var want, got []string
	for z := range 2 {
		for y := range 4 {
			for x := range 7 {
				want = append(want, fmt.Sprint(x, y, z))
			}
		}
	}
	for _, e := range entries(r.takeLog()) {
		name := fmt.Sprint(e.inContext(abi.ContextGroup), e.inContext(abi.ContextGroup+8),
			e.inContext(abi.ContextGroup+16))
		if len(got) == 0 || got[len(got)-1] != name {
			got = append(got, name)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("groups ran as %v", got)
	}
}

// words is the log as 32-bit words.
func words(log []byte) (all []uint32) {
	for ; len(log) > 0; log = log[4:] {
		all = append(all, binary.LittleEndian.Uint32(log))
	}
	return all
}

func TestBundlesTakeTurnsAtBarriers(t *testing.T) {
	g := geometry{bundle.Rows, 8, 1, [3]uint64{48, 1, 1}, [3]uint64{24, 1, 1}, [3]uint64{}, true}
	r := newRunner(t, codeSuspend, g)
	mustReturn(t, Run(&r.loop), abi.Ended)
	once := []uint32{0, 8, 16, 0, 8, 16, 0, 8, 16}
	if got := words(r.takeLog()); !slices.Equal(got, append(once, once...)) {
		t.Fatalf("bundles ran as %v", got)
	}
}

func TestServiceGoesOnWhereItWas(t *testing.T) {
	for _, suspends := range []bool{false, true} {
		g := geometry{bundle.Rows, 8, 1, [3]uint64{32, 1, 1}, [3]uint64{16, 1, 1}, [3]uint64{}, suspends}
		r := newRunner(t, codeService, g)
		for i := range uint64(4) {
			mustReturn(t, Run(&r.loop), abi.Service)
			if r.loop.Bundle != i%2 || r.loop.Next != i/2 {
				t.Fatalf("service %d: bundle %d of group %d", i, r.loop.Bundle, r.loop.Next)
			}
		}
		mustReturn(t, Run(&r.loop), abi.Ended)
		if got := words(r.takeLog()); !slices.Equal(got, []uint32{0, 0, 8, 8, 0, 0, 8, 8}) {
			t.Fatalf("bundles ran as %v", got)
		}
	}
}

func TestPrivateMemoryOfFrames(t *testing.T) {
	g := geometry{bundle.Rows, 8, 1, [3]uint64{24, 1, 1}, [3]uint64{24, 1, 1}, [3]uint64{}, true}
	r := newRunner(t, codeLog, g)
	mustReturn(t, Run(&r.loop), abi.Ended)
	for i, e := range entries(r.takeLog()) {
		if got := e.inFrame(abi.FramePrivate); got != r.loop.Private+uint64(i)*r.loop.PrivateStep {
			t.Errorf("private memory of frame %d is at %#x", i, got)
		}
	}
}

func BenchmarkBundle(b *testing.B) {
	for _, count := range []uint32{1, 4} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			n := uint64(16 * count * 1000)
			r := newRunner(b, codeReturn, geometry{bundle.Rows, 16, count, [3]uint64{n, 1, 1}, [3]uint64{n, 1, 1},
				[3]uint64{}, false})
			for range b.N / 1000 {
				r.loop.Next, r.loop.End, r.loop.IsLocated = 0, 1, 0
				Run(&r.loop)
			}
		})
	}
}

func BenchmarkCall(b *testing.B) {
	r := newRunner(b, codeReturn, oneGroup)
	for range b.N {
		r.loop.Next, r.loop.End, r.loop.IsLocated = 0, 1, 0
		Run(&r.loop)
	}
}

// TestGroupsInBandsAreNeighbours wants each group of a plane to be beside the one before it, or above or below, or the
// first of the next band in the same row, and rows where there are no bands.
func TestGroupsInBandsAreNeighbours(t *testing.T) {
	for _, groups := range [][3]uint64{{1, 1, 1}, {1, 9, 1}, {9, 1, 2}, {4, 4, 1}, {11, 5, 3}, {8, 6, 2}, {3, 7, 1}} {
		for band := range uint32(6) {
			l, seen, last := abi.GroupLoop{Band: band}, map[[3]uint64]bool{}, [3]uint64{}
			for n := range groups[0] * groups[1] * groups[2] {
				place := l.Place(n, groups)
				if band == 0 && n != place[0]+groups[0]*(place[1]+groups[1]*place[2]) {
					t.Fatalf("%v: group %d is at %v", groups, n, place)
				}
				apart := max(place[0], last[0]) - min(place[0], last[0]) +
					max(place[1], last[1]) - min(place[1], last[1])
				isNextBand := band > 0 && place[1] == last[1] && place[0]/uint64(band) == last[0]/uint64(band)+1
				if band > 0 && n > 0 && place[2] == last[2] && apart != 1 && !isNextBand {
					t.Fatalf("%v in bands of %d: %v comes after %v", groups, band, place, last)
				}
				if seen[place] || place[0] >= groups[0] || place[1] >= groups[1] || place[2] >= groups[2] {
					t.Fatalf("%v in bands of %d: group %d is at %v", groups, band, n, place)
				}
				seen[place], last = true, place
			}
		}
	}
}
