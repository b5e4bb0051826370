package pace

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/heap"
)

// design is what a kind of core holds and does in a cycle, and what instructions take there.
type design struct {
	width       int   // instructions that enter
	schedulers  int   // that wait for operands or a port
	scheduled   ports // whose instructions take room in the schedulers; 0: all do
	reorderRoom int   // that have not retired

	loads, vectorLoads ports // for general registers, and for vectors
	stores             ports // 0: enough
	forwarding         int32 // cycles from a store until its place can be read

	costOf func(in *asm.Inst) cost
}

// ports is a set of ports that can run an operation.
type ports uint32

// core is the state of the model. Times are in cycles.
type core struct {
	*design
	entered  int32
	inCycle  int              // instructions that entered in that cycle
	waiting  heap.Heap[int32] // when those in the scheduler leave it
	retiring []int32
	count    int   // instructions that entered
	retired  int32 // when the last one retires
	ready    [asm.FirstVirtual]int32
	slots    map[int32]int32 // by place in the frame: when it is there
	busy     []ports         // by cycle: ports taken
}

func newCore(t asm.Target) *core {
	d := designOf(t)
	return &core{design: d, retiring: make([]int32, d.reorderRoom), slots: map[int32]int32{}}
}

// run runs instructions one behind the other.
func (c *core) run(insts []*asm.Inst) {
	for _, in := range insts {
		c.step(in)
	}
}

// step lets one instruction enter, and finds out when its result is there.
func (c *core) step(in *asm.Inst) {
	how := c.costOf(in)
	c.enter(how.uops)
	at, loaded := c.entered+1, int32(0)
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
	for range how.uops {
		at = max(at, c.issue(at, how.ports))
	}
	done := at + how.latency
	if how.ports == 0 {
		done = at
	}
	c.block(at, how)
	if isStore {
		done = max(done, c.store(at, in))
		if in.Mem.Base == asm.RBP && in.Mem.Index == asm.NoReg {
			c.slots[in.Mem.Disp] = at + c.forwarding
		}
	}
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write && *r < asm.FirstVirtual {
			c.ready[*r] = done
		}
	})
	c.leave(at, done, how)
}

// enter waits until there is room for an instruction of so many parts.
func (c *core) enter(parts int) {
	c.inCycle += max(parts, 1)
	if c.inCycle > c.width {
		c.entered, c.inCycle = c.entered+1, max(parts, 1)
	}
	room := c.retiring[c.count%c.reorderRoom]
	for len(c.waiting) >= c.schedulers {
		room = max(room, c.waiting.Pop())
	}
	if room > c.entered {
		c.entered, c.inCycle = room, max(parts, 1)
	}
}

// leave notes when an instruction leaves the scheduler, and when it retires.
func (c *core) leave(issued, done int32, how cost) {
	if c.scheduled == 0 || how.ports&c.scheduled != 0 {
		c.waiting.Push(issued)
	}
	c.retired = max(c.retired, done)
	c.retiring[c.count%c.reorderRoom] = c.retired
	c.count++
}

// load is when what an instruction reads from memory is there.
func (c *core) load(in *asm.Inst, at int32, how cost) int32 {
	ways := c.vectorLoads
	if in.Op < asm.Vmovups {
		ways = c.loads
	}
	for range max(how.loads, 1) {
		at = c.issue(at, ways)
	}
	if in.Mem.Base == asm.RBP && in.Mem.Index == asm.NoReg {
		if stored := c.slots[in.Mem.Disp]; stored > at {
			return stored
		}
	}
	if in.Mem.Const > 0 || in.Len == asm.L128 {
		return at + 5
	}
	return at + 7
}

// store takes the ports that a store needs, and tells when it has them: both where there are two for shorter ones.
func (c *core) store(at int32, in *asm.Inst) int32 {
	at = c.issue(at, c.stores)
	if in.Len == asm.L512 {
		at = c.issue(at, c.stores&^(c.stores&-c.stores))
	}
	return at
}

// issue takes one of some ports in the first cycle from one on in which one is free.
func (c *core) issue(at int32, ways ports) int32 {
	if ways == 0 {
		return at
	}
	for ; ; at++ {
		if free := ways &^ c.taken(at); free != 0 {
			c.busy[at] |= free & -free
			return at
		}
	}
}

// block keeps the unit for divisions from beginning another.
func (c *core) block(at int32, how cost) {
	for t := at + 1; t < at+how.blocks; t++ {
		c.taken(t)
		c.busy[t] |= how.ports
	}
}

func (c *core) taken(at int32) ports {
	for int(at) >= len(c.busy) {
		c.busy = append(c.busy, make([]ports, len(c.busy)+1024)...)
	}
	return c.busy[at]
}
