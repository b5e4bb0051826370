package uniform

// Whether one guard implies another. A kernel has one guard, but a version may be compiled from a copy in which the
// size of groups is a number. The copy's guard is the same with some expressions computed: its intervals are contained
// in those of the kernel's guard. Since all steps are inclusion-monotonic, a condition that holds for the larger
// intervals holds for them.

// Facts are facts about launches.
type Facts struct {
	Local    [3]uint64 // size of groups
	IsKnown  bool      // Argument is the value of the integer at Offset in the argument block
	Argument uint64
	Offset   uint64
}

// Implies reports whether h holds for each launch that satisfies facts and g. It is conservative: it may return false
// although h is implied.
func (g *Guard) Implies(h *Guard, facts *Facts) bool {
	if h == nil {
		return true
	}
	if g == nil {
		return false
	}
	m := guardMatch{g: g, h: h, facts: facts, launch: Launch{Local: facts.Local}, seen: map[[2]int32]bool{}}
	m.values = make([]interval, len(g.steps))
	m.isKnown = make([]bool, len(g.steps))
	m.compute()
	for _, p := range h.proofs {
		if !m.isProved(p) {
			return false
		}
	}
	return true
}

// guardMatch compares the steps of two guards.
type guardMatch struct {
	g, h    *Guard
	facts   *Facts
	launch  Launch
	values  []interval // by step of g whose value follows from the facts
	isKnown []bool
	seen    map[[2]int32]bool
}

// compute evaluates the steps whose values follow from the facts.
func (m *guardMatch) compute() {
	for i := range m.g.steps {
		s := &m.g.steps[i]
		switch {
		case s.op < guardAdd:
			m.isKnown[i] = s.op == guardConst || s.op == guardAny || s.op == guardLocalSize || m.isArgument(s)
		case s.op == guardUp:
			m.isKnown[i] = m.isKnown[s.x] && m.isKnown[s.y] && m.isKnown[s.imm]
		default:
			m.isKnown[i] = m.isKnown[s.x] && m.isKnown[s.y]
		}
		switch {
		case !m.isKnown[i]:
		case m.isArgument(s):
			m.values[i] = interval{low: m.facts.Argument, high: m.facts.Argument}
		default:
			m.values[i] = s.eval(&m.launch, m.values)
		}
	}
}

// isArgument reports whether a step is the argument that is known.
func (m *guardMatch) isArgument(s *guardStep) bool {
	return s.op == guardArg && m.facts.IsKnown && s.imm == m.facts.Offset
}

func (m *guardMatch) isProved(p proof) bool {
	for _, q := range m.g.proofs {
		if (p.limit == 0 || q.limit != 0 && q.limit <= p.limit) && m.isPart(p.step, q.step) {
			return true
		}
	}
	return false
}

// isPart reports whether the interval of a step of h is contained in that of a step of g, and wraps only if that does.
func (m *guardMatch) isPart(h, g int32) bool {
	key := [2]int32{h, g}
	if known, ok := m.seen[key]; ok {
		return known
	}
	m.seen[key] = false
	m.seen[key] = m.compare(&m.h.steps[h], &m.g.steps[g], g)
	return m.seen[key]
}

func (m *guardMatch) compare(h, g *guardStep, place int32) bool {
	switch {
	case h.op == guardConst: // computed in the copy
		return m.has(place, h.imm)
	case h.bits != g.bits || h.dim != g.dim:
		return false
	case h.op == guardShl && g.op == guardMul: // the factor has become a power of two
		return m.isPart(h.x, g.x) && m.has(g.y, 1<<h.imm) || m.isPart(h.x, g.y) && m.has(g.x, 1<<h.imm)
	case h.op != g.op:
		return false
	case h.op < guardAdd: // a leaf
		return h.imm == g.imm
	case h.op == guardUp:
		return m.isPart(h.x, g.x) && m.isPart(h.y, g.y) && m.isPart(int32(h.imm), int32(g.imm))
	}
	return h.imm == g.imm && m.isPart(h.x, g.x) && m.isPart(h.y, g.y)
}

// has reports whether a number is known to lie in the interval of a step of g.
func (m *guardMatch) has(g int32, n uint64) bool {
	return m.isKnown[g] && m.values[g].low <= n && n <= m.values[g].high
}
