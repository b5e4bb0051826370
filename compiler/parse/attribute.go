package parse

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// attributes are the attributes of one declaration or statement that have a meaning here.
type attributes struct {
	aligned uint64
	packed  bool
	unroll  int
	fn      ast.FuncAttrs
	typ     typeAttributes
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

// attribute parses one attribute.
func (p *parser) attribute(a *attributes) {
	name, first := p.attributeName(), p.next-1
	class := p.attributeClass(name)
	p.advance()
	args := p.is(token.LParen)
	if args {
		p.bracket()
		defer p.unbracket()
		p.advance()
	}
	text := name
	if class == honoured {
		if words := p.attributeEffect(a, name, args); words != "" {
			text = words
		}
	} else if args {
		p.skipTo(token.RParen)
		text = p.textSince(first) + ")"
	}
	a.fn.Text = append(a.fn.Text, text)
	if !args {
		return
	}
	if !p.is(token.RParen) {
		p.errorf(p.tok.Pos, "expected ')' in attribute '%s'", name)
		p.skipTo(token.RParen)
	}
	p.accept(token.RParen)
}

// attributeName is the name of the attribute at the current token, without the underscores that may stand around it.
func (p *parser) attributeName() string {
	return strings.TrimSuffix(strings.TrimPrefix(p.tok.Text, "__"), "__")
}

// attributeClass classifies an attribute, and reports it if it is ignored or refused.
func (p *parser) attributeClass(name string) attributeClass {
	class := attributeClasses()[name]
	switch class {
	case unknownAttribute:
		p.warnf(p.tok.Pos, "unknown attribute '%s' ignored%s", name, p.attributeHint(name))
	case ignored:
		p.warnf(p.tok.Pos, "attribute '%s' ignored", name)
	case refused:
		p.errorf(p.tok.Pos, "attribute '%s' changes what the program means, and is not supported", name)
	}
	return class
}

// attributeEffect parses the arguments of an attribute that has an effect and records it. It returns the attribute as
// clGetKernelInfo shows it, "" if that is the name alone.
func (p *parser) attributeEffect(a *attributes, name string, args bool) string {
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
		return sizesText(name, a.fn.ReqdWorkGroupSize)
	case "work_group_size_hint":
		a.fn.WorkGroupSizeHint = p.sizesArgument(name, args)
		return sizesText(name, a.fn.WorkGroupSizeHint)
	case "intel_reqd_sub_group_size":
		return p.subGroupSize(&a.fn, name, args)
	case "qcom_reqd_sub_group_size":
		return p.namedSubGroupSize(&a.fn, name, args)
	case "vec_type_hint":
		if args {
			hint := p.typeName(name)
			a.fn.VecTypeHint = hint.t
			return name + "(" + hint.name + ")"
		}
	case "opencl_unroll_hint":
		a.unroll = p.unrollArgument(args)
	default:
		p.typeAttribute(&a.typ, name, args)
	}
	return ""
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

func (p *parser) unrollArgument(args bool) int {
	if !args || p.is(token.RParen) {
		return -1
	}
	n, _ := p.constInt("unroll factor")
	return int(min(n, 1<<16))
}

// merge adds the attributes from another place of the same declaration.
func (a *attributes) merge(b *attributes) {
	a.aligned = max(a.aligned, b.aligned)
	a.packed = a.packed || b.packed
	if b.unroll != 0 {
		a.unroll = b.unroll
	}
	mergeFuncAttrs(&a.fn, &b.fn)
}

// attributesOf parses attributes of an entity that none of them changes: a label, an enumerator.
func (p *parser) attributesOf(what string) {
	var a attributes
	p.attributes(&a)
	p.stray(&a, what)
}

// stray reports attributes at a place where they would change another entity.
func (p *parser) stray(a *attributes, what string) {
	if a.typ.any() {
		p.errorf(a.typ.pos, "attribute '%s' cannot be applied to %s", a.typ.name, what)
	}
	a.typ = typeAttributes{}
}

func mergeFuncAttrs(a, b *ast.FuncAttrs) {
	if b.ReqdWorkGroupSize[0] != 0 {
		a.ReqdWorkGroupSize = b.ReqdWorkGroupSize
	}
	if b.WorkGroupSizeHint[0] != 0 {
		a.WorkGroupSizeHint = b.WorkGroupSizeHint
	}
	if b.SubGroupSize != 0 {
		a.SubGroupSize = b.SubGroupSize
	}
	if b.VecTypeHint != nil {
		a.VecTypeHint = b.VecTypeHint
	}
	a.Overloadable = a.Overloadable || b.Overloadable
	a.NoInline = a.NoInline || b.NoInline
	a.AlwaysInline = a.AlwaysInline || b.AlwaysInline
	a.Text = append(a.Text, b.Text...)
}
