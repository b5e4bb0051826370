package parse

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/image"
)

// Images, samplers and pipes are handles: they are only passed to functions, so that each use of one can be traced to
// an argument of the kernel, or to a constant. They cannot be computed, chosen, assigned or pointed to.

// isHandle reports whether t is an image, a sampler or a pipe.
func isHandle(t *ast.Type) bool {
	return t.Kind == ast.Image || t.Kind == ast.Sampler || t.Kind == ast.Pipe
}

// pipeOf is the pipe type of a declaration. Without an access qualifier it is read_only.
func (p *parser) pipeOf(s *specs) *ast.Type {
	t := s.typ.t
	switch {
	case t.Kind == ast.Invalid:
		return t
	case s.access == ast.ReadWrite:
		p.errorf(s.accessAt, "the access qualifier 'read_write' cannot be used with a pipe")
		s.access = ast.ReadOnly
	case isHandle(t), isOpaque(t), t.Kind == ast.Void, t.Kind == ast.Func, t.IsIncomplete(), t.Kind == ast.Pointer:
		p.errorf(s.pos, "packets of a pipe cannot be of type '%s'", typeName(t))
		return ast.Basic(ast.Invalid)
	}
	return p.types.Pipe(t, max(s.access, ast.ReadOnly))
}

// setAccess notes an access qualifier, the current token.
func (p *parser) setAccess(s *specs, access ast.Access) {
	p.mergeAccess(s.access, access, p.tok.Pos)
	s.access, s.accessAt = access, p.tok.Pos
}

// mergeAccess checks an access qualifier that comes after another, perhaps none.
func (p *parser) mergeAccess(before, access ast.Access, pos diag.Pos) {
	switch before {
	case ast.NoAccess:
	case access:
		p.warnf(pos, "duplicate '%s'", strings.TrimSpace(accessNames[access]))
	default:
		p.errorf(pos, "multiple access qualifiers: '%s' after '%s'", strings.TrimSpace(accessNames[access]),
			strings.TrimSpace(accessNames[before]))
	}
}

// imageOf is the image type of a declaration with its access, which a typedef may give. Without one it is read_only.
func (p *parser) imageOf(s *specs) *ast.Type {
	t, access := s.typ.t, s.access
	switch {
	case strings.Contains(t.Image, "msaa"):
		p.errorf(s.pos, "use of type '%s' requires cl_khr_gl_msaa_sharing, which this device does not have", t.Image)
		return ast.Basic(ast.Invalid)
	case access == ast.NoAccess:
		access = max(t.Access, ast.ReadOnly)
	default:
		p.mergeAccess(t.Access, access, s.accessAt)
	}
	if access == ast.ReadWrite && p.Version < 200 {
		p.errorf(s.accessAt, "the access qualifier 'read_write' cannot be used%s", p.later(200))
		access = ast.ReadOnly
	}
	return p.image(t.Image, access)
}

// placeSampler determines the address space of a sampler variable. It does not count as a variable in constant memory.
func (p *parser) placeSampler(v *ast.Var, static bool) {
	switch {
	case v.Space == ast.Local || v.Space == ast.Global || v.Space == ast.Generic:
		p.errorf(v.Pos, "a sampler cannot be declared in the %s address space", spaceName(v.Space))
		v.Type = ast.Basic(ast.Invalid)
	case p.fn == nil && v.Space != ast.Constant && v.Qual&ast.Const == 0:
		p.errorf(v.Pos, "a sampler of program scope must be declared const or constant")
	}
	if static || v.Space == ast.Constant {
		v.Space = ast.Constant
		return
	}
	v.Space = ast.Private
}

// checkSampler reports a sampler variable without a value, and returns whether it has one.
func (p *parser) checkSampler(v *ast.Var) bool {
	if v.Init == nil && v.Storage != ast.Extern {
		p.errorf(v.Pos, "a sampler variable must be initialized")
		return false
	}
	return true
}

// samplerConstant is the sampler that an integer of CLK_ bits describes. The integer must be a constant: code is made
// for each sampler.
func (p *parser) samplerConstant(e ast.Expr) ast.Expr {
	pos := e.ExprPos()
	lit, ok := fold(e).(*ast.IntLit)
	switch {
	case !ok:
		p.errorf(pos, "a sampler must be a 'sampler_t' or a constant")
		return p.bad(pos)
	case int64(lit.Value) < -1<<31 || int64(lit.Value) >= 1<<32:
		p.errorf(pos, "a sampler is described by 32 bits, which %#x exceeds", lit.Value)
		return p.bad(pos)
	}
	s := image.Sampler(uint32(lit.Value))
	return &ast.IntLit{Base: base(pos, ast.Basic(ast.Sampler)), Value: uint64(p.validSampler(s, pos))}
}

// validSampler warns of bits that mean nothing, and gives the sampler without them. No filter is the nearest one.
func (p *parser) validSampler(s image.Sampler, pos diag.Pos) image.Sampler {
	const known = image.NormalizedCoords | image.AddressMask | image.FilterMask
	address, filter := s&image.AddressMask, s&image.FilterMask
	if s&^known != 0 {
		p.warnf(pos, "the sampler has unknown bits %#x, which are ignored", uint32(s&^known))
	}
	if address > image.AddressMirroredRepeat {
		p.warnf(pos, "the sampler has no known addressing mode: CLK_ADDRESS_NONE is taken")
		address = image.AddressNone
	}
	if filter == image.FilterMask {
		p.warnf(pos, "the sampler has two filter modes: CLK_FILTER_NEAREST is taken")
	}
	if filter != image.FilterLinear {
		filter = image.FilterNearest
	}
	return s&image.NormalizedCoords | address | filter
}

// samplerValue is the value of a sampler variable: that of a constant is known at once.
func samplerValue(load *ast.Load) ast.Expr {
	if known, ok := fold(load).(*ast.IntLit); ok {
		return &ast.IntLit{Base: load.Base, Value: known.Value}
	}
	return load
}

// checkImageCall reports a call of a built-in that the version does not have.
func (p *parser) checkImageCall(c *callee, args []ast.Expr) bool {
	if p.Version < 120 && strings.HasPrefix(c.name, "read_image") && len(args) == 2 {
		p.errorf(c.Pos, "an image cannot be read without a sampler in this version of OpenCL C; "+
			"OpenCL C 1.2 and later have it: build with -cl-std=CL1.2 or -cl-std=CL3.0")
		return false
	}
	return true
}
