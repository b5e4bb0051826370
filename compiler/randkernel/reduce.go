package randkernel

// Reduction tries smaller kernels one after the other and continues with each that still shows the fault, until none of
// them does. It tries, the largest pieces first: leaving statements out, many at once and then single ones, from the
// end so that uses go before declarations; a list, or an expression, in place of the statement around it; for an
// expression a constant or one of its own parts of the same type. Then smaller ranges. It does not know scopes: a
// kernel that does not compile does not show the fault.

// Reduce makes a kernel smaller as long as fails reports that it still shows the fault. The kernel itself is changed;
// the original can be made again from its seed.
func Reduce(k *Kernel, fails func(*Kernel) bool) *Kernel {
	r := &reducer{kernel: k, fails: fails}
	r.geometries()
	for {
		before := r.kept
		r.node(k.Root)
		r.geometries()
		if r.kept == before {
			return k
		}
	}
}

type reducer struct {
	kernel *Kernel
	fails  func(*Kernel) bool
	kept   int // changes that were kept
}

// try makes a change, takes it back unless the fault stays, and reports whether it stayed.
func (r *reducer) try(change, back func()) bool {
	change()
	if r.fails(r.kernel) {
		r.kept++
		return true
	}
	back()
	return false
}

// replace tries another node in place of one, and reports whether the fault stayed.
func (r *reducer) replace(n *Node, by Node) bool {
	was := *n
	return r.try(func() { *n = by }, func() { *n = was })
}

func (r *reducer) node(n *Node) {
	switch n.Role {
	case List:
		r.list(n)
	case Statement:
		for again := true; again; {
			again = false
			for _, k := range n.Kids {
				if k.Role == List && r.replace(n, *k) {
					r.list(n)
					return
				}
			}
		}
		if r.alone(n) {
			return
		}
	case Expression:
		if r.expression(n) {
			return
		}
	}
	for _, k := range n.Kids {
		r.node(k)
	}
}

// alone tries one of the expressions in place of the statement around it, and reports whether one showed the fault.
func (r *reducer) alone(n *Node) bool {
	for _, k := range n.Kids {
		if k.Role == Expression && n.Form != "$0;" && r.replace(n, *statement("$0;", k)) {
			r.node(k)
			return true
		}
	}
	return false
}

// list leaves out runs of statements, shorter ones each time.
func (r *reducer) list(n *Node) {
	for length := len(n.Kids); length > 0; length /= 2 {
		for end := len(n.Kids); end > 0; {
			start := max(end-length, 0)
			all := n.Kids
			rest := append(append([]*Node{}, all[:start]...), all[end:]...)
			r.try(func() { n.Kids = rest }, func() { n.Kids = all })
			end = start
		}
	}
}

// expression tries constants and parts, and reports whether n is now minimal.
func (r *reducer) expression(n *Node) bool {
	if len(n.Kids) == 0 && len(n.Form) < 12 {
		return true
	}
	for _, c := range []int{0, 1} {
		by := constant(n.Type, c)
		if n.Form == by.Form {
			return true
		}
		if r.replace(n, *by) {
			return true
		}
	}
	for again := true; again; {
		again = false
		for _, k := range n.Kids {
			if k.Role == Expression && k.Type == n.Type && r.replace(n, *k) {
				again = true
				break
			}
		}
	}
	return false
}

// geometries leaves ranges out and makes the remaining ones smaller.
func (r *reducer) geometries() {
	k := r.kernel
	for i := len(k.Geometries) - 1; i >= 0 && len(k.Geometries) > 1; i-- {
		was := k.Geometries
		rest := append(append([]Geometry{}, was[:i]...), was[i+1:]...)
		r.try(func() { k.Geometries = rest }, func() { k.Geometries = was })
	}
	for i := range k.Geometries {
		for d := range 3 {
			r.size(&k.Geometries[i].Offset[d], 0)
			if k.requiresGroups {
				g := &k.Geometries[i]
				was := g.Global[d]
				r.try(func() { g.Global[d] = g.Group[d] }, func() { g.Global[d] = was })
				continue
			}
			r.size(&k.Geometries[i].Global[d], 1)
			r.size(&k.Geometries[i].Group[d], 1)
		}
	}
}

// size makes a number smaller, down to least.
func (r *reducer) size(n *uint64, least uint64) {
	for {
		was := *n
		for _, smaller := range []uint64{least, was / 2, was - 1} {
			if smaller >= least && smaller < was && r.try(func() { *n = smaller }, func() { *n = was }) {
				break
			}
		}
		if *n == was {
			return
		}
	}
}
