package native

import (
	"testing"
	"unsafe"

	"heddle/compiler/amd64/abi"
)

func TestLayout(t *testing.T) {
	var c context
	var f frame
	for _, row := range []struct {
		name      string
		ours, abi uintptr
	}{
		{"context", unsafe.Sizeof(c), abi.ContextBytes},
		{"args", unsafe.Offsetof(c.args), abi.ContextArgs},
		{"globals", unsafe.Offsetof(c.globals), abi.ContextGlobals},
		{"local", unsafe.Offsetof(c.local), abi.ContextLocal},
		{"cancel", unsafe.Offsetof(c.cancel), abi.ContextCancel},
		{"private step", unsafe.Offsetof(c.privateStep), abi.ContextPrivateStep},
		{"work dim", unsafe.Offsetof(c.workDim), abi.ContextWorkDim},
		{"origin", unsafe.Offsetof(c.origin), abi.ContextOrigin},
		{"group", unsafe.Offsetof(c.group), abi.ContextGroup},
		{"size", unsafe.Offsetof(c.size), abi.ContextSize},
		{"enqueued", unsafe.Offsetof(c.enqueued), abi.ContextEnqueued},
		{"groups", unsafe.Offsetof(c.groups), abi.ContextGroups},
		{"global size", unsafe.Offsetof(c.globalSize), abi.ContextGlobalSize},
		{"global offset", unsafe.Offsetof(c.globalOffset), abi.ContextGlobalOffset},
		{"ids", unsafe.Offsetof(c.ids), abi.ContextIDs},
		{"fault pc", unsafe.Offsetof(c.faultPC), abi.ContextFaultPC},
		{"fault kind", unsafe.Offsetof(c.faultKind), abi.ContextFaultKind},
		{"fault lanes", unsafe.Offsetof(c.faultLanes), abi.ContextFaultLanes},
		{"bounds", unsafe.Offsetof(c.bounds), abi.ContextBounds},
		{"frame", unsafe.Sizeof(f), abi.FrameSpill},
		{"first", unsafe.Offsetof(f.first), abi.FrameFirst},
		{"linear", unsafe.Offsetof(f.linear), abi.FrameLinear},
		{"private", unsafe.Offsetof(f.private), abi.FramePrivate},
		{"masks", unsafe.Offsetof(f.masks), abi.FrameMask},
		{"service number", unsafe.Offsetof(f.serviceNumber), abi.ServiceNumber},
		{"service result", unsafe.Offsetof(f.serviceResult), abi.ServiceResult},
		{"service masks", unsafe.Offsetof(f.serviceMasks), abi.ServiceMask},
	} {
		if row.ours != row.abi {
			t.Errorf("%s is at %d, not %d", row.name, row.ours, row.abi)
		}
	}
}
