package code

import (
	"testing"
	"unsafe"

	"heddle/compiler/amd64/abi"
)

// The C structs of abi.h are those of package abi.
func TestLayout(t *testing.T) {
	var loop abi.GroupLoop
	for _, row := range []struct {
		name   string
		go_, c uintptr
	}{
		{"context bytes", abi.ContextBytes, layout.contextBytes},
		{"context cancel", abi.ContextCancel, layout.contextCancel},
		{"context private step", abi.ContextPrivateStep, layout.contextPrivateStep},
		{"context spare", abi.ContextSpare, layout.contextSpare},
		{"context origin", abi.ContextOrigin, layout.contextOrigin},
		{"context size", abi.ContextSize, layout.contextSize},
		{"context groups", abi.ContextGroups, layout.contextGroups},
		{"context offset", abi.ContextGlobalOffset, layout.contextOffset},
		{"context ids", abi.ContextIDs, layout.contextIDs},
		{"context fault", abi.ContextFaultPC, layout.contextFault},
		{"context fault context", abi.ContextFaultContext, layout.contextFaultContext},
		{"context fault lanes", abi.ContextFaultLanes, layout.contextFaultLanes},
		{"context bounds", abi.ContextBounds, layout.contextBounds},
		{"context stream", abi.ContextStream, layout.contextStream},
		{"frame first", abi.FrameFirst, layout.frameFirst},
		{"frame linear", abi.FrameLinear, layout.frameLinear},
		{"frame private", abi.FramePrivate, layout.framePrivate},
		{"frame mask", abi.FrameMask, layout.frameMask},
		{"frame spare", abi.FrameSpare, layout.frameSpare},
		{"frame runs", abi.FrameRuns, layout.frameRuns},
		{"frame bytes", abi.FrameSpill, layout.frameBytes},
		{"loop bytes", unsafe.Sizeof(loop), layout.loopBytes},
		{"loop width", unsafe.Offsetof(loop.Width), layout.loopWidth},
		{"loop repeats", unsafe.Offsetof(loop.Repeats), layout.loopRepeats},
		{"loop run", unsafe.Offsetof(loop.Run), layout.loopRun},
		{"loop whole", unsafe.Offsetof(loop.Whole), layout.loopWhole},
		{"loop is whole", unsafe.Offsetof(loop.IsWhole), layout.loopIsWhole},
		{"loop next", unsafe.Offsetof(loop.Next), layout.loopNext},
		{"loop is waiting", unsafe.Offsetof(loop.IsWaiting), layout.loopIsWaiting},
		{"loop bundle", unsafe.Offsetof(loop.Bundle), layout.loopBundle},
		{"loop table size", unsafe.Offsetof(loop.TableSize), layout.loopTableSize},
	} {
		if row.go_ != row.c {
			t.Errorf("%s: %d in Go, %d in C", row.name, row.go_, row.c)
		}
	}
}
