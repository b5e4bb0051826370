package asm

// signature is the class of each operand of an instruction, and whether there is a memory operand. The encoding of an
// instruction is the first one of its operation with the same signature, so that operands that fit no encoding are
// found before a byte is written.
type signature uint16

// The fields of a signature: two bits for each register operand.
const (
	dstG, dstV, dstK signature = 1, 2, 3
	aG, aV, aK       signature = 1 << 2, 2 << 2, 3 << 2
	bG, bV, bK       signature = 1 << 4, 2 << 4, 3 << 4
	cV               signature = 2 << 6
	mem              signature = 1 << 8
	never            signature = 1 << 15
)

// registerInfo describes a machine register: its signature bits as Dst, and its number.
type registerInfo struct{ class, number uint8 }

// registers are the machine's registers; entries that are no register have class 0.
var registers = func() (out [FirstVirtual]registerInfo) {
	for r := RAX; r <= R15; r++ {
		out[r] = registerInfo{uint8(dstG), uint8(r - RAX)}
	}
	for r := V0; r <= V31; r++ {
		out[r] = registerInfo{uint8(dstV), uint8(r - V0)}
	}
	for r := K0; r <= K7; r++ {
		out[r] = registerInfo{uint8(dstK), uint8(r - K0)}
	}
	return out
}()

// signatureOf is the signature of an instruction without virtual registers.
func signatureOf(i *Inst) signature {
	s := signature(registers[i.Dst&63].class) | signature(registers[i.A&63].class)<<2 |
		signature(registers[i.B&63].class)<<4 | signature(registers[i.C&63].class)<<6
	if i.HasMem {
		s |= mem
	}
	return s
}

// numbersOf are the numbers of the registers, 8 bits for each slot.
func numbersOf(i *Inst) uint64 {
	return uint64(registers[i.Dst&63].number)<<(8*slotDst) | uint64(registers[i.A&63].number)<<(8*slotA) |
		uint64(registers[i.B&63].number)<<(8*slotB) | uint64(registers[i.C&63].number)<<(8*slotC)
}

// slot is the place of an operand in an Inst.
type slot uint8

const (
	slotNone slot = iota
	slotDst
	slotA
	slotB
	slotC
)

// form is a shape of operands.
type form uint8

// The forms. The letters are the operands in the order Dst, A, B: R in ModRM.reg, V in VEX.vvvv, M in ModRM.rm
// (register or memory), G general register, K mask register, V (after k) vector; Mem: memory only.
const (
	formGRM form = iota
	formGRMem
	formGMR
	formGR
	formGM
	formGB
	formGTest
	formGTestMR
	formGTestImm
	formGNone
	formGRVM
	formGVM
	formGGV
	formGGVM
	formKKM
	formKMK
	formKKG
	formKGK
	formKKK
	formKKKK
	formKTest
	formKKV
	formKKMV
	formKKVM
	formVRM
	formVRMem
	formVMR
	formVMRMem
	formVMVR
	formVRG
	formVRGReg
	formVGR
	formVRK
	formVRVM
	formVRVMem
	formVRVR
	formVRVG
	formVRVMR
	formVVM
	formVTest
	formVGather
	formVGatherV
	formVScatter
	formVNone
	formCount
)

// formInfo describes a form: its signatures with a register and with memory as r/m, and the fields of its operands.
type formInfo struct {
	register, memory signature
	reg, vvvv, rm    slot
}

var forms = [formCount]formInfo{
	formGRM:      {dstG | bG, dstG | mem, slotDst, slotNone, slotB},
	formGRMem:    {never, dstG | mem, slotDst, slotNone, slotB},
	formGMR:      {never, bG | mem, slotB, slotNone, slotNone},
	formGR:       {dstG, never, slotNone, slotNone, slotDst},
	formGM:       {never, mem, slotNone, slotNone, slotNone},
	formGB:       {bG, mem, slotNone, slotNone, slotB},
	formGTest:    {aG | bG, aG | mem, slotA, slotNone, slotB},
	formGTestMR:  {aG | bG, never, slotB, slotNone, slotA},
	formGTestImm: {aG, never, slotNone, slotNone, slotA},
	formGNone:    {0, never, slotNone, slotNone, slotNone},
	formGRVM:     {dstG | aG | bG, dstG | aG | mem, slotDst, slotA, slotB},
	formGVM:      {dstG | bG, dstG | mem, slotNone, slotDst, slotB},
	formGGV:      {dstG | bV, never, slotDst, slotNone, slotB},
	formGGVM:     {dstG | bV, dstG | mem, slotDst, slotNone, slotB},
	formKKM:      {dstK | bK, dstK | mem, slotDst, slotNone, slotB},
	formKMK:      {never, bK | mem, slotB, slotNone, slotNone},
	formKKG:      {dstK | bG, never, slotDst, slotNone, slotB},
	formKGK:      {dstG | bK, never, slotDst, slotNone, slotB},
	formKKK:      {dstK | bK, never, slotDst, slotNone, slotB},
	formKKKK:     {dstK | aK | bK, never, slotDst, slotA, slotB},
	formKTest:    {aK | bK, never, slotA, slotNone, slotB},
	formKKV:      {dstK | bV, never, slotDst, slotNone, slotB},
	formKKMV:     {dstK | bV, dstK | mem, slotDst, slotNone, slotB},
	formKKVM:     {dstK | aV | bV, dstK | aV | mem, slotDst, slotA, slotB},
	formVRM:      {dstV | bV, dstV | mem, slotDst, slotNone, slotB},
	formVRMem:    {never, dstV | mem, slotDst, slotNone, slotB},
	formVMR:      {dstV | bV, bV | mem, slotB, slotNone, slotDst},
	formVMRMem:   {never, bV | mem, slotB, slotNone, slotDst},
	formVMVR:     {never, aV | bV | mem, slotB, slotA, slotNone},
	formVRG:      {dstV | bG, dstV | mem, slotDst, slotNone, slotB},
	formVRGReg:   {dstV | bG, never, slotDst, slotNone, slotB},
	formVGR:      {dstG | bV, bV | mem, slotB, slotNone, slotDst},
	formVRK:      {dstV | bK, never, slotDst, slotNone, slotB},
	formVRVM:     {dstV | aV | bV, dstV | aV | mem, slotDst, slotA, slotB},
	formVRVMem:   {never, dstV | aV | mem, slotDst, slotA, slotB},
	formVRVR:     {dstV | aV | bV, never, slotDst, slotA, slotB},
	formVRVG:     {dstV | aV | bG, dstV | aV | mem, slotDst, slotA, slotB},
	formVRVMR:    {dstV | aV | bV | cV, dstV | aV | cV | mem, slotDst, slotA, slotB},
	formVVM:      {dstV | bV, dstV | mem, slotNone, slotDst, slotB},
	formVTest:    {aV | bV, aV | mem, slotA, slotNone, slotB},
	formVGather:  {never, dstV | mem, slotDst, slotNone, slotNone},
	formVGatherV: {never, dstV | aV | mem, slotDst, slotA, slotNone},
	formVScatter: {never, bV | mem, slotB, slotNone, slotNone},
	formVNone:    {0, never, slotNone, slotNone, slotNone},
}
