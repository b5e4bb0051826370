package clapi

import (
	"math/rand"
	"slices"
	"testing"

	"heddle/image"
)

// depth is the length of the longest path of a tree.
func (a *mapping) depth() int {
	if a == nil {
		return 0
	}
	return 1 + max(a.left.depth(), a.right.depth())
}

// count is the number of mappings in a tree; it fails where their order is wrong.
func (a *mapping) count(t *testing.T, from, to uint64) int {
	if a == nil {
		return 0
	}
	start := a.place.Offset
	if start < from || start >= to {
		t.Fatalf("%d is not between %d and %d", start, from, to)
	}
	return 1 + a.left.count(t, from, start) + a.right.count(t, start+1, to)
}

func rowMap(start, size uint64) mapping {
	box := image.Box{RowBytes: size, Rows: 1, Slices: 1}
	return mapping{place: box.Packed(start), size: box, writes: true}
}

// TestManyMapsHaveShortPaths: any order of many mappings takes time in proportion but for a logarithm.
func TestManyMapsHaveShortPaths(t *testing.T) {
	const many, bytes, deepest = 1 << 15, 64, 60
	for name, place := range map[string]func(i int) int{
		"upwards":   func(i int) int { return i },
		"downwards": func(i int) int { return many - 1 - i },
		"anyhow":    func(i int) int { return i * 12345 % many },
	} {
		m := &MemObject{}
		for i := range many {
			if !m.addMap(rowMap(uint64(1<<20+place(i)*bytes), bytes)) {
				t.Fatalf("%s: mapping %d overlaps", name, i)
			}
		}
		if n := m.maps.writing.top.count(t, 0, 1<<40); n != many {
			t.Errorf("%s: %d mappings", name, n)
		}
		if n := m.maps.writing.top.depth(); n > deepest {
			t.Errorf("%s: paths of %d", name, n)
		}
		if m.addMap(rowMap(1<<20+bytes-1, 1)) || m.addMap(rowMap(0, 1<<40)) {
			t.Errorf("%s: overlaps", name)
		}
		for i := range many {
			if _, ok := m.removeMap(uintptr(1<<20 + place(many-1-i)*bytes)); !ok {
				t.Fatalf("%s: mapping %d is lost", name, i)
			}
		}
		if m.maps.writing != (writes{}) || m.maps.count != 0 {
			t.Errorf("%s: %d mappings are left", name, m.maps.count)
		}
	}
}

// randomMap is a row, rows with gaps or slices with gaps in a memory of 4 KiB.
func randomMap(r *rand.Rand) mapping {
	box := image.Box{RowBytes: 1 + uint64(r.Intn(20)), Rows: 1, Slices: 1}
	place := box.Packed(uint64(r.Intn(4000)))
	if r.Intn(2) == 0 {
		box.Rows = 1 + uint64(r.Intn(6))
		place.RowPitch = box.RowBytes + uint64(r.Intn(60))
		box.Slices = 1 + uint64(r.Intn(3))
		place.SlicePitch = place.RowPitch*box.Rows + uint64(r.Intn(200))
	}
	return mapping{place: place, size: box, writes: r.Intn(4) > 0}
}

// overlaps compares all bytes.
func overlaps(a, b mapping) bool {
	bytes := map[uint64]bool{}
	each := func(m mapping, visit func(at uint64)) {
		for z := range m.size.Slices {
			for y := range m.size.Rows {
				for x := range m.size.RowBytes {
					visit(m.place.Offset + z*m.place.SlicePitch + y*m.place.RowPitch + x)
				}
			}
		}
	}
	each(a, func(at uint64) { bytes[at] = true })
	found := false
	each(b, func(at uint64) { found = found || bytes[at] })
	return found
}

// TestMapsAgainstAll maps and unmaps regions of a buffer and of one made from it, and compares each with all others.
func TestMapsAgainstAll(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	root := &MemObject{}
	objects := []*MemObject{root, {parent: root}}
	var kept [2][]mapping
	accepted := 0
	for range 20000 {
		which := r.Intn(2)
		if all := kept[which]; len(all) > 0 && r.Intn(20) < len(all) {
			at := all[r.Intn(len(all))].place.Offset
			latest := len(all) - 1
			for all[latest].place.Offset != at {
				latest--
			}
			removed, ok := objects[which].removeMap(uintptr(at))
			if !ok || removed.size != all[latest].size || removed.writes != all[latest].writes {
				t.Fatalf("removed %v, not %v", removed, all[latest])
			}
			kept[which] = slices.Delete(all, latest, latest+1)
			continue
		}
		added := randomMap(r)
		free := true
		for _, old := range slices.Concat(kept[0], kept[1]) {
			free = free && !(old.writes && added.writes && overlaps(old, added))
		}
		if got := objects[which].addMap(added); got != free {
			t.Fatalf("%v: %t, not %t", added, got, free)
		}
		if free {
			kept[which] = append(kept[which], added)
			accepted++
		}
		if n := objects[which].countMaps(); n != uint32(len(kept[which])) {
			t.Fatalf("%d mappings, not %d", n, len(kept[which]))
		}
	}
	if accepted < 5000 {
		t.Errorf("%d mappings only", accepted)
	}
	objects[1].dropMaps()
	if n := root.maps.writing.top.count(t, 0, 1<<40); objects[1].countMaps() != 0 || n > len(kept[0]) {
		t.Errorf("%d mappings are left", n)
	}
}
