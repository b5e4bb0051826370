package clapi

import "heddle/clapi/cl"

var memObjectInfo = lazyInfo(func() infoTable[*MemObject] {
	return infoTable[*MemObject]{
		cl.MemType:                func(m *MemObject) []byte { return infoUint32(m.kind) },
		cl.MemFlags:               func(m *MemObject) []byte { return infoUint64(m.flags) },
		cl.MemSize:                func(m *MemObject) []byte { return infoUint64(m.sizeBytes) },
		cl.MemHostPtr:             func(m *MemObject) []byte { return infoUint64(m.hostPtr) },
		cl.MemMapCount:            func(m *MemObject) []byte { return infoUint32(m.countMaps()) },
		cl.MemReferenceCount:      func(m *MemObject) []byte { return infoUint32(m.ReferenceCount()) },
		cl.MemContext:             func(m *MemObject) []byte { return infoUint64(m.context.Handle()) },
		cl.MemAssociatedMemobject: func(m *MemObject) []byte { return infoUint64(m.parentHandle()) },
		cl.MemOffset:              func(m *MemObject) []byte { return infoUint64(m.origin) },
		cl.MemUsesSvmPointer:      func(m *MemObject) []byte { return infoBool(m.usesSVM()) },
		cl.MemDeviceAddressExt:    func(m *MemObject) []byte { return infoUint64(m.address) },
		cl.MemProperties:          func(m *MemObject) []byte { return infoUint64(m.properties...) },
	}
})

// GetInfo is clGetMemObjectInfo.
func (m *MemObject) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := m.check(); err != nil {
		return 0, err
	}
	if name == cl.MemDeviceAddressExt && !m.hasDeviceAddress {
		return 0, m.context.fail(cl.InvalidOperation, "the object was not made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT")
	}
	return memObjectInfo().get(m.context, m, name, out)
}

// usesSVM reports whether the object is a buffer in memory that clSVMAlloc or clSVMAllocWithPropertiesKHR made.
func (m *MemObject) usesSVM() bool {
	root, _ := m.root()
	return m.kind == cl.MemObjectBuffer && root.shared != nil && root.shared.maker == madeBySVM
}

func (m *MemObject) parentHandle() uintptr {
	if m.parent == nil {
		return 0
	}
	return m.parent.Handle()
}

// SetDestructorCallback is clSetMemObjectDestructorCallback.
func (m *MemObject) SetDestructorCallback(callback func()) error {
	if err := m.check(); err != nil {
		return err
	}
	if callback == nil {
		return m.context.fail(cl.InvalidValue, "pfn_notify is null")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.destructors = append(m.destructors, callback)
	m.callsAtEnd.Store(true)
	return nil
}
