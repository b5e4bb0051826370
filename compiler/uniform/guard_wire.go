package uniform

import "heddle/compiler/wire"

// WireGuard codes a guard, which may be nil.
func WireGuard(c *wire.Coder, g **Guard) {
	isThere := *g != nil
	c.Bools(&isThere)
	if !isThere {
		*g = nil
		return
	}
	if c.IsReading() {
		*g = &Guard{}
	}
	(*g).wire(c)
}

func (g *Guard) wire(c *wire.Coder) {
	at := uint64(0)
	wire.List(c, &g.steps, func(c *wire.Coder, s *guardStep) {
		wire.Below(c, &s.op, int(guardUp)+1)
		wire.Number(c, &s.bits)
		wire.Below(c, &s.dim, 3)
		wire.Number(c, &s.x)
		wire.Number(c, &s.y)
		c.Uint64(&s.imm)
		c.Check(s.bits > 0 && s.bits <= 64 && (s.op != guardIDRest || s.imm > 0))
		if s.op >= guardAdd { // operands are earlier steps
			c.Check(uint64(s.x) < at && uint64(s.y) < at && (s.op != guardUp || s.imm < at))
		}
		at++
	})
	wire.List(c, &g.proofs, func(c *wire.Coder, p *proof) {
		wire.Below(c, &p.step, len(g.steps))
		c.Uint64(&p.limit)
	})
	c.Check(len(g.steps) <= maxGuardSteps)
}
