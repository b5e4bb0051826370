package parse

import (
	"strings"

	"heddle/compiler/ast"
)

// recursion finds a cycle in the call graph by depth-first search. The search keeps its own stack: call chains may be
// as long as the source has functions.
type recursion struct {
	calls map[*ast.Function][]call
	state map[*ast.Function]uint8
	path  []visit
}

const (
	unseen uint8 = iota
	open
	closed
)

type visit struct {
	fn   *ast.Function
	next int // index of its next call
}

// noteOpen records whether the unit needs another one: it calls a function without a body, or declares a variable that
// it does not define.
func (p *parser) noteOpen() {
	for _, c := range p.calls {
		p.unit.Open = p.unit.Open || c.to.Body == nil
	}
	for _, v := range p.unit.Globals {
		p.unit.Open = p.unit.Open || v.Storage == ast.Extern && v.Init == nil
	}
}

// checkRecursion reports each cycle of calls once, at the call that closes it.
func (p *parser) checkRecursion() {
	r := recursion{calls: map[*ast.Function][]call{}, state: map[*ast.Function]uint8{}}
	for _, c := range p.calls {
		r.calls[c.from] = append(r.calls[c.from], c)
	}
	for _, f := range p.unit.Funcs {
		r.search(p, f)
	}
	for _, f := range p.unit.Blocks {
		r.search(p, f)
	}
}

func (r *recursion) search(p *parser, f *ast.Function) {
	if r.state[f] != unseen {
		return
	}
	r.push(f)
	for len(r.path) > 0 {
		top := &r.path[len(r.path)-1]
		calls := r.calls[top.fn]
		if top.next == len(calls) {
			r.state[top.fn] = closed
			r.path = r.path[:len(r.path)-1]
			continue
		}
		c := calls[top.next]
		top.next++
		switch r.state[c.to] {
		case unseen:
			r.push(c.to)
		case open:
			p.errorf(c.pos, "recursion is not supported: %s", r.circle(c.to))
		}
	}
}

func (r *recursion) push(f *ast.Function) {
	r.state[f] = open
	r.path = append(r.path, visit{fn: f})
}

func (r *recursion) circle(to *ast.Function) string {
	var names []string
	for i := len(r.path) - 1; i >= 0; i-- {
		names = append(names, r.path[i].fn.Name)
		if r.path[i].fn == to {
			break
		}
	}
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	return strings.Join(append(names, to.Name), " -> ")
}
