package lane

import (
	"errors"

	"heddle/compiler/deferred"
	"heddle/compiler/ir"
	"heddle/compiler/wire"
)

// WireFacts codes what Survey finds. Read facts are compared with those of the IR before there is code.
func (p *Program) WireFacts(c *wire.Coder) {
	c.Text(&p.Name)
	c.Uint64(&p.PrivateBytes)
	c.Uint64(&p.PrivateAlign)
	c.Uint64(&p.Length)
	wire.Number(c, &p.ImageOps)
	c.Uint64(&p.SubGroup)
	c.Bools(&p.HasLoop, &p.HasBarrier, &p.SeesGroups, &p.HasSubGroups, &p.Yields, &p.ReadsClock,
		&p.Enqueues)
}

// FromFacts reads facts of a kernel whose IR need not have been read. Only the shell of its module is looked at.
func FromFacts(c *wire.Coder, source *deferred.Kernel, shell *ir.Module) *Program {
	p := &Program{source: source, PosLine: shell.LineOf, code: &codeMaker{isStored: true}}
	p.WireFacts(c)
	c.Check(p.PrivateAlign != 0 && p.PrivateAlign&(p.PrivateAlign-1) == 0)
	return p
}

// checkFacts compares facts that were read with those of the IR.
func (p *Program) checkFacts(body *deferred.Body) error {
	found, err := Survey(body.Module, body.Known)
	switch {
	case err != nil:
		return err
	case found.Name != p.Name || found.PrivateBytes != p.PrivateBytes || found.PrivateAlign != p.PrivateAlign ||
		found.HasLoop != p.HasLoop || found.HasBarrier != p.HasBarrier || found.SeesGroups != p.SeesGroups ||
		found.SubGroup != p.SubGroup || found.HasSubGroups != p.HasSubGroups || found.Yields != p.Yields ||
		found.ReadsClock != p.ReadsClock || found.Enqueues != p.Enqueues:
		return errors.New("the portable code of kernel " + p.Name + " is not the one that was described")
	}
	return nil
}
