package randkernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Sizes that kernels rely on.
const (
	MaxItems    = 640             // work-items of a range
	MaxGroup    = 256             // work-items of a group
	ItemValues  = 8               // elements of each own_ buffer that belong to a work-item
	Elements    = 8*MaxItems + 64 // of each in_ and own_ buffer
	OutWords    = 4               // words of out that belong to a work-item
	AtomWords   = 64              // words of atom
	RecordBytes = 64              // of own_record that belong to a work-item
	MixBytes    = 64              // of each mix_ buffer that belong to a work-item
	GridWords   = 4 * MaxItems    // of grid
	StripWords  = 4 * MaxItems    // of strip
	RankWords   = 64              // of ranks
	GroupWords  = 4               // words of by_group that belong to a work-group
)

// Param is one of the parameters that every kernel has.
type Param struct {
	Name    string
	Text    string // the declaration
	Scalar  Scalar // of the elements of a buffer or of a value
	Words   int    // elements of a buffer or of a value
	Buffer  bool
	Local   bool
	Sampler bool
	Small   bool   // its elements are integers of a few bits
	Image   *Image // of an image; its elements are a buffer
	Near    bool   // its words are floats between -64 and 64
	Over    string // the buffer that it overlaps in some launches, up to half of a work-item's bytes further
}

// Params are the parameters in order.
var Params = makeParams()

func makeParams() []Param {
	list := []Param{
		{Name: "out", Text: "global uint *out", Scalar: *tUInt.Scalar, Words: OutWords * MaxItems, Buffer: true},
		{Name: "atom", Text: "global uint *atom", Scalar: *tUInt.Scalar, Words: AtomWords, Buffer: true},
		{Name: "own_record", Text: "global ulong *own_record", Scalar: *tULong.Scalar,
			Words: RecordBytes / 8 * MaxItems, Buffer: true},
	}
	for _, s := range scalars {
		list = append(list,
			Param{Name: "in_" + s.Name, Text: "global const " + s.Name + " *in_" + s.Name, Scalar: s, Words: Elements,
				Buffer: true},
			Param{Name: "own_" + s.Name, Text: "global " + s.Name + " *own_" + s.Name, Scalar: s, Words: Elements,
				Buffer: true})
	}
	for _, s := range scalars {
		list = append(list, Param{Name: "a_" + s.Name, Text: s.Name + " a_" + s.Name, Scalar: s, Words: 1})
	}
	list = append(list,
		Param{Name: "few", Text: "uint few", Scalar: *tUInt.Scalar, Words: 1}, // below 6
		Param{Name: "a_float4", Text: "float4 a_float4", Scalar: *tFloat.Scalar, Words: 4},
		Param{Name: "a_uint2", Text: "uint2 a_uint2", Scalar: *tUInt.Scalar, Words: 2},
		Param{Name: "a_short8", Text: "short8 a_short8", Scalar: scalars[2], Words: 8},
		Param{Name: "shared", Text: "local uint *shared", Scalar: *tUInt.Scalar, Local: true, Words: MaxGroup},
		Param{Name: "mix_a", Text: "global uint *mix_a", Scalar: *tUInt.Scalar, Words: MixBytes / 4 * MaxItems,
			Buffer: true},
		Param{Name: "mix_b", Text: "global uint *mix_b", Scalar: *tUInt.Scalar, Words: MixBytes / 4 * MaxItems,
			Buffer: true, Over: "mix_a"},
		Param{Name: "mix_c", Text: "global uchar *mix_c", Scalar: scalars[1], Words: MixBytes * MaxItems, Buffer: true,
			Over: "mix_a"},
		Param{Name: "mix_f", Text: "global float *mix_f", Scalar: *tFloat.Scalar, Words: MixBytes / 4 * MaxItems,
			Buffer: true},
		Param{Name: "mix_g", Text: "global float *mix_g", Scalar: *tFloat.Scalar, Words: MixBytes / 4 * MaxItems,
			Buffer: true, Over: "mix_f"},
		Param{Name: "grid", Text: "global uint *grid", Scalar: *tUInt.Scalar, Words: GridWords, Buffer: true},
		Param{Name: "strip", Text: "global uint *strip", Scalar: *tUInt.Scalar, Words: StripWords, Buffer: true},
		Param{Name: "ranks", Text: "global uint *ranks", Scalar: *tUInt.Scalar, Words: RankWords, Buffer: true},
		Param{Name: "atom_long", Text: "global ulong *atom_long", Scalar: *tULong.Scalar, Words: AtomWords,
			Buffer: true},
		Param{Name: "sums", Text: "global float *sums", Scalar: *tFloat.Scalar, Words: 3 * floatPlaces, Buffer: true,
			Small: true},
		Param{Name: "by_group", Text: "global uint *by_group", Scalar: *tUInt.Scalar, Words: GroupWords * MaxItems,
			Buffer: true},
		// a power of two about the size of a group
		Param{Name: "size2", Text: "uint size2", Scalar: *tUInt.Scalar, Words: 1},
		Param{Name: "lane_step", Text: "uint lane_step", Scalar: *tUInt.Scalar, Words: 1}, // below 4, most often 1
	)
	return append(list, imageParams()...)
}

// Geometry is a range to run a kernel over.
type Geometry struct {
	Dim                   uint32
	Offset, Global, Group [3]uint64
}

// Kernel is a random kernel and the way to run it.
type Kernel struct {
	Seed       uint64
	Options    string // of the build
	Geometries []Geometry
	Root       *Node
	Contracts  bool // options allow results that depend on the passes, as where products are fused into sums
	OwnRanges  bool // it is right for its own ranges only

	requiresGroups bool // the source says the size of groups, so all ranges have those
}

// Source is the kernel's text.
func (k *Kernel) Source() string { return k.Root.String() }

// variable is a name that a generated expression may use.
type variable struct {
	name     string
	t        Type
	uniform  bool // the same for all work-items of a group
	constant bool // must not be assigned
	array    int  // elements, 0: none
	below    int  // bound of a loop's variable; 0: another variable
}

// record is a struct type or a variable of one.
type record struct {
	name   string
	fields []variable
}

// loop is a statement that break or continue may refer to.
type loop struct {
	isSwitch bool
	uniform  bool // all work-items of a group must leave it together
}

// generator holds the names and permissions at the place under construction.
type generator struct {
	*rand.Rand
	names           int
	budget          int // nodes left
	variables       []variable
	structs         []record // types
	records         []record // variables
	functions       []function
	recordFunctions []record // a function's name, the fields of its struct
	truthFunctions  []function
	truths          []string // variables of truth values
	loops           []loop
	labels          []variable // only name and uniform

	inKernel      bool
	barriers      bool // the kernel has barriers, so that work-items must come to them together
	together      bool // all work-items of a group are here together
	subGroups     bool // the kernel has functions of sub-groups
	joined        bool // it has, and all work-items of a sub-group are here together
	uniform       bool // the expression under construction must be uniform in a work-group
	localOp       string
	calls         int // of expensive functions that are still allowed
	result        *Type
	places        []place           // indices made before, for repeated use
	pointers      []variable        // into in_ buffers, 64 elements or more before the end and one after the start
	taste         map[string]int    // weights of kinds of statements in this kernel
	likes         []int             // scalars that this kernel has more of
	ranks         int               // words of ranks that are used
	stride        map[string]int    // elements of the own_ buffers from one work-item to the next
	tiles         bool              // there are statements that need tileArrays
	sees          bool              // uses local ids and groups
	elementOfItem map[string]string // of the images that are written, the work-item's coordinates
	images        bool              // the kernel accesses images
	useDouble     bool
	useHalf       bool
	isSmall       bool      // the kernel is small: some code of engines is special for such
	contracts     bool      // results may depend on the passes
	version3      bool      // OpenCL C 3.0
	required      [3]uint64 // the size of groups that the kernel asks for, or zeros
	shared        []Type    // element types of the local arrays
}

// New makes the kernel of a seed.
func New(seed uint64) *Kernel { return NewOf(seed) }

// NewOf makes the kernel of a seed that has many more statements of some kinds, by the names of statement_choice.go,
// than of others.
func NewOf(seed uint64, kinds ...string) *Kernel {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6865646c65)), stride: map[string]int{}, taste: map[string]int{},
		elementOfItem: map[string]string{}}
	for _, kind := range kinds {
		g.taste[kind] = aimedTaste
	}
	k := &Kernel{Seed: seed}
	g.barriers = g.IntN(3) == 0
	g.subGroups = g.chance(3) || slices.ContainsFunc(kinds, isSubGroupKind)
	g.sees = g.barriers || g.IntN(2) == 0
	g.useDouble, g.useHalf = g.IntN(4) == 0, g.IntN(3) == 0
	g.images = g.chance(3) || slices.ContainsFunc(kinds, isImageKind)
	g.budget = []int{10, 30, 30, 30}[g.IntN(4)] + g.IntN(250)
	if g.isSmall = g.chance(4); g.isSmall {
		g.budget = 10 + g.IntN(30)
	}
	for range g.IntN(4) {
		g.likes = append(g.likes, g.IntN(len(scalars)))
	}
	g.calls = g.IntN(4)
	for _, s := range scalars {
		g.stride[s.Name] = []int{1, 1, 2, 3, 4, 8}[g.IntN(6)]
	}
	root := &Node{Role: List}
	k.Contracts = g.IntN(3) == 0
	if !k.Contracts {
		root.Kids = append(root.Kids, statement("#pragma OPENCL FP_CONTRACT OFF"))
	}
	if g.IntN(4) == 0 {
		k.Options = "-cl-std=CL3.0"
		g.version3 = true
	}
	if g.chance(5) {
		relaxed := []string{"-cl-fast-relaxed-math", "-cl-mad-enable", "-cl-no-signed-zeros",
			"-cl-unsafe-math-optimizations", "-cl-denorms-are-zero"}
		k.Options += " " + relaxed[g.IntN(len(relaxed))]
		k.Contracts = true
	}
	if !k.Contracts {
		// quotients by roots are not products with reciprocal roots
		k.Options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	root.Kids = append(root.Kids, canonical()...)
	root.Kids = append(root.Kids, g.tables()...)
	root.Kids = append(root.Kids, g.samplers()...)
	root.Kids = append(root.Kids, imageFunctions()...)
	for range g.IntN(3) {
		root.Kids = append(root.Kids, g.structType())
	}
	g.contracts = k.Contracts
	if g.chance(4) {
		g.required, k.requiresGroups = g.geometry().Group, true
	}
	budget := g.budget
	for range g.IntN(3) {
		g.budget = 10 + g.IntN(40)
		root.Kids = append(root.Kids, g.function())
	}
	if len(g.structs) > 0 && g.chance(2) {
		g.budget = 10 + g.IntN(20)
		root.Kids = append(root.Kids, g.recordFunction())
	}
	if g.chance(3) {
		g.budget = 10 + g.IntN(20)
		root.Kids = append(root.Kids, g.truthFunction())
	}
	g.budget = budget
	root.Kids = append(root.Kids, g.kernel())
	k.Root = root
	for len(k.Geometries) < 2 {
		k.Geometries = append(k.Geometries, g.ofRequiredGroups(g.geometry()))
	}
	return k
}

// canonical are functions that replace NaNs by one NaN; reduction drops those that are not called.
func canonical() []*Node {
	list := []*Node{
		statement("static uint cf(float x) { return x != x ? 0x7fc00000u : as_uint(x); }"),
		statement("static ulong cd(double x) { return x != x ? 0x7ff8000000000000ul : as_ulong(x); }"),
		statement("static ushort ch(half x) { return x != x ? (ushort)0x7e00 : as_ushort(x); }"),
		statement("static float nfloat(float x) { return as_float(cf(x)); }"),
		statement("static half nhalf(half x) { return as_half(ch(x)); }"),
		statement("static double ndouble(double x) { return as_double(cd(x)); }"),
	}
	for _, n := range []int{2, 3, 4, 8, 16} {
		list = append(list,
			statement(fmt.Sprintf("static float%[1]d nfloat%[1]d(float%[1]d x) { return "+
				"as_float%[1]d(select(as_int%[1]d(x), (int%[1]d)(0x7fc00000), isnan(x))); }", n)),
			statement(fmt.Sprintf("static half%[1]d nhalf%[1]d(half%[1]d x) { return "+
				"as_half%[1]d(select(as_short%[1]d(x), (short%[1]d)(0x7e00), isnan(x))); }", n)),
			statement(fmt.Sprintf("static double%[1]d ndouble%[1]d(double%[1]d x) { return "+
				"as_double%[1]d(select(as_long%[1]d(x), (long%[1]d)(0x7ff8000000000000l), isnan(x))); }", n)))
	}
	return list
}

// tables are constant arrays of program scope.
func (g *generator) tables() []*Node {
	var list []*Node
	for _, t := range []Type{tUInt, {&scalars[0], 1}, tFloat} {
		values := make([]string, 16)
		for i := range values {
			values[i] = g.literalText(t)
		}
		list = append(list, statement(fmt.Sprintf("constant %s tab_%s[16] = {%s};", t, t, strings.Join(values, ", "))))
	}
	return list
}

func (g *generator) structType() *Node {
	s := record{name: g.name("S")}
	var text strings.Builder
	for i := range 1 + g.IntN(4) {
		t := g.anyType()
		if t.Lanes > 4 {
			t = t.element()
		}
		s.fields = append(s.fields, variable{name: fmt.Sprintf("f%d", i), t: t})
		fmt.Fprintf(&text, " %s f%d;", t, i)
	}
	g.structs = append(g.structs, s)
	return statement(fmt.Sprintf("typedef struct {%s } %s;", text.String(), s.name))
}

// ids are ways to number the work-items from 0, in the kernel's order or another.
var ids = []string{
	"(get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + " +
		"get_global_size(1) * (get_global_id(2) - get_global_offset(2)))",
	"(get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + " +
		"get_global_size(1) * (get_global_id(2) - get_global_offset(2)))",
	"(get_global_id(1) - get_global_offset(1)) + get_global_size(1) * ((get_global_id(0) - get_global_offset(0)) + " +
		"get_global_size(0) * (get_global_id(2) - get_global_offset(2)))",
	"get_global_size(0) * get_global_size(1) * get_global_size(2) - 1 - ((get_global_id(0) - get_global_offset(0)) " +
		"+ get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * " +
		"(get_global_id(2) - get_global_offset(2))))",
}

const localID = "(uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))"

// kernel makes the kernel function.
func (g *generator) kernel() *Node {
	g.inKernel, g.together, g.joined = true, true, g.subGroups
	body := &Node{Role: List}
	add := func(form string, kids ...*Node) { body.Kids = append(body.Kids, statement(form, kids...)) }
	idType := []string{"size_t", "uint", "int", "ulong"}[g.IntN(4)]
	id := ids[g.IntN(len(ids))]
	if idType == "uint" || idType == "int" {
		id = "(" + idType + ")(" + id + ")"
	}
	fixed := fmt.Sprintf("const %s gid = %s;\n", idType, id)
	g.variables = append(g.variables, variable{name: "few", t: tUInt, uniform: true, constant: true})
	for _, p := range Params {
		if !p.Buffer && !p.Local && !p.Sampler {
			g.variables = append(g.variables, variable{name: p.Name, t: Type{&p.Scalar, p.Words}, uniform: true,
				constant: true})
		}
	}
	if g.sees {
		fixed += "const uint lid = " + localID +
			", lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));\n"
	}
	if g.barriers {
		fixed += g.sharedArrays()
	}
	count := 2 + g.IntN(4)
	if g.chance(8) {
		count = 30 // more than there are registers
	}
	statements := 4 + g.IntN(8)
	if g.isSmall {
		count, statements = 1, 1+g.IntN(3)
	}
	for range count {
		body.Kids = append(body.Kids, g.declare())
	}
	body.Kids = append(body.Kids, g.statements(3, statements)...)
	add("uint h = 17;")
	for _, v := range g.variables {
		if v.array == 0 && !v.constant {
			body.Kids = append(body.Kids, mixed(v.name, v.t))
		}
	}
	for _, r := range g.records {
		for _, f := range r.fields {
			body.Kids = append(body.Kids, mixed(r.name+"."+f.name, f.t))
		}
	}
	add(fmt.Sprintf("out[gid * %d + %d] = h;", OutWords, g.IntN(OutWords)))
	if g.tiles {
		fixed = tileArrays + fixed
	}
	var params []string
	for _, p := range Params {
		params = append(params, p.declaration(g.version3))
	}
	return statement(g.groupAttribute()+g.subGroupAttribute()+"kernel void k("+strings.Join(params, ", ")+")\n{\n"+
		fixed+"$0}", body)
}

// sharedArrays declares local arrays and fills them, so that every one of the group's elements can be read from then
// on.
func (g *generator) sharedArrays() string {
	g.shared = []Type{tUInt, g.scalar()}
	if g.chance(3) {
		g.shared[1] = tFloat
	}
	if g.shared[1] == tUInt {
		g.shared = g.shared[:1]
	}
	declared, filled := "local uint few_sums[8];\n", ""
	for _, t := range g.shared {
		declared += fmt.Sprintf("local %s lm_%s[%d];\n", t, t, MaxGroup)
		filled += fmt.Sprintf("lm_%s[lid] = (%s)lid;\n", t, t)
	}
	return declared + filled + "shared[lid] = lid * 3u;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
}

// bits is an expression of all bits of a scalar, as an unsigned integer.
func bits(name string, t Type) string {
	switch {
	case t.Kind == Float && t.Bits == 32:
		return "cf(" + name + ")"
	case t.Kind == Float && t.Bits == 16:
		return "ch(" + name + ")"
	case t.Kind == Float:
		return "cd(" + name + ")"
	}
	return "(" + t.unsigned().Name + ")" + name
}

// mixed includes a variable in the result.
func mixed(name string, t Type) *Node {
	var terms strings.Builder
	for i := range t.Lanes {
		element := name
		if t.isVector() {
			element = fmt.Sprintf("%s.s%x", name, i)
		}
		b := bits(element, t.element())
		if t.Bits == 64 {
			b = fmt.Sprintf("(uint)(%s) ^ (uint)((%s) >> 32)", b, b)
		}
		fmt.Fprintf(&terms, "h = h * 31u + (uint)(%s); ", b)
	}
	return statement(terms.String())
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// geometry chooses a range.
func (g *generator) geometry() Geometry {
	r := Geometry{Dim: uint32(1 + g.IntN(3)), Global: [3]uint64{1, 1, 1}, Group: [3]uint64{1, 1, 1}}
	most, group := uint64(1+g.IntN(MaxItems)), uint64(MaxGroup)
	if g.keepsTogether() && g.chance(2) { // whole groups that fill bundles
		r.Dim, r.Group[0] = 1, []uint64{16, 32, 64, 64, 128, 256}[g.IntN(6)]
		r.Global[0] = r.Group[0] * uint64(1+g.IntN(int(MaxItems/r.Group[0])))
		return r
	}
	if g.chance(3) { // rows and columns of whole vectors
		r.Dim = max(r.Dim, 2)
		r.Group[0], r.Group[1] = []uint64{8, 16, 16, 32}[g.IntN(4)], uint64(1+g.IntN(8))
		r.Global[0], r.Global[1] = r.Group[0]*uint64(1+g.IntN(2)), r.Group[1]*uint64(1+g.IntN(2))-uint64(g.IntN(2))
		r.Global[1] = max(r.Global[1], 1)
		for r.Global[0]*r.Global[1] > MaxItems {
			r.Global[0] = r.Group[0]
			r.Global[1] = min(r.Global[1], MaxItems/r.Global[0])
		}
		return r
	}
	for _, i := range g.Perm(int(r.Dim)) {
		r.Group[i] = g.size(group)
		group /= r.Group[i]
		if g.IntN(3) > 0 {
			r.Global[i] = r.Group[i] * max(1, min(most/r.Group[i], uint64(1+g.IntN(8))))
		} else {
			r.Global[i] = g.size(most)
		}
		r.Global[i] = min(r.Global[i], most)
		most /= r.Global[i]
		switch g.IntN(8) {
		case 0:
			r.Offset[i] = uint64(g.IntN(1000))
		case 1:
			if g.IntN(4) == 0 {
				r.Offset[i] = 1<<32 + uint64(g.IntN(100))
			}
		}
	}
	return r
}

// groupAttribute is what stands before a kernel that asks for a size of groups.
func (g *generator) groupAttribute() string {
	if r := g.required; r[0] > 0 {
		return fmt.Sprintf("__attribute__((reqd_work_group_size(%d, %d, %d))) ", r[0], r[1], r[2])
	}
	return ""
}

// ofRequiredGroups is a range with groups as the kernel asks for them. OpenCL C 3.0 allows smaller ones at the end.
func (g *generator) ofRequiredGroups(r Geometry) Geometry {
	if g.required[0] == 0 {
		return r
	}
	r.Group = g.required
	most := MaxItems / (r.Group[0] * r.Group[1] * r.Group[2])
	for i, group := range r.Group {
		if group > 1 {
			r.Dim = max(r.Dim, uint32(i+1))
		}
		groups := max(1, min(r.Global[i]/group, most))
		r.Global[i] = groups * group
		if g.version3 && groups > 1 && g.chance(3) {
			r.Global[i] -= g.Uint64N(group)
		}
		most /= groups
	}
	return r
}

func (g *generator) size(most uint64) uint64 {
	preferred := []uint64{1, 2, 3, 4, 7, 8, 15, 16, 17, 32, 33, 64, 100, 128, 256}
	if g.IntN(2) == 0 {
		return min(most, preferred[g.IntN(len(preferred))])
	}
	return 1 + g.Uint64N(most)
}
