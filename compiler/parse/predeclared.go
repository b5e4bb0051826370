package parse

import (
	"strconv"

	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// scalarNames are the scalar types with their names in messages; those that are no keywords are predeclared.
var scalarNames = [...]struct {
	name string
	kind ast.Kind
}{
	{"char", ast.Char}, {"uchar", ast.UChar}, {"short", ast.Short}, {"ushort", ast.UShort}, {"int", ast.Int},
	{"uint", ast.UInt}, {"long", ast.Long}, {"ulong", ast.ULong}, {"half", ast.Half}, {"float", ast.Float},
	{"double", ast.Double},
}

// otherNames are the predeclared types besides the numbers.
var otherNames = [...]struct {
	name string
	kind ast.Kind
}{
	{"size_t", ast.ULong}, {"ptrdiff_t", ast.Long}, {"intptr_t", ast.Long}, {"uintptr_t", ast.ULong},
	{"sampler_t", ast.Sampler}, {"event_t", ast.Event}, {"queue_t", ast.Queue}, {"clk_event_t", ast.ClkEvent},
	{"reserve_id_t", ast.ReserveID}, {"ndrange_t", ast.NDRange},
	{"cl_mem_fence_flags", ast.UInt}, {"memory_order", ast.Int}, {"memory_scope", ast.Int},
	{"kernel_enqueue_flags_t", ast.Int}, {"clk_profiling_info", ast.Int},
	{"atomic_int", ast.Int}, {"atomic_uint", ast.UInt}, {"atomic_long", ast.Long}, {"atomic_ulong", ast.ULong},
	{"atomic_float", ast.Float}, {"atomic_double", ast.Double}, {"atomic_flag", ast.Int},
	{"atomic_size_t", ast.ULong}, {"atomic_ptrdiff_t", ast.Long}, {"atomic_intptr_t", ast.Long},
	{"atomic_uintptr_t", ast.ULong},
}

// sinceVersion20 are the names above that an OpenCL C 1.x program may use for itself.
var sinceVersion20 = map[ast.Kind]bool{ast.Queue: true, ast.ClkEvent: true, ast.ReserveID: true, ast.NDRange: true}

var imageNames = [...]string{
	"image1d_t", "image1d_buffer_t", "image1d_array_t", "image2d_t", "image2d_array_t", "image2d_depth_t",
	"image2d_array_depth_t", "image2d_msaa_t", "image2d_array_msaa_t", "image2d_msaa_depth_t",
	"image2d_array_msaa_depth_t", "image3d_t",
}

var vectorLengths = [...]int{2, 3, 4, 8, 16}

// predeclare fills the outermost scope with the type names and constants that no header declares.
func (p *parser) predeclare() {
	for _, s := range scalarNames {
		t := ast.Basic(s.kind)
		p.predeclareType(s.name, t, 0)
		for _, n := range vectorLengths {
			if n == 3 && p.Version < 110 {
				continue
			}
			p.predeclareType(s.name+strconv.Itoa(n), p.types.Vector(t, n), 0)
		}
	}
	for _, o := range otherNames {
		qual := ast.Qual(0)
		if len(o.name) > 7 && o.name[:7] == "atomic_" {
			qual = ast.AtomicQual
		}
		if p.Version < 200 && (qual != 0 || sinceVersion20[o.kind]) {
			continue
		}
		p.predeclareType(o.name, ast.Basic(o.kind), qual)
	}
	for _, name := range imageNames {
		p.predeclareType(name, p.image(name, ast.NoAccess), 0)
	}
	p.predeclareConst("true", 1)
	p.predeclareConst("false", 0)
}

func (p *parser) predeclareType(name string, t *ast.Type, qual ast.Qual) {
	id := p.Names.Intern(name)
	if token.KeywordOf(id, p.Version) != token.NotKeyword {
		return
	}
	p.scopes.set(&symbol{kind: symTypedef, id: id, typ: qualType{t: t, qual: qual, name: name}})
}

func (p *parser) predeclareConst(name string, value uint64) {
	p.scopes.set(&symbol{kind: symConst, id: p.Names.Intern(name), value: value, ctype: ast.Basic(ast.Int)})
}

type imageKey struct {
	name   string
	access ast.Access
}

// image is the one type of an image kind with an access.
func (p *parser) image(name string, access ast.Access) *ast.Type {
	key := imageKey{name, access}
	t := p.images[key]
	if t == nil {
		t = &ast.Type{Kind: ast.Image, Image: name, Access: access}
		p.images[key] = t
	}
	return t
}
