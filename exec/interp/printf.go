package interp

import "heddle/exec/printf"

// runPrintf prints for each active lane. The result is 0, or -1 if there is no output.
func runPrintf(f *frame, in *inst) {
	w := f.worker
	print := &w.code.program.Prints[in.side]
	var p printf.Printer
	defer p.PrintFinished(w.run)
	for _, k := range f.active() {
		p.Start(uint32(k))
		for i, reg := range print.Args {
			p.Add(printf.Value{Bits: f.get(uint8(reg.Class), w.code.offset(reg), int(k)), Type: print.Types[i]})
		}
		p.Format(print.Format)
	}
	result := uint64(w.run.Print(p.Text()))
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), result)
	}
}
