package parse

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/token"
)

// Attributes that require a size of sub-groups. Each returns the attribute as clGetKernelInfo shows it.

func (p *parser) subGroupSize(fn *ast.FuncAttrs, name string, args bool) string {
	if !args {
		p.errorf(p.tok.Pos, "attribute '%s' needs a size", name)
		return name
	}
	pos := p.tok.Pos
	n, ok := p.constInt("size of '" + name + "'")
	if ok && !ir.IsSubGroupSize(n) {
		p.errorf(pos, "sub-groups of %d work-items are not supported: the sizes are 4, 8, 16, 32 and 64", n)
		return name
	}
	fn.SubGroupSize = n
	return fmt.Sprintf("%s(%d)", name, n)
}

// namedSubGroupSize takes "half" for 64 work-items. "full" is 128, and would need larger sub-groups than there are.
func (p *parser) namedSubGroupSize(fn *ast.FuncAttrs, name string, args bool) string {
	if !args || !p.is(token.String) {
		p.errorf(p.tok.Pos, "attribute '%s' needs \"half\" or \"full\"", name)
		return name
	}
	word := strings.Trim(p.tok.Text, `"`)
	switch word {
	case "half":
		fn.SubGroupSize = ir.SubGroupMax
	case "full":
		p.errorf(p.tok.Pos, "sub-groups of 128 work-items (\"full\") are not supported: the largest have %d (\"half\")",
			ir.SubGroupMax)
	default:
		p.errorf(p.tok.Pos, "attribute '%s' needs \"half\" or \"full\", not \"%s\"", name, word)
	}
	p.advance()
	return fmt.Sprintf("%s(\"%s\")", name, word)
}
