package interp

import "heddle/compiler/lane"

// runQueue calls a function of device queues for each active lane.
func runQueue(f *frame, in *inst) {
	w := f.worker
	queue := &w.code.program.Queues[in.side]
	for _, k := range f.active() {
		w.operands = w.operands[:0]
		for _, reg := range queue.Args {
			w.operands = append(w.operands, f.get(uint8(reg.Class), w.code.offset(reg), int(k)))
		}
		result := w.queues.Call(queue.Function, uint32(k), w.operands)
		if in.class[0] != uint8(lane.NoReg) {
			f.set(in.class[0], in.d, int(k), result)
		}
	}
}
