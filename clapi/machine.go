package clapi

// Machine is what the device tells of the machine below it. What takes more than a moment to find out is a function,
// called when it is asked for and always with the same answer.
type Machine struct {
	Name           func() string // of the CPU
	VendorID       func() uint32 // CL_DEVICE_VENDOR_ID: the PCI vendor of the CPU's maker, or 0
	ComputeUnits   func() int    // CPUs this process may use, at least 1
	ClockMHz       func() uint32
	MemoryBytes    func() uint64 // physical memory this process may use
	CacheBytes     func() uint64 // of the largest data cache
	CacheLineBytes func() uint32
	VectorBytes    func() uint32 // width of the SIMD registers
}
