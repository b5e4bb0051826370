package native

import (
	"fmt"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
	"heddle/exec/launch"
	"heddle/exec/printf"
)

// Worker runs groups as machine code on one thread. Its memory is kept for the next launch.
type Worker struct {
	run         *Run
	memory      *launch.WorkerMemory
	pair        codePair // the run's, or better code
	isBest      bool     // there will be no better code for the launch
	loop        abi.GroupLoop
	contextMem  launch.Block
	preparedFor uint64 // the run's division for which all is prepared that launches share; 0: none
	privateNeed uint64 // private memory of the bundles that may be under way
	frames      launch.Block
	tables      launch.Block // of local ids
	printer     printf.Printer
	queues      launch.QueueCaller
	operands    []uint64 // of a call of queues
}

// Init makes a worker of a run, with the memory that kernels see.
func (w *Worker) Init(r *Run, m *launch.WorkerMemory) { w.run, w.memory = r, m }

// Frames is the memory of the worker's frames.
func (w *Worker) Frames() launch.Block { return w.frames }

// running is the code of the bundle under way.
func (w *Worker) running() *loadedCode {
	if p := w.pair; p.whole != nil && w.loop.IsWhole != 0 {
		return p.whole
	}
	return w.pair.any
}

// frame is that of the bundle under way.
func (w *Worker) frame() *frame { return hostmem.At[frame](w.frameAddress()) }

// group is the place of the group under way.
func (w *Worker) group() [3]uint64 { return w.loop.Place(w.loop.Next, w.run.Groups) }

// context is the worker's context.
func (w *Worker) context() *context { return hostmem.At[context](uint64(w.contextMem.Address)) }

func (w *Worker) frameAddress() uint64 {
	return uint64(w.frames.Address) + w.loop.Frame()*w.loop.FrameStep
}

// Prepare finds memory for the code that was chosen for the launch, and fills it in. Most of it stays valid for the
// next launch that is divided in the same way.
func (w *Worker) Prepare() error {
	r := w.run
	w.isBest = false
	w.queues.Begin(r.Run)
	if w.preparedFor != r.Divisions {
		err := w.prepareFor(r.choice.code)
		if err == nil {
			w.preparedFor = r.Divisions
		}
		return err
	}
	w.pair = r.choice.code
	if err := w.memory.Prepare(r.Run, w.privateNeed); err != nil {
		return err
	}
	w.loop.Private = uint64(w.memory.Private.Address)
	w.fillContext()
	return nil
}

// prepareFor is Prepare for any code of the launch.
func (w *Worker) prepareFor(pair codePair) error {
	r, code := w.run, pair.any.code
	w.pair, w.preparedFor = pair, 0
	frameStep, frames := ceil.Multiple(pair.largest(frameBytes), 64), uint64(1)
	if pair.suspends() {
		frames = pair.any.bundles(r.Group)
	}
	privateStep := r.PrivateStep * uint64(code.Width*code.Count)
	w.privateNeed = privateStep * frames
	if err := w.memory.Prepare(r.Run, w.privateNeed); err != nil {
		return err
	}
	err := w.contextMem.Grow(abi.ContextBytes)
	if err == nil {
		err = w.frames.Grow(frameStep * frames)
	}
	if err != nil {
		return fmt.Errorf("kernel %s: state of %d sub-groups: out of resources: %w", r.Launch.Name, frames, err)
	}
	w.fillLoop(frameStep, privateStep)
	if code.Shape == abi.Packed {
		if err := w.prepareTables(); err != nil {
			return err
		}
	}
	w.fillSizes()
	w.fillContext()
	return nil
}

// fillLoop writes the loop of groups. It keeps the size of the group that the tables of local ids are for.
func (w *Worker) fillLoop(frameStep, privateStep uint64) {
	l, pair, code := &w.loop, w.pair, w.pair.any.code
	tableSize := l.TableSize
	*l = abi.GroupLoop{} // in place: a copy would have to wait for the writes of the fields
	if code.Shape == abi.Packed {
		l.TableSize = tableSize
	}
	l.Entry, l.Context = uint64(pair.any.entry), uint64(w.contextMem.Address)
	l.Frames, l.FrameStep = uint64(w.frames.Address), frameStep
	l.Private, l.PrivateStep = uint64(w.memory.Private.Address), privateStep
	l.Width, l.Count, l.Shape = uint32(code.Width), uint32(code.Count), uint32(code.Shape)
	l.Band = uint32(code.Band)
	l.Repeats, l.Suspends = truth(code.HasBundleLoop), truth(pair.suspends())
	if p := w.run.Launch.Program; p != nil && p.Yields && pair.suspends() {
		l.Suspends = abi.SuspendsAndYields
	}
	if pair.whole != nil {
		l.Whole, l.WholeRepeats = uint64(pair.whole.entry), truth(pair.whole.code.HasBundleLoop)
	}
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// prepareTables makes room for the tables of local ids of the largest group. The loop fills them in, and again only
// when the size of the group changes.
func (w *Worker) prepareTables() error {
	r, code := w.run, w.pair.any.code
	whole := uint64(code.Width * code.Count)
	need := 3 * ceil.Multiple(4*ceil.Multiple(r.Group[0]*r.Group[1]*r.Group[2], whole), 64)
	if need > w.tables.SizeBytes {
		w.loop.TableSize = [3]uint64{}
	}
	if err := w.tables.Grow(need); err != nil {
		return fmt.Errorf("kernel %s: local ids: out of resources: %w", r.Launch.Name, err)
	}
	return nil
}

// fillContext writes the part of the context that differs from launch to launch.
func (w *Worker) fillContext() {
	r, m := w.run, w.memory
	c := w.context()
	c.args, c.globals, c.local = uint64(m.Arguments.Address), uint64(r.Launch.Globals), uint64(m.Local)
	c.cancel, c.privateStep, c.workDim = uint64(r.StopWord()), r.PrivateStep, uint64(r.Launch.WorkDim)
	c.stream = r.engine.streamBits(r.Launch, w.pair.any.code.NonTemporalBytes)
	for bound := range c.bounds {
		c.bounds[bound] = m.Bound(ir.MemoryBound(bound))
	}
	w.loop.ClearLocal, w.loop.ClearPrivate = 0, 0
	if r.Launch.Zeroes.Local {
		w.loop.ClearLocal = r.Launch.Local
	}
	if r.Launch.Zeroes.Private {
		w.loop.ClearPrivate = w.loop.PrivateStep
	}
}

// fillSizes writes the part of the context that is the same for all launches that are divided in the same way.
func (w *Worker) fillSizes() {
	r := w.run
	c := w.context()
	c.enqueued, c.groups = r.Group, r.Groups
	c.globalSize, c.globalOffset = r.Launch.Global, r.Launch.Offset
	third := w.tables.SizeBytes / 3
	for i := range c.ids {
		c.ids[i] = uint64(w.tables.Address) + uint64(i)*third
	}
}

// RunGroups runs the groups from first to before end, until the launch is cancelled.
func (w *Worker) RunGroups(first, end uint64) {
	r, l := w.run, &w.loop
	if r.choice.early != nil && !r.IsOneChunk() {
		w.switchCode()
	}
	l.Next, l.End, l.IsLocated, l.IsInside = first, end, 0, 0
	for {
		code := r.engine.Machine.Run(l)
		switch code & abi.CodeMask {
		case abi.Ended:
			return
		case abi.Service:
			w.serve()
			continue
		case abi.Cancelled:
			r.StoodAt(w.place(code >> abi.PlaceShift))
		case abi.Faulted:
			r.Fail(w.report())
		case abi.Deadlock:
			r.Fail(w.deadlock())
		default:
			r.Fail(fmt.Errorf("kernel %s: BUG: machine code returned %d", r.Launch.Name, code))
		}
		w.preparedFor = 0 // the code stopped in the middle of a group
		return
	}
}

// keptFrameBytes is the memory of frames that a worker keeps for the next launch.
const keptFrameBytes = 16 << 20

// Finish ends the worker's part of the launch, and lets go of the code. It makes an error of a panic that was
// recovered from the other methods, nil if there was none.
func (w *Worker) Finish(recovered any) (err error) {
	if recovered != nil {
		err = w.reportPanic(recovered)
	}
	w.pair = codePair{}
	if w.frames.SizeBytes > keptFrameBytes {
		w.frames.Free()
		w.preparedFor = 0
	}
	return err
}
