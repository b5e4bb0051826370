package exec

import "heddle/compiler/amd64/object"

// printMachine does the printf that the bundle under way asks for: for each lane that wants it, in order.
func (w *worker) printMachine() {
	r, m := w.run, &w.machine
	f, p := m.frame(), &m.printer
	print := &w.running().code.Prints[f.serviceNumber]
	base := uint64(m.frames) + m.loop.Frame()*m.loop.FrameStep
	p.out = p.out[:0]
	defer r.printOnFault(p)
	for u := range uint64(m.loop.Count) {
		for lane := range uint64(m.loop.Width) {
			if f.serviceMasks[u]>>lane&1 == 0 {
				continue
			}
			p.start(uint32(u)*m.loop.Width + uint32(lane))
			for i := range print.Operands {
				p.values = append(p.values, operandAt(&print.Operands[i], base, u, lane))
			}
			p.format(print.Format)
		}
	}
	f.serviceResult = r.print(p.out)
}

// operandAt reads an argument of a lane from the frame at base.
func operandAt(o *object.PrintOperand, base, subGroup, lane uint64) value {
	address := base + uint64(o.Offset) + subGroup*uint64(o.SubGroupStep) + lane*uint64(o.LaneStep)
	if o.Type.Bits() > 32 {
		return value{*at[uint64](address), o.Type}
	}
	return value{uint64(*at[uint32](address)) & o.Type.Mask(), o.Type}
}
