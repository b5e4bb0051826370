package parse

import (
	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// scalarNames are the scalar types with their names in messages, those that are no keywords are predeclared, and their
// vectors, by place in vectorLengths.
var scalarNames = [...]struct {
	name    string
	kind    ast.Kind
	vectors [len(vectorLengths)]string
}{
	{"char", ast.Char, [...]string{"char2", "char3", "char4", "char8", "char16"}},
	{"uchar", ast.UChar, [...]string{"uchar2", "uchar3", "uchar4", "uchar8", "uchar16"}},
	{"short", ast.Short, [...]string{"short2", "short3", "short4", "short8", "short16"}},
	{"ushort", ast.UShort, [...]string{"ushort2", "ushort3", "ushort4", "ushort8", "ushort16"}},
	{"int", ast.Int, [...]string{"int2", "int3", "int4", "int8", "int16"}},
	{"uint", ast.UInt, [...]string{"uint2", "uint3", "uint4", "uint8", "uint16"}},
	{"long", ast.Long, [...]string{"long2", "long3", "long4", "long8", "long16"}},
	{"ulong", ast.ULong, [...]string{"ulong2", "ulong3", "ulong4", "ulong8", "ulong16"}},
	{"half", ast.Half, [...]string{"half2", "half3", "half4", "half8", "half16"}},
	{"float", ast.Float, [...]string{"float2", "float3", "float4", "float8", "float16"}},
	{"double", ast.Double, [...]string{"double2", "double3", "double4", "double8", "double16"}},
}

// otherNames are the predeclared types besides the numbers.
var otherNames = [...]struct {
	name string
	kind ast.Kind
}{
	{"size_t", ast.ULong}, {"ptrdiff_t", ast.Long}, {"intptr_t", ast.Long}, {"uintptr_t", ast.ULong},
	{"sampler_t", ast.Sampler}, {"event_t", ast.Event}, {"queue_t", ast.Queue}, {"clk_event_t", ast.ClkEvent},
	{"reserve_id_t", ast.ReserveID}, {"NamedBarrier_t", ast.NamedBarrier},
	{"cl_mem_fence_flags", ast.UInt}, {"memory_order", ast.Int}, {"memory_scope", ast.Int},
	{"arm_termination_reason", ast.Int},
	{"kernel_enqueue_flags_t", ast.Int}, {"clk_profiling_info", ast.Int},
	{"atomic_int", ast.Int}, {"atomic_uint", ast.UInt}, {"atomic_long", ast.Long}, {"atomic_ulong", ast.ULong},
	{"atomic_float", ast.Float}, {"atomic_double", ast.Double}, {"atomic_half", ast.Half}, {"atomic_flag", ast.Int},
	{"atomic_size_t", ast.ULong}, {"atomic_ptrdiff_t", ast.Long}, {"atomic_intptr_t", ast.Long},
	{"atomic_uintptr_t", ast.ULong},
}

// sinceVersion20 are the names above that an OpenCL C 1.x program may use for itself.
var sinceVersion20 = map[ast.Kind]bool{ast.Queue: true, ast.ClkEvent: true, ast.ReserveID: true,
	ast.NamedBarrier: true}

var imageNames = [...]string{
	"image1d_t", "image1d_buffer_t", "image1d_array_t", "image2d_t", "image2d_array_t", "image2d_depth_t",
	"image2d_array_depth_t", "image2d_msaa_t", "image2d_array_msaa_t", "image2d_msaa_depth_t",
	"image2d_array_msaa_depth_t", "image3d_t",
}

var vectorLengths = [...]int{2, 3, 4, 8, 16}

// predeclare declares the type names and constants that no header declares in the outermost scope: only those that the
// source mentions, as the others would take a tenth of a small build.
func (p *parser) predeclare() { p.predeclareFor(p.Names.Lookup) }

// predeclareAll adds the names that the source does not mention, for hints.
func (p *parser) predeclareAll() { p.predeclareFor(p.Names.Intern) }

// predeclareFor is predeclare for the names that have an id.
func (p *parser) predeclareFor(idOf func(name string) token.ID) {
	for _, s := range scalarNames {
		p.predeclareType(idOf(s.name), s.name, func() *ast.Type { return ast.Basic(s.kind) }, 0)
		for i, name := range s.vectors {
			n := vectorLengths[i]
			if n == 3 && p.Version < 110 {
				continue
			}
			p.predeclareType(idOf(name), name, func() *ast.Type { return p.types.Vector(ast.Basic(s.kind), n) }, 0)
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
		p.predeclareType(idOf(o.name), o.name, func() *ast.Type { return ast.Basic(o.kind) }, qual)
	}
	if p.Version >= 200 {
		p.predeclareType(idOf("ndrange_t"), "ndrange_t", func() *ast.Type { return ast.NDRange }, 0)
	}
	for _, name := range imageNames {
		p.predeclareType(idOf(name), name, func() *ast.Type { return p.image(name, ast.NoAccess) }, 0)
	}
	p.predeclareConst(idOf("true"), 1)
	p.predeclareConst(idOf("false"), 0)
}

// predeclareType declares a type unless its name has no id, is a keyword, or is declared.
func (p *parser) predeclareType(id token.ID, name string, makeType func() *ast.Type, qual ast.Qual) {
	if id != token.NoID && token.KeywordOf(id, p.Version) == token.NotKeyword && p.scopes.lookup(id) == nil {
		p.scopes.set(&symbol{kind: symTypedef, id: id, typ: qualType{t: makeType(), qual: qual, name: name}})
	}
}

// predeclareConst declares a constant unless its name has no id or is declared.
func (p *parser) predeclareConst(id token.ID, value uint64) {
	if id != token.NoID && p.scopes.lookup(id) == nil {
		p.scopes.set(&symbol{kind: symConst, id: id, value: value, ctype: ast.Basic(ast.Int)})
	}
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
