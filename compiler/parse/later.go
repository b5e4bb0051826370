package parse

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/token"
)

// Programs are OpenCL C 1.2 unless their options ask for another version, which many authors do not know. Messages
// about features of later versions name the option.

// later is the end of a message about a feature that OpenCL C has from a version on, "" if that cannot be the reason.
func (p *parser) later(version int) string {
	switch {
	case p.Version >= version:
		return ""
	case version <= 110:
		return "; OpenCL C 1.1 and later have it: build with -cl-std=CL1.2 or -cl-std=CL3.0"
	}
	return "; OpenCL C 2.0 and later have it: build with -cl-std=CL3.0 or -cl-std=CL2.0"
}

// laterName is later for a name that this version does not know.
func (p *parser) laterName(name string) string {
	switch name {
	case "ATOMIC_VAR_INIT", "generic", "__generic", "read_write", "pipe", "reserve_id_t",
		"queue_t", "clk_event_t", "ndrange_t":
		return p.later(200)
	case "enqueue_kernel", "enqueue_marker", "get_default_queue", "create_user_event", "ndrange_1D", "ndrange_2D",
		"ndrange_3D":
		return p.later(200)
	}
	for _, o := range otherNames {
		if o.name == name && strings.HasPrefix(name, "atomic_") {
			return p.later(200)
		}
	}
	for _, s := range scalarNames {
		if name == s.vectors[1] {
			return p.later(110) // a vector of three
		}
	}
	if p.Version < 110 && token.KeywordOf(p.Names.Lookup(name), 110) != token.NotKeyword {
		return p.later(110)
	}
	return ""
}

// laterSpace is the end of a message about pointers to different address spaces, where they could be generic.
func (p *parser) laterSpace(from, to *ast.Type) string {
	if p.Version >= 200 || to.Space != ast.Private || from.Space != ast.Global && from.Space != ast.Local {
		return ""
	}
	return "; without an address space a pointer is private in OpenCL C 1.2, and generic with -cl-std=CL3.0 or " +
		"-cl-std=CL2.0"
}
