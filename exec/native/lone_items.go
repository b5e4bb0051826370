package native

import (
	"heddle/compiler/ceil"
	"heddle/exec/launch"
)

// Launches with groups of one work-item run a copy of the kernel that does not see groups (object.Kernel.LoneItems).
// It runs in groups of the engine's own, so that neighbours are lanes of a vector.

// isLone reports whether a launch has groups of one work-item, and several.
func isLone(l *launch.Launch) bool {
	return l.Group == [3]uint64{1, 1, 1} && l.Items() > 1
}

// LoneItems is the launch of the copy of the kernel for groups of one work-item, if it has such groups and there is a
// copy.
func LoneItems(l *launch.Launch) (found launch.Launch, ok bool) {
	if !isLone(l) || l.Zeroes.Local {
		return found, false
	}
	copied := l.Machine.LoneItems(l.Local)
	if copied == nil {
		return found, false
	}
	found = *l
	found.Machine = copied.Kernel()
	return found, true
}

// loneGroup is the size of a group that the kernel cannot see, of a launch of groups of one work-item. Each may do
// much: few are spread over all workers.
func loneGroup(l *launch.Launch, lanes, workers uint64, group [3]uint64) [3]uint64 {
	share := ceil.Div(l.Items(), workers)
	if share > lanes {
		share = ceil.Multiple(share, lanes)
	}
	if group[0]*group[1]*group[2] <= share {
		return group
	}
	group[0] = min(group[0], share)
	for i := 1; i < 3; i++ {
		share = max(share/group[i-1], 1)
		group[i] = min(group[i], share)
	}
	return group
}
