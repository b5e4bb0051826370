package parse

import (
	"slices"
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// attributes are the attributes of one declaration or statement that have a meaning here.
type attributes struct {
	aligned uint64
	packed  bool
	unroll  int
	fn      ast.FuncAttrs

	lanes, vectorBytes uint64 // of a vector type that is made of the declared one; 0: none
}

// usedAttributes are those with a meaning here. attribute reads them.
var usedAttributes = []string{
	"aligned", "packed", "overloadable", "noinline", "always_inline", "reqd_work_group_size", "work_group_size_hint",
	"vec_type_hint", "opencl_unroll_hint", "ext_vector_type", "vector_size",
}

// harmlessAttributes are those that promise something, ask for optimisation or concern diagnostics and symbols of object files:
// a program means the same without them.
var harmlessAttributes = []string{
	"annotate", "artificial", "cold", "const", "convergent", "deprecated", "diagnose_if", "enum_extensibility", "fallthrough",
	"flag_enum", "flatten", "format", "gnu_inline", "hot", "leaf", "malloc", "may_alias", "maybe_unused", "minsize",
	"no_instrument_function", "nodebug", "noduplicate", "nonnull", "noreturn", "nosvm", "nothrow", "optnone", "pure",
	"returns_nonnull", "sentinel", "unavailable", "unused", "used", "visibility", "warn_unused_result", "endian",
}

// refusedAttributes change what a declaration means, in ways that are not there.
var refusedAttributes = []string{
	"address_space", "alias", "cleanup", "ifunc", "matrix_type", "mode", "ms_struct", "neon_vector_type", "opencl_constant",
	"opencl_generic", "opencl_global", "opencl_local", "opencl_private", "scalar_storage_order", "transparent_union", "weakref",
}

// KnowsAttribute tells whether an attribute is accepted.
func KnowsAttribute(name string) bool {
	return slices.Contains(usedAttributes, name) || slices.Contains(harmlessAttributes, name)
}

// attributes parses attribute specifiers one after the other.
func (p *parser) attributes(a *attributes) {
	for p.acceptKeyword(token.KwAttribute) {
		if !p.expect(token.LParen, "after '__attribute__'") || !p.expect(token.LParen, "after '__attribute__('") {
			return
		}
		for !p.is(token.RParen) && !p.is(token.EOF) {
			if p.tok.Kind == token.Ident {
				p.attribute(a)
			}
			if !p.accept(token.Comma) {
				break
			}
		}
		p.expect(token.RParen, "after attribute")
		p.expect(token.RParen, "after attribute")
	}
}

// attribute parses one attribute. Unknown ones are skipped, as C compilers do.
func (p *parser) attribute(a *attributes) {
	name := strings.TrimSuffix(strings.TrimPrefix(p.tok.Text, "__"), "__")
	first, pos := p.next-1, p.tok.Pos
	p.advance()
	args := p.is(token.LParen)
	if args {
		p.bracket()
		defer p.unbracket()
		p.advance()
	}
	text := name
	switch name {
	case "aligned":
		a.aligned = p.alignedArgument(args)
	case "packed":
		a.packed = true
	case "overloadable":
		a.fn.Overloadable = true
	case "noinline":
		a.fn.NoInline = true
	case "always_inline":
		a.fn.AlwaysInline = true
	case "reqd_work_group_size":
		a.fn.ReqdWorkGroupSize = p.sizesArgument(name, args)
		text = sizesText(name, a.fn.ReqdWorkGroupSize)
	case "work_group_size_hint":
		a.fn.WorkGroupSizeHint = p.sizesArgument(name, args)
		text = sizesText(name, a.fn.WorkGroupSizeHint)
	case "vec_type_hint":
		if args {
			hint := p.typeName(name)
			a.fn.VecTypeHint = hint.t
			text = name + "(" + hint.name + ")"
		}
	case "opencl_unroll_hint":
		a.unroll = p.unrollArgument(args)
	case "ext_vector_type":
		a.lanes = p.vectorArgument(name, args, pos)
	case "vector_size":
		a.vectorBytes = p.vectorArgument(name, args, pos)
	default:
		p.checkAttribute(name, pos)
		if args {
			p.skipTo(token.RParen)
			text = p.textSince(first) + ")"
		}
	}
	if !args {
		a.fn.Text = append(a.fn.Text, text)
		return
	}
	if !p.is(token.RParen) {
		p.errorf(p.tok.Pos, "expected ')' in attribute '%s'", name)
		p.skipTo(token.RParen)
	}
	p.accept(token.RParen)
	a.fn.Text = append(a.fn.Text, text)
}

// textSince is the source between a token and the current one.
func (p *parser) textSince(first int) string {
	var b strings.Builder
	for i := max(first, 0); i < p.next-1; i++ {
		b.WriteString(p.toks[i].String())
	}
	return b.String()
}

func sizesText(name string, s [3]uint64) string {
	var words []string
	for _, n := range s {
		words = append(words, strconv.FormatUint(n, 10))
	}
	return name + "(" + strings.Join(words, ",") + ")"
}

func (p *parser) alignedArgument(args bool) uint64 {
	if !args || p.is(token.RParen) {
		return 16
	}
	pos := p.tok.Pos
	n, ok := p.constInt("alignment")
	if ok && (n == 0 || n&(n-1) != 0 || n > 1<<20) {
		p.errorf(pos, "alignment is not a power of two")
		return 0
	}
	return n
}

func (p *parser) sizesArgument(name string, args bool) (sizes [3]uint64) {
	if !args {
		p.errorf(p.tok.Pos, "attribute '%s' needs three sizes", name)
		return sizes
	}
	for i := range sizes {
		pos := p.tok.Pos
		n, ok := p.constInt("size of '" + name + "'")
		if ok && n == 0 {
			p.errorf(pos, "a size of '%s' is zero", name)
		}
		sizes[i] = n
		if i < 2 && !p.accept(token.Comma) {
			p.errorf(p.tok.Pos, "attribute '%s' needs three sizes", name)
			break
		}
	}
	return sizes
}

func (p *parser) checkAttribute(name string, pos diag.Pos) {
	switch {
	case slices.Contains(refusedAttributes, name):
		p.errorf(pos, "attribute '%s' is not supported", name)
	case !KnowsAttribute(name):
		p.warnf(pos, "unknown attribute '%s' ignored", name)
	}
}

func (p *parser) vectorArgument(name string, args bool, pos diag.Pos) uint64 {
	if !args {
		p.errorf(pos, "attribute '%s' takes one argument", name)
		return 0
	}
	n, ok := p.constInt("size of '" + name + "'")
	if ok && n == 0 {
		p.errorf(pos, "zero vector size")
	}
	return n
}

// attributedType is the vector that the attributes ext_vector_type (by the number of elements) and vector_size (by the number of
// bytes) make of a type.
func (p *parser) attributedType(t *ast.Type, a *attributes, pos diag.Pos) *ast.Type {
	if a.lanes == 0 && a.vectorBytes == 0 || t.Kind == ast.Invalid {
		return t
	}
	if !t.IsArith() || t.Kind == ast.Bool || t.Kind == ast.Enum {
		p.errorf(pos, "invalid vector element type '%s'", typeName(t))
		return ast.Basic(ast.Invalid)
	}
	lanes := a.lanes
	if lanes == 0 && a.vectorBytes%t.Size() == 0 {
		lanes = a.vectorBytes / t.Size()
	}
	if !isVectorLength(int(min(lanes, 1<<16))) {
		p.errorf(pos, "a vector of '%s' cannot have this size", typeName(t))
		return ast.Basic(ast.Invalid)
	}
	return p.types.Vector(t, int(lanes))
}

func (p *parser) unrollArgument(args bool) int {
	if !args || p.is(token.RParen) {
		return -1
	}
	n, _ := p.constInt("unroll factor")
	return int(min(n, 1<<16))
}

// merge adds what another place of the same declaration says.
func (a *attributes) merge(b *attributes) {
	a.aligned = max(a.aligned, b.aligned)
	a.packed = a.packed || b.packed
	if b.unroll != 0 {
		a.unroll = b.unroll
	}
	a.lanes, a.vectorBytes = max(a.lanes, b.lanes), max(a.vectorBytes, b.vectorBytes)
	mergeFuncAttrs(&a.fn, &b.fn)
}

func mergeFuncAttrs(a, b *ast.FuncAttrs) {
	if b.ReqdWorkGroupSize[0] != 0 {
		a.ReqdWorkGroupSize = b.ReqdWorkGroupSize
	}
	if b.WorkGroupSizeHint[0] != 0 {
		a.WorkGroupSizeHint = b.WorkGroupSizeHint
	}
	if b.VecTypeHint != nil {
		a.VecTypeHint = b.VecTypeHint
	}
	a.Overloadable = a.Overloadable || b.Overloadable
	a.NoInline = a.NoInline || b.NoInline
	a.AlwaysInline = a.AlwaysInline || b.AlwaysInline
	a.Text = append(a.Text, b.Text...)
}
