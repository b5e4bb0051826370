package storeforward

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Dead stores. When a group ends its local memory is gone, so the last store to a place is needed only if it is read
// afterwards; and a store that another one overwrites is needed only if the place is read between the two.

// span is a range of memory.
type span struct {
	place
	at, end int32
}

func (s span) overlaps(o span) bool { return s.place != o.place || s.at < o.end && o.at < s.end }

func (s span) contains(o span) bool { return s.place == o.place && s.at <= o.at && o.end <= s.end }

// future is what will happen to memory. If isRead is false, only the spans will be read. If it is true, all memory may
// be read except for the spans, which will be overwritten first.
type future struct {
	isRead bool
	spans  []span
}

// sweeper walks backward over the instructions.
type sweeper struct {
	fn     *asm.Func
	after  future
	labels map[int32]future // by label that the walk has passed
}

// dropDead removes dead stores.
func dropDead(fn *asm.Func) {
	s := &sweeper{fn: fn, after: future{isRead: true}, labels: map[int32]future{}}
	for i := len(fn.Insts) - 1; i >= 0; i-- {
		s.visit(&fn.Insts[i])
	}
	fn.Insts = slices.DeleteFunc(fn.Insts, func(in asm.Inst) bool { return in.Op == asm.Invalid })
}

// visit updates the future by one instruction, or removes it.
func (s *sweeper) visit(in *asm.Inst) {
	switch in.Op {
	case asm.Return:
		s.after = future{} // local memory ends with the group
	case asm.Label:
		s.labels[in.Label] = s.after.copy()
	case asm.Jmp:
		s.after = s.at(in.Label)
	case asm.Jcc:
		s.after = s.after.or(s.at(in.Label))
	case asm.Suspend, asm.Call:
		s.after = future{isRead: true} // other code runs
	}
	if !in.HasMem || !mayBeMine(in) {
		return
	}
	at := span{placeOf(&in.Mem), in.Mem.Disp, in.Mem.Disp + accessed(in)}
	if in.Region == asm.Mine && isPlainStore(in) {
		if s.after.isDead(at) {
			*in = asm.Inst{}
			return
		}
		if in.Mask == asm.NoReg { // under a mask it overwrites only some lanes
			s.after.overwrite(at)
		}
		return
	}
	if reads, _ := in.Memory(); reads {
		if isGather := s.fn.ClassOf(in.Mem.Index) == asm.Vector && in.Mem.Index != asm.NoReg; isGather {
			s.after = future{isRead: true} // from unknown places
			return
		}
		s.after.read(at)
	}
}

// isPlainStore reports whether an instruction does nothing but store.
func isPlainStore(in *asm.Inst) bool {
	switch in.Op {
	case asm.Vmovups, asm.Vmovupd, asm.Vmovss, asm.Vmovsd, asm.Mov:
		return in.Dst == asm.NoReg
	}
	return false
}

// at is the future after a label. A label that the walk has not met is the target of a backward jump: there everything
// may be read.
func (s *sweeper) at(label int32) future {
	if f, isMet := s.labels[label]; isMet {
		return f.copy()
	}
	return future{isRead: true}
}

func (f future) copy() future { return future{f.isRead, slices.Clone(f.spans)} }

// or is the future if either of two futures may follow.
func (f future) or(o future) future {
	switch {
	case f.isRead && o.isRead:
		f.spans = slices.DeleteFunc(f.spans, func(s span) bool { return !slices.Contains(o.spans, s) })
		return f
	case f.isRead != o.isRead || len(f.spans)+len(o.spans) > maxSpans:
		return future{isRead: true}
	}
	f.spans = append(f.spans, o.spans...)
	return f
}

func (f *future) isDead(at span) bool {
	if f.isRead {
		return slices.ContainsFunc(f.spans, func(s span) bool { return s.contains(at) })
	}
	return !slices.ContainsFunc(f.spans, at.overlaps)
}

// overwrite records a store to all of a span.
func (f *future) overwrite(at span) {
	if !f.isRead {
		f.spans = slices.DeleteFunc(f.spans, at.contains)
	} else if len(f.spans) < maxSpans {
		f.spans = append(f.spans, at)
	}
}

// read records a read of a span.
func (f *future) read(at span) {
	switch {
	case f.isRead:
		f.spans = slices.DeleteFunc(f.spans, at.overlaps)
	case len(f.spans) < maxSpans:
		f.spans = append(f.spans, at)
	default:
		*f = future{isRead: true}
	}
}
