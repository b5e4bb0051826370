package memory

import (
	"sync"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Loads and stores.
//
// How each is made is decided: package access has a table of accesses with a strategy in each row. Here is what each
// strategy writes, for loads and for stores.

// writer writes the accesses of one strategy.
type writer struct {
	load, store, atomic func(s *Accessor, v ir.ValueID, in *ir.Instr, a *access.Access)
}

// writers are by strategy. What has no writer for an access is not written in its place. Filled by FillRules.
var writers [access.StrategyCount]writer

func setWriters() {
	writers = [access.StrategyCount]writer{
		access.Uniform:          {load: (*Accessor).loadUniform},
		access.Broadcast:        {load: (*Accessor).loadBroadcast},
		access.Single:           {store: (*Accessor).storeSingle},
		access.Row:              {load: (*Accessor).loadRows, store: (*Accessor).storeRows},
		access.RowAcross:        {load: (*Accessor).rowsAcross, store: (*Accessor).rowsAcross},
		access.RowUnlessWraps:   {load: (*Accessor).loadRowUnlessWraps, store: (*Accessor).storeRowUnlessWraps},
		access.Butterflied:      {load: (*Accessor).loadButterfly, store: (*Accessor).storeButterfly},
		access.PermutedTable:    {load: (*Accessor).loadTable},
		access.InPieces:         {load: (*Accessor).loadPieces, store: (*Accessor).storePieces},
		access.AtDistances:      {load: (*Accessor).loadDistances},
		access.SpeculativeRow:   {load: (*Accessor).loadSpeculative, store: (*Accessor).storeSpeculative},
		access.Windowed:         {load: (*Accessor).loadWindowed},
		access.Unpermuted:       {load: (*Accessor).loadInterleaved, store: (*Accessor).storeInterleaved},
		access.Permuted:         {load: (*Accessor).loadInterleaved, store: (*Accessor).storeInterleaved},
		access.GatheredWord:     {load: (*Accessor).loadInterleaved},
		access.LaneRows:         {load: (*Accessor).loadInterleaved, store: (*Accessor).storeInterleaved},
		access.Paired:           {load: (*Accessor).loadInterleaved, store: (*Accessor).storeInterleaved},
		access.Transposed:       {load: (*Accessor).loadTransposed, store: (*Accessor).storeTransposed},
		access.TransposedGroup:  {load: (*Accessor).accessGroup, store: (*Accessor).accessGroup},
		access.PrivateRow:       {load: (*Accessor).loadPrivate, store: (*Accessor).storePrivate},
		access.PrivateUpdated:   {store: (*Accessor).updatePrivate},
		access.PrivateScattered: {load: (*Accessor).loadPrivate, store: (*Accessor).storePrivate},
		access.Gather:           {load: (*Accessor).loadGather},
		access.Scatter:          {store: (*Accessor).storeScatter},
		access.AtomicOnce:       {atomic: (*Accessor).atomicOnce},
		access.AtomicFolded:     {atomic: (*Accessor).atomicFolded},
		access.AtomicRanked:     {atomic: (*Accessor).atomicRanked},
		access.AtomicScanned:    {atomic: (*Accessor).atomicScanned},
		access.AtomicIfOne:      {atomic: (*Accessor).atomicIfOne},
		access.AtomicSwapped:    {atomic: (*Accessor).atomicSwapped},
		access.AtomicInTurn:     {atomic: (*Accessor).atomicInTurn},
		access.ByLane: {load: (*Accessor).loadGather, store: (*Accessor).storeScatter,
			atomic: (*Accessor).atomicByLane},
	}
}

// FillRules fills the tables of this package and of those below.
var FillRules = sync.OnceFunc(func() {
	emit.FillRules()
	setWriters()
})

// Load writes a load by its strategy.
func (s *Accessor) Load(v ir.ValueID, in *ir.Instr) {
	a := s.Rows[v]
	writers[a.Strategy].load(s, v, in, a)
}

// Store writes a store by its strategy.
func (s *Accessor) Store(v ir.ValueID, in *ir.Instr) {
	a := s.Rows[v]
	writers[a.Strategy].store(s, v, in, a)
}

// Atomic writes an atomic operation by its strategy.
func (s *Accessor) Atomic(v ir.ValueID, in *ir.Instr) {
	a := s.Rows[v]
	writers[a.Strategy].atomic(s, v, in, a)
}

// eachLoaded lets load fill the lanes of each sub-group, or of all once if they share them.
func (s *Accessor) eachLoaded(v ir.ValueID, load func(dst []asm.Reg, active asm.Reg, u int)) {
	f := s.ByValue[v]
	for u := range s.EachCopy(f) {
		s.WriteLanes(v, u, func(dst []asm.Reg) { load(dst, s.ActiveFor(f, u), u) })
	}
}

// eachStored lets store write the lanes of each sub-group.
func (s *Accessor) eachStored(in *ir.Instr, store func(src []asm.Reg, active asm.Reg, u int)) {
	for u := range s.Each() {
		store(s.LanesOf(in.Args[1], u), s.ActiveMask(u), u)
	}
}

func (s *Accessor) loadUniform(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.EachCopy(s.ByValue[v]) {
		s.unlessIdle(in, u, s.Own(v, u), func() { s.loadScalar(s.Own(v, u)[0], in.Type, s.MemAt(&a.Address, u)) })
	}
}

func (s *Accessor) loadBroadcast(v ir.ValueID, in *ir.Instr, a *access.Access) {
	for u := range s.EachCopy(s.ByValue[v]) {
		s.WriteLanes(v, u, func(dst []asm.Reg) { s.loadOne(dst, in, &a.Address, u) })
	}
}

func (s *Accessor) loadRows(v ir.ValueID, _ *ir.Instr, a *access.Access) {
	if s.IsDense(v) {
		s.loadDense(v, a)
		return
	}
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) {
		s.LoadRow(dst, a.Type, s.MemAt(&a.Address, u), active)
	})
}

func (s *Accessor) storeRows(v ir.ValueID, in *ir.Instr, a *access.Access) {
	if s.IsDense(v) {
		s.storeDense(v, in, a)
		return
	}
	plain := func() {
		s.eachStored(in, func(src []asm.Reg, active asm.Reg, u int) {
			s.storeRow(src, a.Type, s.MemAt(&a.Address, u), active)
		})
	}
	if a.IsStreamed {
		s.storeStream(in, &a.Address, plain)
		return
	}
	plain()
}

// loadGather reads elements at places that differ from lane to lane.
func (s *Accessor) loadGather(v ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachLoaded(v, func(dst []asm.Reg, active asm.Reg, u int) {
		s.gather(dst, a.Type, &a.Address, in.Align, active, u)
	})
}

func (s *Accessor) storeScatter(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	s.eachStored(in, func(src []asm.Reg, active asm.Reg, u int) { s.scatter(src, a.Type, &a.Address, active, u) })
}

// mayBeIdle reports whether a sub-group may run an access at an address of its own, the same for all its lanes, with no
// lane active. There may be no memory then.
func (s *Accessor) mayBeIdle(in *ir.Instr, u int) bool {
	return s.Version.Count > 1 && s.ActiveMask(u) != asm.NoReg && !s.IsSame(in.Args[0])
}

// unlessIdle runs write, which fills registers from memory, if the sub-group has lanes.
func (s *Accessor) unlessIdle(in *ir.Instr, u int, filled []asm.Reg, write func()) {
	if !s.mayBeIdle(in, u) {
		write()
		return
	}
	for _, r := range filled {
		s.Emit(asm.Inst{Op: asm.Undef, Dst: r})
	}
	idle := s.Fn.NewLabel()
	s.TestMasks([]asm.Reg{s.ActiveMask(u)})
	s.JumpIf(asm.CondE, idle)
	write()
	s.Label(idle)
}

// loadOne reads one element for all lanes; for the active ones only, if otherwise there may be no memory.
func (s *Accessor) loadOne(dst []asm.Reg, in *ir.Instr, a *access.Address, u int) {
	size := in.Type.Bytes()
	if !s.mayBeIdle(in, u) {
		s.LoadSpread(dst, in.Type, s.MemAt(a, u))
		return
	}
	if s.ISA != asm.AVX512 || size < 4 {
		s.unlessIdle(in, u, dst, func() { s.LoadSpread(dst, in.Type, s.MemAt(a, u)) })
		return
	}
	op := asm.Vbroadcastss
	if size == 8 {
		op = asm.Vbroadcastsd
	}
	for i, mask := range s.MaskVectors(s.ActiveMask(u), len(dst)) {
		s.Emit(asm.Inst{Op: op, Len: asm.L512, Dst: dst[i], HasMem: true, Mem: s.MemAt(a, u), Mask: mask, Zero: true})
	}
}

func (s *Accessor) loadScalar(dst asm.Reg, t ir.Type, m asm.Mem) {
	s.LoadGeneral(dst, uint8(t.Bytes()), m)
}

// LoadSpread reads one element for all lanes.
func (s *Accessor) LoadSpread(dst []asm.Reg, t ir.Type, m asm.Mem) {
	switch t.Bytes() {
	case 4:
		s.Emit(asm.Inst{Op: asm.Vbroadcastss, Len: asm.Whole(s.ISA), Dst: dst[0], HasMem: true, Mem: m})
	case 8:
		s.Emit(asm.Inst{Op: asm.Vbroadcastsd, Len: asm.Whole(s.ISA), Dst: dst[0], HasMem: true, Mem: m})
		s.MoveVector(dst[1], dst[0])
	default:
		r := s.General()
		s.loadScalar(r, t, m)
		s.Broadcast(dst[0], r, 4)
	}
}

// LoadRow reads one element per lane from one piece of memory. NoReg: all lanes.
func (s *Accessor) LoadRow(dst []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	if s.ISA == asm.AVX2 && active != asm.NoReg {
		s.loadRowAVX2(dst, t, m, active)
		return
	}
	op := map[uint64]asm.Op{1: asm.Vpmovzxbd, 2: asm.Vpmovzxwd, 4: asm.Vmovups, 8: asm.Vmovupd}[t.Bytes()]
	masks := s.MaskVectors(active, len(dst))
	for i, r := range dst {
		s.Emit(asm.Inst{Op: op, Len: asm.Whole(s.ISA), Dst: r, HasMem: true, Mem: m, Mask: masks[i],
			Zero: masks[i] != asm.NoReg})
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

func (s *Accessor) loadRowAVX2(dst []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	op := asm.Vmaskmovps
	switch t.Bytes() {
	case 8:
		op = asm.Vmaskmovpd
	case 1, 2:
		s.loadSmallAVX2(dst[0], t, m, active)
		return
	}
	masks := s.MaskVectors(active, len(dst))
	for i, r := range dst {
		s.Emit(asm.Inst{Op: op, Len: asm.L256, Dst: r, A: masks[i], HasMem: true, Mem: m})
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

// pageBytes is how much memory is there or not there as a whole.
const pageBytes = 4096

// loadSmallAVX2 reads bytes or words: in one piece if all lanes are active, or if the page that the active ones are in
// has all of it, else lane by lane.
func (s *Accessor) loadSmallAVX2(dst asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	row, some, done := s.Fn.NewLabel(), s.Fn.NewLabel(), s.Fn.NewLabel()
	m = s.Indexable(m)
	bits, inPage := s.General(), s.General()
	s.Emit(asm.Inst{Op: asm.VecZero, Len: asm.Whole(s.ISA), Dst: dst})
	s.MaskBits(bits, active)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 0xff})
	s.JumpIf(asm.CondE, row)
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: bits, B: bits})
	s.JumpIf(asm.CondE, done)
	s.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: inPage, HasMem: true, Mem: m})
	s.AluImm(asm.And, 4, inPage, pageBytes-1)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: inPage, Imm: pageBytes - int64(t.Bytes())*int64(s.ISA.Lanes())})
	s.JumpIf(asm.CondA, some)
	s.Label(row)
	s.LoadRow([]asm.Reg{dst}, t, m, asm.NoReg)
	s.Jump(done)
	s.Label(some)
	s.EachLane(bits, func(lane asm.Reg) {
		at := m
		at.Index, at.Scale = lane, uint8(t.Bytes())
		r := s.General()
		s.loadScalar(r, t, at)
		s.SetScratch(emit.ScratchResult, lane, r, 4)
	})
	s.FromScratch(emit.ScratchResult, []asm.Reg{dst})
	s.Label(done)
}

// storeSingle writes what is the same for all lanes. Where all sub-groups store it to one place, one store will do.
func (s *Accessor) storeSingle(_ ir.ValueID, in *ir.Instr, a *access.Access) {
	isSameEverywhere := s.IsSameStore(in) && s.Serial.Current == 0
	for u := range s.Each() {
		if isSameEverywhere && u > 0 {
			return
		}
		s.storeOne(in.Args[1], a.Type, s.MemAt(&a.Address, u), u, isSameEverywhere)
	}
}

// storeOne writes what is the same for all lanes, if any lane of the sub-group is active.
func (s *Accessor) storeOne(v ir.ValueID, t ir.Type, m asm.Mem, u int, isSameEverywhere bool) {
	out := s.Fn.NewLabel()
	if active := s.ActiveMask(u); active != asm.NoReg && !isSameEverywhere {
		s.TestMasks([]asm.Reg{active})
		s.JumpIf(asm.CondE, out)
	}
	if c, isShort := s.ShortImm(v); isShort {
		s.Emit(asm.Inst{Op: asm.Mov, Size: uint8(t.Bytes()), Imm: c, HasMem: true, Mem: m})
	} else {
		s.StoreLane0(v, u, m, uint8(t.Bytes()))
	}
	s.Label(out)
}

// storeRow writes one element per active lane to one piece of memory.
func (s *Accessor) storeRow(src []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	if s.ISA == asm.AVX2 {
		s.storeRowAVX2(src, t, m, active)
		return
	}
	op := map[uint64]asm.Op{1: asm.Vpmovdb, 2: asm.Vpmovdw, 4: asm.Vmovups, 8: asm.Vmovupd}[t.Bytes()]
	masks := s.MaskVectors(active, len(src))
	for i, r := range src {
		s.Emit(asm.Inst{Op: op, Len: asm.L512, B: r, HasMem: true, Mem: m, Mask: masks[i]})
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

func (s *Accessor) storeRowAVX2(src []asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	if t.Bytes() < 4 {
		s.storeSmallAVX2(src[0], t, m, active)
		return
	}
	plain, masked := asm.Vmovups, asm.Vmaskmovps
	if t.Bytes() == 8 {
		plain, masked = asm.Vmovupd, asm.Vmaskmovpd
	}
	masks := s.MaskVectors(active, len(src))
	for i, r := range src {
		if active == asm.NoReg {
			s.Emit(asm.Inst{Op: plain, Len: asm.L256, B: r, HasMem: true, Mem: m})
		} else {
			s.Emit(asm.Inst{Op: masked, Len: asm.L256, A: masks[i], B: r, HasMem: true, Mem: m})
		}
		m.Disp += int32(s.ISA.VectorBytes())
	}
}

// storeSmallAVX2 writes bytes or words: packed if all lanes are active, else lane by lane.
func (s *Accessor) storeSmallAVX2(src asm.Reg, t ir.Type, m asm.Mem, active asm.Reg) {
	some, done := s.Fn.NewLabel(), s.Fn.NewLabel()
	m = s.Indexable(m)
	var bits asm.Reg
	if active != asm.NoReg {
		bits = s.General()
		s.MaskBits(bits, active)
		s.Emit(asm.Inst{Op: asm.Cmp, Size: 4, A: bits, Imm: 0xff})
		s.JumpIf(asm.CondNE, some)
	}
	upper, words := s.Temp(), s.Temp()
	s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: upper, B: src, Imm: 1})
	s.Emit(asm.Inst{Op: asm.Vpackusdw, Len: asm.L128, Dst: words, A: src, B: upper})
	if t.Bytes() == 2 {
		s.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.L128, B: words, HasMem: true, Mem: m})
	} else {
		bytes := s.Temp()
		s.Emit(asm.Inst{Op: asm.Vpackuswb, Len: asm.L128, Dst: bytes, A: words, B: words})
		s.Emit(asm.Inst{Op: asm.Vmovq, Len: asm.L128, B: bytes, HasMem: true, Mem: m})
	}
	if active == asm.NoReg {
		return
	}
	s.Jump(done)
	s.Label(some)
	s.ToScratch(emit.ScratchValue, []asm.Reg{src})
	s.EachLane(bits, func(lane asm.Reg) {
		r := s.General()
		s.GetScratch(emit.ScratchValue, lane, r, 4)
		at := m
		at.Index, at.Scale = lane, uint8(t.Bytes())
		s.Emit(asm.Inst{Op: asm.Mov, Size: uint8(t.Bytes()), B: r, HasMem: true, Mem: at})
	})
	s.Label(done)
}

// indices makes the index registers of an address and the memory operand they go into; 64-bit elements and 64-bit
// indices take two registers. Addresses without index get one made of steps.
func (s *Accessor) indices(a *access.Address, u int) (m asm.Mem, index []asm.Reg) {
	switch a.Pattern {
	case access.InSteps:
		m = s.indexableAt(a, u)
		m.Scale = 1
		return m, []asm.Reg{s.Ramp(0, a.Step, 4)}
	case access.ByIndex32, access.RowUnlessWrapped:
		m, index := s.indices32(a, u)
		m.Scale = a.Scale
		return m, []asm.Reg{index}
	case access.ByIndex64:
		m = s.MemAt(a, u)
		m.Scale = a.Scale
		return m, s.LanesOf(a.Index, u)
	}
	return asm.Mem{Scale: 1, Disp: int32(a.Disp)}, s.pointers(a.Base, u)
}

// gather reads one element per active lane from different places, of which an alignment is known.
func (s *Accessor) gather(dst []asm.Reg, t ir.Type, a *access.Address, align uint8, active asm.Reg, u int) {
	if t.Bytes() < access.MinGathered {
		if active == asm.NoReg && a.ByLoads>>u&1 != 0 {
			s.gatherSmallTaken(dst[0], t, a, u)
			return
		}
		if access.CanGatherSmall(t, align) {
			s.gatherSmall(dst[0], t, a, active, u)
		} else {
			s.loadByLane(dst, t, a, active, u)
		}
		return
	}
	if t.Bytes() == access.MinGathered && active == asm.NoReg && a.ByLoads>>u&1 != 0 {
		s.gatherTaken(dst[0], a, u)
		return
	}
	m, index := s.indices(a, u)
	if len(dst) == 1 && len(index) == 2 {
		s.gatherHalves(dst[0], m, index, active)
		return
	}
	op := asm.Vpgatherdd
	if len(dst) == 2 {
		op = asm.Vpgatherdq
		if len(index) == 2 {
			op = asm.Vpgatherqq
		}
	}
	masks := s.MaskVectors(s.SomeMask(active), len(dst))
	for i, r := range dst {
		at := m
		at.Index = index[min(i, len(index)-1)]
		if len(dst) == 2 && len(index) == 1 {
			at.Index = s.Half(index[0], i)
		}
		s.EmitGather(op, asm.Whole(s.ISA), r, at, masks[i])
	}
}

// gatherHalves reads 32-bit elements by 64-bit indices, half of the lanes at a time.
func (s *Accessor) gatherHalves(dst asm.Reg, m asm.Mem, index []asm.Reg, active asm.Reg) {
	half := [2]asm.Reg{s.Temp(), s.Temp()}
	mask := s.SomeMask(active)
	for i, r := range half {
		at := m
		at.Index = index[i]
		part := mask
		if i == 1 {
			part = s.upperMask(mask)
		}
		s.EmitGather(asm.Vpgatherqd, asm.Whole(s.ISA), r, at, part)
	}
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Vinserti64x4, Len: asm.L512, Dst: dst, A: half[0], B: half[1], Imm: 1})
		return
	}
	s.Emit(asm.Inst{Op: asm.Vinserti128, Len: asm.L256, Dst: dst, A: half[0], B: half[1], Imm: 1})
}

// SomeMask is a mask in a register, also if all lanes are active.
func (s *Accessor) SomeMask(active asm.Reg) asm.Reg {
	if active != asm.NoReg {
		return active
	}
	m := s.NewMask()
	s.SetMask(m, true)
	return m
}

// upperMask is the mask of the upper lanes, moved down, with lanes still of 32 bits.
func (s *Accessor) upperMask(m asm.Reg) asm.Reg {
	if s.ISA == asm.AVX512 {
		high := s.NewMask()
		s.Emit(asm.Inst{Op: asm.Kshiftrw, Dst: high, B: m, Imm: 8})
		return high
	}
	return s.Half(m, 1)
}

// Half is the lower or upper half of a register.
func (s *Accessor) Half(r asm.Reg, i int) asm.Reg {
	if i == 0 {
		return r
	}
	high := s.Temp()
	if s.ISA == asm.AVX512 {
		s.Emit(asm.Inst{Op: asm.Vextracti64x4, Len: asm.L512, Dst: high, B: r, Imm: 1})
		return high
	}
	s.Emit(asm.Inst{Op: asm.Vextracti128, Len: asm.L256, Dst: high, B: r, Imm: 1})
	return high
}

// EmitGather writes a gather. It clears its mask, so it gets a copy, and it keeps lanes, so it begins with zeros.
func (s *Accessor) EmitGather(op asm.Op, length asm.Length, dst asm.Reg, m asm.Mem, mask asm.Reg) {
	used := s.NewMask()
	s.MoveMask(used, mask)
	s.Emit(asm.Inst{Op: asm.VecZero, Len: length, Dst: dst})
	in := asm.Inst{Op: op, Len: length, Dst: dst, HasMem: true, Mem: m}
	if s.ISA == asm.AVX512 {
		in.Mask = used
	} else {
		in.A = used
	}
	s.Emit(in)
}

// scatter writes one element per active lane to different places; where two lanes meet, the higher one stays.
func (s *Accessor) scatter(src []asm.Reg, t ir.Type, a *access.Address, active asm.Reg, u int) {
	if !s.CanScatter(a, t) {
		s.storeByLane(src, t, a, active, u)
		return
	}
	m, index := s.indices(a, u)
	masks := s.MaskVectors(s.SomeMask(active), max(len(src), len(index)))
	for i, mask := range masks {
		at := m
		at.Index = index[min(i, len(index)-1)]
		value := src[min(i, len(src)-1)]
		op := asm.Vpscatterdd
		switch {
		case len(src) == 2 && len(index) == 2:
			op = asm.Vpscatterqq
		case len(src) == 2:
			op, at.Index = asm.Vpscatterdq, s.Half(index[0], i)
		case len(index) == 2:
			op, value = asm.Vpscatterqd, s.Half(src[0], i)
		}
		used := s.NewMask()
		s.MoveMask(used, mask)
		s.Emit(asm.Inst{Op: op, Len: asm.L512, B: value, HasMem: true, Mem: at, Mask: used})
	}
}

// loadByLane reads lane by lane.
func (s *Accessor) loadByLane(dst []asm.Reg, t ir.Type, a *access.Address, active asm.Reg, u int) {
	memOf := s.laneMem(a, u)
	size := emit.SizeOf(t)
	s.EachLane(s.BitsOf(active), func(lane asm.Reg) {
		r := s.General()
		s.loadScalar(r, t, memOf(lane))
		s.SetScratch(emit.ScratchResult, lane, r, size)
	})
	s.FromScratch(emit.ScratchResult, dst)
}

// storeByLane writes lane by lane, from the lowest.
func (s *Accessor) storeByLane(src []asm.Reg, t ir.Type, a *access.Address, active asm.Reg, u int) {
	if s.ISA == asm.AVX2 && a.Pattern != access.AtOne && active == asm.NoReg {
		s.storeLanes(src, t, s.takenMem(a, u))
		return
	}
	memOf := s.laneMem(a, u)
	s.ToScratch(emit.ScratchValue, src)
	size := emit.SizeOf(t)
	s.EachLane(s.BitsOf(active), func(lane asm.Reg) {
		r := s.General()
		s.GetScratch(emit.ScratchValue, lane, r, size)
		s.Emit(asm.Inst{Op: asm.Mov, Size: uint8(t.Bytes()), B: r, HasMem: true, Mem: memOf(lane)})
	})
}
