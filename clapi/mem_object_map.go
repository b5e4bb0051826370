package clapi

import (
	"slices"

	"heddle/image"
)

// mapping is a region of a memory object between clEnqueueMap* and clEnqueueUnmapMemObject. Mappings begin and end when
// the commands are enqueued: the pointer is returned at that time, and an overlap is an error of the call.
type mapping struct {
	object *MemObject
	place  image.Place // its offset is the pointer
	size   image.Box
	end    uint64 // behind its last byte; set by addMap
	writes bool
}

// pointer is what the map command returned.
func (a *mapping) pointer() uintptr { return uintptr(a.place.Offset) }

// isBeside reports whether two mappings may be there at a time: one only reads, or they have no byte in common.
func (a *mapping) isBeside(b *mapping) bool {
	return !a.writes || !b.writes || a.place.Offset >= b.end || b.place.Offset >= a.end ||
		!meet(a.place, a.size, b.place, b.size)
}

// addMap adds a mapping of the object. It returns false when the mapping and another one of the same memory are both
// for writing and overlap. Those of a buffer and of all that was made from it are kept together for that.
func (m *MemObject) addMap(added mapping) bool {
	added.object = m
	added.end, _ = added.place.End(added.size)
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	for i := range root.mappings {
		if !added.isBeside(&root.mappings[i]) {
			return false
		}
	}
	root.mappings = append(root.mappings, added)
	return true
}

// removeMap ends the latest mapping that returned the pointer. ok is false when there is none.
func (m *MemObject) removeMap(pointer uintptr) (removed mapping, ok bool) {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	i := root.findMapLocked(m, pointer)
	if i < 0 {
		return mapping{}, false
	}
	removed = root.mappings[i]
	root.mappings = slices.Delete(root.mappings, i, i+1)
	return removed, true
}

// isMapped reports whether removeMap would find a mapping.
func (m *MemObject) isMapped(pointer uintptr) bool {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	return root.findMapLocked(m, pointer) >= 0
}

// findMapLocked is the place of the latest mapping of an object that returned the pointer, -1 if there is none.
func (m *MemObject) findMapLocked(object *MemObject, pointer uintptr) int {
	i := len(m.mappings) - 1
	for i >= 0 && (m.mappings[i].object != object || m.mappings[i].pointer() != pointer) {
		i--
	}
	return i
}

// countMaps is the number of mappings.
func (m *MemObject) countMaps() (count uint32) {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	for i := range root.mappings {
		if root.mappings[i].object == m {
			count++
		}
	}
	return count
}

// dropMaps forgets the mappings that the application has left when the object ends.
func (m *MemObject) dropMaps() {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	root.mappings = slices.DeleteFunc(root.mappings, func(old mapping) bool { return old.object == m })
}
