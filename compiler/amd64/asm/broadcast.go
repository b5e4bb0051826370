package asm

// BroadcastB is the size in bytes of a memory element that may replace B, a register that holds it in all its elements:
// B = NoReg, HasMem = Broadcast = true. It is 0 if the operation has no such form. AVX-512 only.
func (i *Inst) BroadcastB() int {
	if !i.CanLoadB() {
		return 0
	}
	for _, e := range Info(i.Op).encodings {
		f := &forms[e.form]
		if f.rm == slotB && f.memory != never && (f.register&aK == 0) == (i.A == NoReg) {
			if e.spec.canBroadcast() {
				return e.spec.elemBytes()
			}
			return 0
		}
	}
	return 0
}
