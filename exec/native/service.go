package native

import (
	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/exec/printf"
)

// serve does what the bundle under way asks for.
func (w *Worker) serve() {
	service := &w.running().code.Services[w.frame().serviceNumber]
	if service.Op == ir.OpQueue {
		w.callQueue(service)
		return
	}
	w.print(service)
}

// print does a printf: for each lane that wants it, in order.
func (w *Worker) print(service *object.Service) {
	f, p, base := w.frame(), &w.printer, w.frameAddress()
	p.Begin()
	defer p.PrintFinished(w.run)
	for u := range uint64(w.loop.Count) {
		for lane := range uint64(w.loop.Width) {
			if f.serviceMasks[u]>>lane&1 == 0 {
				continue
			}
			p.Start(uint32(u)*w.loop.Width + uint32(lane))
			for i := range service.Operands {
				o := &service.Operands[i]
				p.Add(printf.Value{Bits: operandAt(o, base, u, lane), Type: o.Type})
			}
			p.Format(service.Format)
		}
	}
	f.serviceResult = w.run.Print(p.Text())
}

// callQueue does a function of device queues: for each lane that wants it, in order.
func (w *Worker) callQueue(service *object.Service) {
	f, base := w.frame(), w.frameAddress()
	for u := range uint64(w.loop.Count) {
		for lane := range uint64(w.loop.Width) {
			if f.serviceMasks[u]>>lane&1 == 0 {
				continue
			}
			w.operands = w.operands[:0]
			for i := range service.Operands {
				w.operands = append(w.operands, operandAt(&service.Operands[i], base, u, lane))
			}
			result := w.queues.Call(service.Queue, uint32(u)*w.loop.Width+uint32(lane), w.operands)
			setResultAt(&service.Result, base, u, lane, result)
		}
	}
}

// operandAt reads an operand of a lane from the frame at base.
func operandAt(o *object.LaneOperand, base, subGroup, lane uint64) uint64 {
	address := base + uint64(o.Offset) + subGroup*uint64(o.SubGroupStep) + lane*uint64(o.LaneStep)
	if o.Type.Bits() > 32 {
		return *hostmem.At[uint64](address)
	}
	return uint64(*hostmem.At[uint32](address)) & o.Type.Mask()
}

// setResultAt writes the result of a lane to the frame at base.
func setResultAt(o *object.LaneOperand, base, subGroup, lane, result uint64) {
	address := base + uint64(o.Offset) + subGroup*uint64(o.SubGroupStep) + lane*uint64(o.LaneStep)
	if o.Type.Bits() > 32 {
		*hostmem.At[uint64](address) = result
		return
	}
	*hostmem.At[uint32](address) = uint32(result)
}
