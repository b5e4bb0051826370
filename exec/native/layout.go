package native

import "heddle/compiler/amd64/abi"

// context is a context as package abi lays it out; a test compares.
type context struct {
	args, globals, local, _, cancel, privateStep, workDim, _ uint64

	origin, group, size, enqueued, groups, globalSize, globalOffset, ids [3]uint64

	faultPC, faultAddress, faultSignal, _, _, faultKind, faultLanes uint64

	bounds [3]uint64
	stream uint64
	_      [5]uint64
}

// frame is the start of a frame as package abi lays it out; a test compares.
type frame struct {
	resume        uint64
	first         [3]uint64
	linear        uint64
	private       uint64
	masks         [abi.MaxCount]uint16
	serviceNumber uint32
	serviceResult uint32
	runs          uint64
	serviceMasks  [abi.MaxCount]uint16
}
