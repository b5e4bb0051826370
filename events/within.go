package events

import "slices"

// A function of the application that is called as a part of a command's work (a native kernel, a function that frees
// memory) may call the API. If it waits for its own command, or for one that waits for it, it waits for ever.

// HoldsUp reports whether one of the commands is c or waits for it, directly or through others.
func (c *Command) HoldsUp(commands ...*Command) bool {
	return c.holdsUp(func(d *Command) bool { return slices.Contains(commands, d) })
}

// HoldsUpQueue reports whether a command of the queue is c or waits for it, so that Finish would.
func (c *Command) HoldsUpQueue(q *Queue) bool {
	return c.holdsUp(func(d *Command) bool { return d.queue == q })
}

// HoldsUpNext reports whether a command that is enqueued now, with a wait list, would wait for c.
func (c *Command) HoldsUpNext(q *Queue, after []*Command) bool {
	q.mu.Lock()
	outOfOrder, fence := q.outOfOrder, q.fence
	q.mu.Unlock()
	if !outOfOrder {
		return c.HoldsUpQueue(q) || c.HoldsUp(after...)
	}
	return c.HoldsUp(after...) || fence != nil && c.HoldsUp(fence)
}

// holdsUp reports whether a condition holds for c or a command that waits for it.
func (c *Command) holdsUp(is func(*Command) bool) bool {
	seen := map[*Command]bool{c: true}
	for list := []*Command{c}; len(list) > 0; {
		d := list[len(list)-1]
		list = list[:len(list)-1]
		if is(d) {
			return true
		}
		d.mu.Lock()
		for _, next := range d.dependants {
			if next.command != nil && !seen[next.command] {
				seen[next.command] = true
				list = append(list, next.command)
			}
		}
		d.mu.Unlock()
	}
	return false
}
