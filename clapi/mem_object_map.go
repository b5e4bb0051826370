package clapi

import "slices"

// mapping is a region of a memory object between clEnqueueMap* and clEnqueueUnmapMemObject. Mappings begin and end when
// the commands are enqueued: the pointer is returned at that time, and an overlap is an error of the call.
type mapping struct {
	pointer   uintptr
	sizeBytes uint64
	writes    bool
}

// overlaps reports whether the two regions share a byte.
func (a mapping) overlaps(b mapping) bool {
	return a.pointer < b.pointer+uintptr(b.sizeBytes) && b.pointer < a.pointer+uintptr(a.sizeBytes)
}

// addMap adds a mapping. It returns false when the mapping and another one are both for writing and overlap.
func (m *MemObject) addMap(added mapping) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, old := range m.mappings {
		if added.writes && old.writes && added.overlaps(old) {
			return false
		}
	}
	m.mappings = append(m.mappings, added)
	return true
}

// removeMap ends the latest mapping that returned the pointer. ok is false when there is none.
func (m *MemObject) removeMap(pointer uintptr) (removed mapping, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, old := range slices.Backward(m.mappings) {
		if old.pointer == pointer {
			m.mappings = slices.Delete(m.mappings, i, i+1)
			return old, true
		}
	}
	return mapping{}, false
}

// isMapped reports whether removeMap would find a mapping.
func (m *MemObject) isMapped(pointer uintptr) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.mappings, func(old mapping) bool { return old.pointer == pointer })
}
