package interp

import (
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// The work-item's place in the NDRange.

// putUniform writes a value that is the same for all lanes to a register of either class.
func (f *frame) putUniform(in *inst, value uint64) {
	if lane.Class(in.class[0]) == lane.Uniform {
		*f.u64(in.d) = value
		return
	}
	for _, k := range f.active() {
		f.set(in.class[0], in.d, int(k), value)
	}
}

// dimension is that of a query, 0 to 2.
func (f *frame) dimension(in *inst) int {
	return int(f.worker.code.program.Code[in.source].Kind) % 3
}

// putIDs writes start plus the local id in a dimension.
func (f *frame) putIDs(in *inst, start uint64) {
	ids := f.worker.localIDs[f.dimension(in)][f.first:]
	if lane.Class(in.class[0]) == lane.Uniform {
		*f.u64(in.d) = start + uint64(ids[f.active()[0]])
		return
	}
	d := f.w64(in.d)
	if f.mode <= in.limit && len(ids) >= width {
		for i := range d {
			d[i] = start + uint64(ids[i])
		}
		return
	}
	for _, k := range f.active() {
		d[k&63] = start + uint64(ids[k])
	}
}

func runGlobalID(f *frame, in *inst) { f.putIDs(in, f.worker.origin[f.dimension(in)]) }

func runLocalID(f *frame, in *inst) { f.putIDs(in, 0) }

func runGroupID(f *frame, in *inst) { f.putUniform(in, f.worker.group[f.dimension(in)]) }

func runGlobalSize(f *frame, in *inst) { f.putUniform(in, f.worker.run.Launch.Global[f.dimension(in)]) }

func runLocalSize(f *frame, in *inst) { f.putUniform(in, f.worker.size[f.dimension(in)]) }

func runEnqueuedLocalSize(f *frame, in *inst) {
	f.putUniform(in, f.worker.run.Launch.Group[f.dimension(in)])
}

func runNumGroups(f *frame, in *inst) { f.putUniform(in, f.worker.run.Groups[f.dimension(in)]) }

func runGlobalOffset(f *frame, in *inst) {
	f.putUniform(in, f.worker.run.Launch.Offset[f.dimension(in)])
}

func runWorkDim(f *frame, in *inst) { f.putUniform(in, uint64(f.worker.run.Launch.WorkDim)) }

func runClock(f *frame, in *inst) { f.putUniform(in, ticks()) }

func runArgBlock(f *frame, in *inst) { f.putUniform(in, uint64(f.worker.memory.Arguments.Address)) }

func runGlobalBase(f *frame, in *inst) { f.putUniform(in, uint64(f.worker.run.Launch.Globals)) }

func runLocalBase(f *frame, in *inst) { f.putUniform(in, uint64(f.worker.memory.Local)) }

// runMemoryBound gives the begin or end of a memory that only this worker uses.
func runMemoryBound(f *frame, in *inst) {
	kind := f.worker.code.program.Code[in.source].Kind
	f.putUniform(in, f.worker.memory.Bound(ir.MemoryBound(kind)))
}

// runAlloca gives the address of a private variable. Each work-item has private memory of its own.
func runAlloca(f *frame, in *inst) {
	start, step := uint64(f.private)+in.imm, f.worker.run.PrivateStep
	if lane.Class(in.class[0]) == lane.Uniform {
		*f.u64(in.d) = start + step*uint64(f.active()[0])
		return
	}
	d := f.w64(in.d)
	for i := range d {
		d[i] = start + step*uint64(i)
	}
}
