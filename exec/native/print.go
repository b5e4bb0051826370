package native

import (
	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/object"
	"heddle/exec/printf"
)

// print does the printf that the bundle under way asks for: for each lane that wants it, in order.
func (w *Worker) print() {
	f, p, base := w.frame(), &w.printer, w.frameAddress()
	print := &w.running().code.Prints[f.serviceNumber]
	p.Begin()
	defer p.PrintFinished(w.run)
	for u := range uint64(w.loop.Count) {
		for lane := range uint64(w.loop.Width) {
			if f.serviceMasks[u]>>lane&1 == 0 {
				continue
			}
			p.Start(uint32(u)*w.loop.Width + uint32(lane))
			for i := range print.Operands {
				p.Add(operandAt(&print.Operands[i], base, u, lane))
			}
			p.Format(print.Format)
		}
	}
	f.serviceResult = w.run.Print(p.Text())
}

// operandAt reads an argument of a lane from the frame at base.
func operandAt(o *object.PrintOperand, base, subGroup, lane uint64) printf.Value {
	address := base + uint64(o.Offset) + subGroup*uint64(o.SubGroupStep) + lane*uint64(o.LaneStep)
	if o.Type.Bits() > 32 {
		return printf.Value{Bits: *hostmem.At[uint64](address), Type: o.Type}
	}
	return printf.Value{Bits: uint64(*hostmem.At[uint32](address)) & o.Type.Mask(), Type: o.Type}
}
