package clapi

import "heddle/image"

// mapping is a region of a memory object between clEnqueueMap* and clEnqueueUnmapMemObject. Mappings begin and end when
// the commands are enqueued: the pointer is returned at that time, and an overlap is an error of the call.
type mapping struct {
	place  image.Place // its offset is the pointer
	size   image.Box
	end    uint64 // behind its last byte; set by addMap
	writes bool

	older, left, right *mapping // with the same object and pointer; in mappings.writing
}

// mappings are those of a memory object, guarded by the mutex of its root.
type mappings struct {
	count   uint32
	latest  map[uintptr]*mapping // by pointer
	writing writes               // of a root: those of all objects whose root it is
}

// pointer is what the map command returned.
func (a *mapping) pointer() uintptr { return uintptr(a.place.Offset) }

// addMap adds a mapping of the object. It returns false when the mapping and another one of the same memory are both
// for writing and overlap. Those of a buffer and of all that was made from it are kept together for that.
func (m *MemObject) addMap(added mapping) bool {
	added.end, _ = added.place.End(added.size)
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	if added.writes && !root.maps.writing.add(&added) {
		return false
	}
	if m.maps.latest == nil {
		m.maps.latest = map[uintptr]*mapping{}
	}
	added.older = m.maps.latest[added.pointer()]
	m.maps.latest[added.pointer()] = &added
	m.maps.count++
	return true
}

// removeMap ends the latest mapping that returned the pointer. ok is false when there is none.
func (m *MemObject) removeMap(pointer uintptr) (removed mapping, ok bool) {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	last := m.maps.latest[pointer]
	if last == nil {
		return mapping{}, false
	}
	if m.maps.count--; last.older != nil {
		m.maps.latest[pointer] = last.older
	} else {
		delete(m.maps.latest, pointer)
	}
	if last.writes {
		root.maps.writing.remove(last)
	}
	return *last, true
}

// isMapped reports whether removeMap would find a mapping.
func (m *MemObject) isMapped(pointer uintptr) bool {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	return m.maps.latest[pointer] != nil
}

// countMaps is the number of mappings.
func (m *MemObject) countMaps() uint32 {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	return m.maps.count
}

// dropMaps forgets the mappings that the application has left when the object ends.
func (m *MemObject) dropMaps() {
	root, _ := m.root()
	root.mu.Lock()
	defer root.mu.Unlock()
	for _, left := range m.maps.latest {
		for ; left != nil; left = left.older {
			if left.writes {
				root.maps.writing.remove(left)
			}
		}
	}
	m.maps = mappings{writing: m.maps.writing}
}
