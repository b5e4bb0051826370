package randkernel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Kernels of groups: whole kernels as people write them, around local memory. A group loads arrays of scalars, vectors
// or structures, and goes through phases: trees of sums, scans, sorts, stencils with halos, transposes, products of
// tiles. They have few other statements, so that they are of the size for which engines have special code, and groups
// of up to 512 work-items.
//
// A phase begins where all local memory is written and may be read by all, and ends in a barrier behind its last access
// of what others write, so that each may be left out. In a phase work-items write elements that no other reads or
// writes before the next barrier.

// Sizes that kernels of groups rely on.
const (
	GroupItems    = 1536    // work-items of a range
	GroupElements = 6144    // of each buffer: work-items and what lies around them in two dimensions
	mostMembers   = 512     // work-items of a group
	elementBytes  = 32      // at most, of an element
	ScratchBytes  = 1 << 14 // of local memory that is an argument
	canvases      = 4       // parts of the painted picture
	canvasWords   = 2 * GroupElements
)

// GroupParams are the parameters of kernels of groups; each declares buffers with types of its own.
var GroupParams = []Param{
	{Name: "src", Scalar: *tUInt.Scalar, Words: GroupElements * elementBytes / 4, Buffer: true, Near: true},
	{Name: "dst", Scalar: *tUInt.Scalar, Words: GroupElements * elementBytes / 4, Buffer: true, Near: true},
	{Name: "picture", Scalar: *tUInt.Scalar, Words: 2 * GroupElements, Buffer: true, Near: true},
	{Name: "painted", Scalar: *tUInt.Scalar, Words: canvases * canvasWords, Buffer: true},
	{Name: "found", Scalar: *tUInt.Scalar, Words: GroupElements * elementBytes / 4, Buffer: true},
	{Name: "scratch", Scalar: *tUInt.Scalar, Words: ScratchBytes / 4, Local: true},
	{Name: "w", Scalar: *tInt.Scalar, Words: 1}, // columns of the picture, the range's or some more
	{Name: "h", Scalar: *tInt.Scalar, Words: 1}, // rows, the range's or some more or less
	{Name: "n", Scalar: *tInt.Scalar, Words: 1}, // about the number of work-items
}

// shape is the size of a group.
type shape [3]int

func (s shape) items() int { return s[0] * s[1] * s[2] }

// shapes are those of kernels that know their groups.
var shapes = []shape{
	{512, 1, 1}, {512, 1, 1}, {256, 1, 1}, {256, 1, 1}, {128, 1, 1}, {96, 1, 1}, {64, 1, 1}, {64, 1, 1}, {32, 1, 1},
	{16, 1, 1}, {8, 1, 1}, {100, 1, 1}, {48, 1, 1}, {1, 1, 1}, {2, 1, 1}, {16, 16, 1}, {16, 16, 1}, {16, 16, 1},
	{32, 8, 1}, {8, 8, 1}, {8, 8, 1}, {32, 4, 1}, {64, 4, 1}, {16, 4, 1}, {4, 16, 1}, {17, 3, 1}, {1, 64, 1}, {64, 1,
		1},
	{2, 2, 1}, {8, 32, 1}, {32, 16, 1}, {5, 5, 1}, {4, 4, 4}, {8, 2, 2},
}

// grouper makes one kernel of groups.
type grouper struct {
	*rand.Rand
	names    int
	kernel   *Kernel
	isFixed  bool  // all groups have the shape, and the text may rely on it
	shape    shape // of one of the ranges
	is2D     bool
	id       string // the type of ids
	size     string // the number of work-items of a group
	element  element
	capacity string // elements of the local array
	declared []string
	most     int // phases that may be added

	localBytes int // of the arrays declared
	canvases   int // parts of the painted picture that are used

	group, sx, sy string // the group's number and sides
}

func (g *grouper) chance(n int) bool { return g.IntN(n) == 0 }

func (g *grouper) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

func (g *grouper) oneOf(list ...string) string { return list[g.IntN(len(list))] }

// NewGroup makes the kernel of groups of a seed.
func NewGroup(seed uint64) *Kernel {
	g := &grouper{Rand: rand.New(rand.NewPCG(seed, 0x67726f7570)), kernel: &Kernel{Seed: seed, OwnRanges: true}}
	k := g.kernel
	g.isFixed = g.IntN(4) > 0
	g.shape = shapes[g.IntN(len(shapes))]
	g.is2D = g.shape[1]*g.shape[2] > 1
	for range 3 {
		k.Geometries = append(k.Geometries, g.geometry())
	}
	k.requiresGroups = g.isFixed
	k.Options = g.oneOf("", "", "-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-std=CL2.0")
	if !g.isFixed && k.Options == "-cl-std=CL1.2" {
		k.Options = ""
	}
	root := &Node{Role: List}
	root.Kids = append(root.Kids, statement("#pragma OPENCL FP_CONTRACT OFF"))
	g.element = g.newElement()
	root.Kids = append(root.Kids, statement(g.element.head()))
	root.Kids = append(root.Kids, g.function())
	k.Root = root
	return k
}

// geometry chooses a range: whole groups of the shape, or any if the kernel does not know its groups.
func (g *grouper) geometry() Geometry {
	r := Geometry{Dim: 1, Global: [3]uint64{1, 1, 1}, Group: [3]uint64{1, 1, 1}}
	s := g.shape
	if !g.isFixed {
		s = shapes[g.IntN(len(shapes))]
	}
	most := GroupItems / s.items()
	for i, n := range s {
		groups := 1
		if i == 0 || n > 1 || g.is2D && i == 1 {
			groups = min(1+g.IntN([]int{3, 6}[g.IntN(2)]), most)
		}
		most /= groups
		r.Group[i], r.Global[i] = uint64(n), uint64(n*groups)
		if !g.isFixed && n > 1 && g.chance(3) {
			r.Global[i] -= g.Uint64N(uint64(n))
		}
		if r.Global[i] > 1 || g.is2D && i < 2 {
			r.Dim = uint32(i + 1)
		}
	}
	if g.chance(4) && r.Global[1] < 100 && r.Global[0] < 600 {
		r.Offset[0] = []uint64{1, 8, 5, 16}[g.IntN(4)]
	}
	return r
}

const barrierText = "barrier(CLK_LOCAL_MEM_FENCE);"

// function makes the kernel function.
func (g *grouper) function() *Node {
	g.id = g.oneOf("int", "int", "int", "uint", "uint", "size_t")
	g.capacity = fmt.Sprint(mostMembers)
	if g.isFixed {
		g.capacity = fmt.Sprint(g.shape.items())
	}
	ids := g.ids()
	g.most = 1 + g.IntN(5)
	load := g.load()
	phases := &Node{Role: List, Kids: g.phases()}
	store := g.store()
	arrays := strings.Join(g.declared, "\n")
	attribute := ""
	if g.isFixed && g.chance(4) {
		attribute = fmt.Sprintf("__attribute__((reqd_work_group_size(%d, %d, %d))) ", g.shape[0], g.shape[1],
			g.shape[2])
	}
	restrict := g.oneOf("", "restrict ")
	e := g.element.name
	params := fmt.Sprintf("global const %[1]s *%[2]ssrc, global %[1]s *%[2]sdst, global const uint *%[2]spicture, "+
		"global uint *%[2]spainted, global uint *found, int w, int h, int n, uint few, uint size2, uint lane_step", e,
		restrict)
	local := fmt.Sprintf("local %s L[%s];", e, g.capacity)
	if g.chance(4) {
		params += ", local " + e + " *scratch"
		local = "local " + e + " *L = scratch;"
	}
	return statement(attribute+"kernel void k("+params+")\n{\n"+local+"\n"+arrays+"\n"+ids+
		"E acc = ZERO;\nuint hash = 17;\n$0\n$1$2\n}", load, phases, store)
}

// ids declares the names of ids.
func (g *grouper) ids() string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	g.sx, g.sy = "(int)get_local_size(0)", "(int)get_local_size(1)"
	row := "get_local_id(1)"
	if !g.isFixed || g.shape[2] > 1 {
		row, g.sy = "get_local_id(1) + get_local_size(1) * get_local_id(2)", "(int)(get_local_size(1) * "+
			"get_local_size(2))"
	}
	known := g.isFixed && g.chance(2)
	if known {
		g.sx, g.sy = fmt.Sprint(g.shape[0]), fmt.Sprint(g.shape[1]*g.shape[2])
	}
	line("const %s tx = get_local_id(0), ty = %s;", g.id, row)
	switch {
	case !g.is2D && g.isFixed:
		line("const %s lid = get_local_id(0);", g.id)
		g.size = fmt.Sprintf("(%s)get_local_size(0)", g.id)
		g.group = "get_group_id(0)"
	case g.shape[2] == 1 && g.isFixed:
		line("const %s lid = %s;", g.id, g.oneOf("get_local_id(1) * get_local_size(0) + get_local_id(0)",
			"get_local_id(0) + get_local_size(0) * get_local_id(1)", "ty * (int)get_local_size(0) + tx"))
		g.size = fmt.Sprintf("(%s)(get_local_size(0) * get_local_size(1))", g.id)
		g.group = "(get_group_id(1) * get_num_groups(0) + get_group_id(0))"
	default:
		line("const %s lid = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * "+
			"get_local_id(2));", g.id)
		g.size = fmt.Sprintf("(%s)(get_local_size(0) * get_local_size(1) * get_local_size(2))", g.id)
		g.group = "(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))"
	}
	if known {
		g.size = fmt.Sprint(g.shape.items())
		if g.id != "int" {
			g.size = fmt.Sprintf("(%s)%s", g.id, g.size)
		}
	} else if g.chance(2) {
		line("const %s size = %s;", g.id, g.size)
		g.size = "size"
	}
	line("const %s gid = %s;", g.oneOf("int", "uint", "size_t", "long"), g.number())
	return b.String()
}

// number numbers the work-items.
func (g *grouper) number() string {
	if g.isFixed && !g.is2D {
		return g.oneOf("get_global_id(0)", "get_global_id(0)", "get_group_id(0) * get_local_size(0) + "+
			"get_local_id(0)",
			g.group+" * "+g.size+" + lid")
	}
	if g.isFixed && g.shape[2] == 1 {
		return g.oneOf(g.group+" * "+g.size+" + lid", "get_global_id(1) * get_global_size(0) + get_global_id(0)",
			"get_global_id(1) * (size_t)w + get_global_id(0)")
	}
	return "(get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - " +
		"get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)))"
}
