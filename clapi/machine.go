package clapi

// Machine is what the device tells of the machine below it.
type Machine struct {
	Name           string        // of the CPU
	VendorID       uint32        // CL_DEVICE_VENDOR_ID: the PCI vendor of the CPU's maker, or 0
	ComputeUnits   int           // CPUs this process may use
	ClockMHz       func() uint32 // asked late, since reading it can take longer than all the rest
	MemoryBytes    uint64        // physical memory this process may use
	CacheBytes     uint64        // of the largest data cache
	CacheLineBytes uint32
	VectorBytes    uint32 // width of the SIMD registers
}
