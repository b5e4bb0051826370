package clapi

// Machine is what the device reports about the machine: cbridge/machine finds it out, icd passes it on.
type Machine struct {
	Name             string   // of the CPU
	Driver           string   // CL_DRIVER_VERSION: the driver's version, and a mark of the build
	UUID             [16]byte // the same in all processes of the machine, and on no other machine
	VendorID         uint32   // CL_DEVICE_VENDOR_ID: the PCI vendor of the CPU's maker, or 0
	ComputeUnits     int      // CPUs this process may use, at least 1
	ClockMHz         uint32
	MemoryBytes      uint64 // physical memory this process may use
	MaxAllocBytes    uint64 // of a buffer
	MaxConstantBytes uint64 // of a buffer for constant memory
	CacheBytes       uint64 // of the largest data cache
	CacheLineBytes   uint32
	Lanes            uint64 // 32-bit values in a SIMD register: the multiple that work-group sizes should be
}
