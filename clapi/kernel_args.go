package clapi

// argument is the value of one kernel argument.
type argument struct {
	isSet      bool
	value      []byte     // ArgValue: a copy
	buffer     *MemObject // ArgBuffer: not held (the specification forbids relying on it); nil: a null pointer
	localBytes uint64     // ArgLocal
}

// launchArgs is a snapshot of a kernel's arguments for one launch. The queue half reuses it: its slices keep their
// memory.
type launchArgs struct {
	block      []byte       // exec.Launch.Args
	localBytes uint64       // exec.Launch.Local: variables and __local arguments, each aligned to 128
	globals    uintptr      // exec.Launch.Globals
	buffers    []*MemObject // the buffers used, each with a hold that the receiver must drop; one entry per argument
}
