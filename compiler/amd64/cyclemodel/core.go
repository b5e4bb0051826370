package cyclemodel

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/heap"
)

// Design describes a kind of core: its sizes, its ports and the costs of instructions.
type Design struct {
	Width       int   // instructions issued in a cycle
	Schedulers  int   // entries of the schedulers: instructions that wait for operands or a port
	Scheduled   Ports // whose instructions take entries of the schedulers; 0: all do
	ReorderSize int   // entries of the reorder buffer: instructions that have not retired

	Loads, VectorLoads Ports // for general registers, and for vectors
	Stores             Ports // 0: never a bottleneck
	Forwarding         int32 // cycles from a store until a load of the same place gets its value

	CostOf func(in *asm.Inst) Cost
}

// Ports is a set of ports that can run an operation.
type Ports uint32

// core is the state of the model. Times are in cycles.
type core struct {
	*Design
	entered  int32
	inCycle  int              // instructions that entered in the present cycle
	waiting  heap.Heap[int32] // when those in the schedulers leave them
	retiring []int32
	count    int   // instructions that entered so far
	retired  int32 // when the last one retires
	ready    [asm.FirstVirtual]int32
	slots    map[int32]int32 // by displacement in the frame: when its value can be loaded
	busy     []Ports         // by cycle: the ports taken
}

func newCore(d *Design) *core {
	return &core{Design: d, retiring: make([]int32, d.ReorderSize), slots: map[int32]int32{}}
}

// run runs instructions in program order.
func (c *core) run(insts []*asm.Inst) {
	for _, in := range insts {
		c.step(in)
	}
}

// step lets one instruction enter, and computes when its result is ready.
func (c *core) step(in *asm.Inst) {
	how := c.CostOf(in)
	c.enter(how.Uops)
	at, loaded := c.entered+1, int32(0) // when its operands are ready, and when its address is
	isStore := in.HasMem && in.Dst == asm.NoReg && !comparesMemory(in.Op)
	in.Operands(func(r *asm.Reg, read, write bool) {
		if read && *r < asm.FirstVirtual {
			isAddress := r == &in.Mem.Base || r == &in.Mem.Index
			if isAddress && !isStore {
				loaded = max(loaded, c.ready[*r])
			} else {
				at = max(at, c.ready[*r])
			}
		}
	})
	if in.HasMem && !isStore && in.Op != asm.Lea {
		at = max(at, c.load(in, max(loaded, c.entered+1), how))
	} else {
		at = max(at, loaded)
	}
	for range how.Uops {
		at = max(at, c.issue(at, how.Ports))
	}
	done := at + how.Latency
	if how.Ports == 0 { // a move: it takes no time of its own
		done = at
	}
	c.block(at, how)
	if isStore {
		done = max(done, c.store(at, in))
		// Later loads from the same slot of the frame wait for the store.
		if in.Mem.Base == asm.RBP && in.Mem.Index == asm.NoReg {
			c.slots[in.Mem.Disp] = at + c.Forwarding
		}
	}
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write && *r < asm.FirstVirtual {
			c.ready[*r] = done
		}
	})
	c.leave(at, done, how)
}

// enter waits until there is room for an instruction of the given number of micro-operations.
func (c *core) enter(uops int) {
	c.inCycle += max(uops, 1)
	if c.inCycle > c.Width {
		c.entered, c.inCycle = c.entered+1, max(uops, 1)
	}
	room := c.retiring[c.count%c.ReorderSize]
	for len(c.waiting) >= c.Schedulers {
		room = max(room, c.waiting.Pop())
	}
	if room > c.entered {
		c.entered, c.inCycle = room, max(uops, 1)
	}
}

// leave records when an instruction leaves the scheduler, and when it retires.
func (c *core) leave(issued, done int32, how Cost) {
	if c.Scheduled == 0 || how.Ports&c.Scheduled != 0 {
		c.waiting.Push(issued)
	}
	c.retired = max(c.retired, done)
	c.retiring[c.count%c.ReorderSize] = c.retired
	c.count++
}

// load is the time at which the value that an instruction reads from memory is ready.
func (c *core) load(in *asm.Inst, at int32, how Cost) int32 {
	from := c.VectorLoads
	if in.Op < asm.Vmovups {
		from = c.Loads
	}
	for range max(how.Loads, 1) {
		at = c.issue(at, from)
	}
	if in.Mem.Base == asm.RBP && in.Mem.Index == asm.NoReg {
		if stored := c.slots[in.Mem.Disp]; stored > at {
			return stored
		}
	}
	if in.Mem.Const > 0 || in.Len == asm.L128 {
		return at + shortLoadCycles
	}
	return at + longLoadCycles
}

// store takes the ports of a store, and returns when it has them. A store of 512 bits takes both ports of a pair.
func (c *core) store(at int32, in *asm.Inst) int32 {
	at = c.issue(at, c.Stores)
	if in.Len == asm.L512 {
		at = c.issue(at, c.Stores&^(c.Stores&-c.Stores))
	}
	return at
}

// issue takes a port of a set in the first cycle, from at on, in which one is free.
func (c *core) issue(at int32, from Ports) int32 {
	if from == 0 {
		return at
	}
	for ; ; at++ {
		if free := from &^ c.taken(at); free != 0 {
			c.busy[at] |= free & -free
			return at
		}
	}
}

// block keeps the divider from beginning another operation.
func (c *core) block(at int32, how Cost) {
	for t := at + 1; t < at+how.Blocks; t++ {
		c.taken(t)
		c.busy[t] |= how.Ports
	}
}

func (c *core) taken(at int32) Ports {
	for int(at) >= len(c.busy) {
		c.busy = append(c.busy, make([]Ports, len(c.busy)+1024)...)
	}
	return c.busy[at]
}
