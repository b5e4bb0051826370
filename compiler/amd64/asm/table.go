package asm

// table is the one table of operations: encoder, printer, register allocation and tests read it. To add an operation,
// add its name to op.go and its row here, then run the tests of this package with -update and read the new lines of the
// golden file. The tests compare them with objdump's opinion.
var table = [OpCount]OpInfo{

	// Pseudo-operations: see inst.go.
	Label:    {Name: "label", flags: pseudo},
	Jmp:      {Name: "jmp", flags: pseudo},
	Jcc:      {Name: "jcc", flags: pseudo},
	MoveG:    {Name: "moveg", flags: pseudo},
	MoveV:    {Name: "movev", flags: pseudo},
	MoveK:    {Name: "movek", flags: pseudo},
	Undef:    {Name: "undef", flags: pseudo},
	Suspend:  {Name: "suspend", flags: pseudo},
	Call:     {Name: "call", flags: pseudo},
	Return:   {Name: "return", flags: pseudo, fixed: fixedReturn},
	Entry:    {Name: "entry", flags: pseudo, fixed: fixedEntry},
	Use:      {Name: "use", flags: pseudo},
	VecZero:  {Name: "veczero", flags: pseudo},
	MaskZero: {Name: "maskzero", flags: pseudo},
	MaskOnes: {Name: "maskones", flags: pseudo},

	// General registers: moves.
	Mov: {Name: "mov", encodings: []encoding{
		{formGRM, bytes, 0x8b, 0},
		{formGMR, bytes, 0x89, 0},
		{formGR, moveImm, 0xb8, 0},
		{formGM, bytes | imm32, 0xc7, 0},
	}},
	Movzxb: {Name: "movzx", encodings: []encoding{{formGRM, map0F | byteRM, 0xb6, 0}}},
	Movzxw: {Name: "movzx", encodings: []encoding{{formGRM, map0F | wordRM, 0xb7, 0}}},
	Movsxb: {Name: "movsx", encodings: []encoding{{formGRM, map0F | byteRM, 0xbe, 0}}},
	Movsxw: {Name: "movsx", encodings: []encoding{{formGRM, map0F | wordRM, 0xbf, 0}}},
	Movsxd: {Name: "movsxd", encodings: []encoding{{formGRM, doubleRM, 0x63, 0}}},
	Lea:    {Name: "lea", encodings: []encoding{{formGRMem, 0, 0x8d, 0}}},
	Xchg: {Name: "xchg", flags: dstRead | bWritten | memRead, encodings: []encoding{
		{formGRM, bytes, 0x87, 0},
		{formGMR, bytes, 0x87, 0},
	}},
	Setcc: {Name: "set", flags: dstRead, encodings: []encoding{
		{formGR, map0F | condition | byteRM | sizeless, 0x90, 0},
		{formGM, map0F | condition | byteRM | sizeless, 0x90, 0},
	}},
	Cmovcc: {Name: "cmov", flags: dstRead, encodings: []encoding{{formGRM, map0F | condition, 0x40, 0}}},

	// General registers: arithmetic. Dst op= B, the memory op= B, or either op= Imm; Cmp, Test and Bt compare A with B.
	Add: {Name: "add", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x03, 0},
		{formGMR, bytes, 0x01, 0},
		{formGR, bytes | immShort, 0x81, 0},
		{formGM, bytes | immShort, 0x81, 0},
	}},
	Or: {Name: "or", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x0b, 0},
		{formGMR, bytes, 0x09, 0},
		{formGR, bytes | immShort, 0x81, 1},
		{formGM, bytes | immShort, 0x81, 1},
	}},
	Adc: {Name: "adc", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x13, 0},
		{formGMR, bytes, 0x11, 0},
		{formGR, bytes | immShort, 0x81, 2},
		{formGM, bytes | immShort, 0x81, 2},
	}},
	Sbb: {Name: "sbb", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x1b, 0},
		{formGMR, bytes, 0x19, 0},
		{formGR, bytes | immShort, 0x81, 3},
		{formGM, bytes | immShort, 0x81, 3},
	}},
	And: {Name: "and", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x23, 0},
		{formGMR, bytes, 0x21, 0},
		{formGR, bytes | immShort, 0x81, 4},
		{formGM, bytes | immShort, 0x81, 4},
	}},
	Sub: {Name: "sub", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x2b, 0},
		{formGMR, bytes, 0x29, 0},
		{formGR, bytes | immShort, 0x81, 5},
		{formGM, bytes | immShort, 0x81, 5},
	}},
	Xor: {Name: "xor", flags: dstRead | memRead, encodings: []encoding{
		{formGRM, bytes, 0x33, 0},
		{formGMR, bytes, 0x31, 0},
		{formGR, bytes | immShort, 0x81, 6},
		{formGM, bytes | immShort, 0x81, 6},
	}},
	Cmp: {Name: "cmp", flags: memRead | memKept, encodings: []encoding{
		{formGTest, bytes, 0x3b, 0},
		{formGMR, bytes, 0x39, 0},
		{formGTestImm, bytes | immShort, 0x81, 7},
		{formGM, bytes | immShort, 0x81, 7},
	}},
	Test: {Name: "test", flags: memRead | memKept, encodings: []encoding{
		{formGTest, bytes, 0x85, 0},
		{formGMR, bytes, 0x85, 0},
		{formGTestImm, bytes | imm32, 0xf7, 0},
		{formGM, bytes | imm32, 0xf7, 0},
	}},
	Bt: {Name: "bt", flags: memRead | memKept, encodings: []encoding{
		{formGTestMR, map0F, 0xa3, 0},
		{formGTestImm, map0F | imm8, 0xba, 4},
		{formGM, map0F | imm8, 0xba, 4},
	}},
	Imul:     {Name: "imul", flags: dstRead, encodings: []encoding{{formGRM, map0F, 0xaf, 0}}},
	Imul3:    {Name: "imul", encodings: []encoding{{formGRM, immShort, 0x69, 0}}},
	MulWide:  {Name: "mul", fixed: fixedMul, encodings: []encoding{{formGB, bytes, 0xf7, 4}}},
	ImulWide: {Name: "imul", fixed: fixedMul, encodings: []encoding{{formGB, bytes, 0xf7, 5}}},
	Div:      {Name: "div", fixed: fixedDiv, encodings: []encoding{{formGB, bytes, 0xf7, 6}}},
	Idiv:     {Name: "idiv", fixed: fixedDiv, encodings: []encoding{{formGB, bytes, 0xf7, 7}}},
	Cdq:      {Name: "cdq", fixed: fixedSign, encodings: []encoding{{formGNone, sizeless, 0x99, 0}}},
	Cqo:      {Name: "cqo", fixed: fixedSign, encodings: []encoding{{formGNone, sizeless | wide, 0x99, 0}}},
	Neg: {Name: "neg", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes, 0xf7, 3},
		{formGM, bytes, 0xf7, 3},
	}},
	Not: {Name: "not", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes, 0xf7, 2},
		{formGM, bytes, 0xf7, 2},
	}},
	// what looks like ModRM is 0xc8 + r
	Bswap: {Name: "bswap", flags: dstRead, encodings: []encoding{
		{formGR, sized, 0x0f, 1},
	}},
	Rol: {Name: "rol", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes | imm8, 0xc1, 0},
		{formGM, bytes | imm8, 0xc1, 0},
	}},
	Ror: {Name: "ror", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes | imm8, 0xc1, 1},
		{formGM, bytes | imm8, 0xc1, 1},
	}},
	Shl: {Name: "shl", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes | imm8, 0xc1, 4},
		{formGM, bytes | imm8, 0xc1, 4},
	}},
	Shr: {Name: "shr", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes | imm8, 0xc1, 5},
		{formGM, bytes | imm8, 0xc1, 5},
	}},
	Sar: {Name: "sar", flags: dstRead | memRead, encodings: []encoding{
		{formGR, bytes | imm8, 0xc1, 7},
		{formGM, bytes | imm8, 0xc1, 7},
	}},
	RolCL: {Name: "rol", flags: dstRead | memRead, fixed: fixedShift, encodings: []encoding{
		{formGR, bytes, 0xd3, 0},
		{formGM, bytes, 0xd3, 0},
	}},
	RorCL: {Name: "ror", flags: dstRead | memRead, fixed: fixedShift, encodings: []encoding{
		{formGR, bytes, 0xd3, 1},
		{formGM, bytes, 0xd3, 1},
	}},
	ShlCL: {Name: "shl", flags: dstRead | memRead, fixed: fixedShift, encodings: []encoding{
		{formGR, bytes, 0xd3, 4},
		{formGM, bytes, 0xd3, 4},
	}},
	ShrCL: {Name: "shr", flags: dstRead | memRead, fixed: fixedShift, encodings: []encoding{
		{formGR, bytes, 0xd3, 5},
		{formGM, bytes, 0xd3, 5},
	}},
	SarCL: {Name: "sar", flags: dstRead | memRead, fixed: fixedShift, encodings: []encoding{
		{formGR, bytes, 0xd3, 7},
		{formGM, bytes, 0xd3, 7},
	}},

	// BMI: Shlx, Shrx, Sarx, Bzhi: Dst = B op A; Andn, Pext, Pdep: Dst = A op B; Blsr, Blsi: Dst = op B.
	Shlx:   {Name: "shlx", flags: countFirst, encodings: []encoding{{formGRVM, op66 | map38 | vexOK | sized, 0xf7, 0}}},
	Shrx:   {Name: "shrx", flags: countFirst, encodings: []encoding{{formGRVM, opF2 | map38 | vexOK | sized, 0xf7, 0}}},
	Sarx:   {Name: "sarx", flags: countFirst, encodings: []encoding{{formGRVM, opF3 | map38 | vexOK | sized, 0xf7, 0}}},
	Rorx:   {Name: "rorx", encodings: []encoding{{formGRM, opF2 | map3A | vexOK | sized | imm8, 0xf0, 0}}},
	Bzhi:   {Name: "bzhi", flags: countFirst, encodings: []encoding{{formGRVM, map38 | vexOK | sized, 0xf5, 0}}},
	Andn:   {Name: "andn", encodings: []encoding{{formGRVM, map38 | vexOK | sized, 0xf2, 0}}},
	Pext:   {Name: "pext", encodings: []encoding{{formGRVM, opF3 | map38 | vexOK | sized, 0xf5, 0}}},
	Pdep:   {Name: "pdep", encodings: []encoding{{formGRVM, opF2 | map38 | vexOK | sized, 0xf5, 0}}},
	Blsr:   {Name: "blsr", encodings: []encoding{{formGVM, map38 | vexOK | sized, 0xf3, 1}}},
	Blsi:   {Name: "blsi", encodings: []encoding{{formGVM, map38 | vexOK | sized, 0xf3, 3}}},
	Tzcnt:  {Name: "tzcnt", encodings: []encoding{{formGRM, opF3 | map0F, 0xbc, 0}}},
	Lzcnt:  {Name: "lzcnt", encodings: []encoding{{formGRM, opF3 | map0F, 0xbd, 0}}},
	Popcnt: {Name: "popcnt", encodings: []encoding{{formGRM, opF3 | map0F, 0xb8, 0}}},

	// Atomics: the memory, and B where it gives the old value back; Cmpxchg compares with RAX.
	Cmpxchg: {Name: "cmpxchg", flags: memRead, fixed: fixedCompare, encodings: []encoding{
		{formGMR, map0F | bytes, 0xb1, 0},
	}},
	Xadd: {Name: "xadd", flags: memRead | bWritten, encodings: []encoding{{formGMR, map0F | bytes, 0xc1, 0}}},
	LockCmpxchg: {Name: "lock cmpxchg", flags: memRead, fixed: fixedCompare, encodings: []encoding{
		{formGMR, map0F | bytes | locked, 0xb1, 0},
	}},
	LockXadd: {Name: "lock xadd", flags: memRead | bWritten, encodings: []encoding{
		{formGMR, map0F | bytes | locked, 0xc1, 0},
	}},
	LockAdd: {Name: "lock add", flags: memRead, encodings: []encoding{
		{formGMR, bytes | locked, 0x01, 0},
		{formGM, bytes | immShort | locked, 0x81, 0},
	}},
	LockOr: {Name: "lock or", flags: memRead, encodings: []encoding{
		{formGMR, bytes | locked, 0x09, 0},
		{formGM, bytes | immShort | locked, 0x81, 1},
	}},
	LockAnd: {Name: "lock and", flags: memRead, encodings: []encoding{
		{formGMR, bytes | locked, 0x21, 0},
		{formGM, bytes | immShort | locked, 0x81, 4},
	}},
	LockSub: {Name: "lock sub", flags: memRead, encodings: []encoding{
		{formGMR, bytes | locked, 0x29, 0},
		{formGM, bytes | immShort | locked, 0x81, 5},
	}},
	LockXor: {Name: "lock xor", flags: memRead, encodings: []encoding{
		{formGMR, bytes | locked, 0x31, 0},
		{formGM, bytes | immShort | locked, 0x81, 6},
	}},
	Mfence: {Name: "mfence", encodings: []encoding{{formGNone, map0F | sizeless | fence, 0xae, 0xf0}}},
	Sfence: {Name: "sfence", encodings: []encoding{{formGNone, map0F | sizeless | fence, 0xae, 0xf8}}},
	Lfence: {Name: "lfence", encodings: []encoding{{formGNone, map0F | sizeless | fence, 0xae, 0xe8}}},
	Pause:  {Name: "pause", encodings: []encoding{{formGNone, opF3 | sizeless, 0x90, 0}}},
	Rdtsc:  {Name: "rdtsc", fixed: fixedClock, encodings: []encoding{{formGNone, map0F | sizeless, 0x31, 0}}},
	Ud2:    {Name: "ud2", encodings: []encoding{{formGNone, map0F | sizeless, 0x0b, 0}}},
	Prefetcht0: {Name: "prefetcht0", flags: memRead | memKept, encodings: []encoding{
		{formGM, map0F | sizeless, 0x18, 1},
	}},

	// Mask registers. B, W, D, Q: 8, 16, 32, 64 bits.
	Kmovb: {Name: "kmovb", encodings: []encoding{
		{formKKM, op66 | map0F | vexOK | avx512, 0x90, 0},
		{formKMK, op66 | map0F | vexOK | avx512, 0x91, 0},
		{formKKG, op66 | map0F | vexOK | avx512, 0x92, 0},
		{formKGK, op66 | map0F | vexOK | avx512, 0x93, 0},
	}},
	Kmovw: {Name: "kmovw", encodings: []encoding{
		{formKKM, map0F | vexOK | avx512, 0x90, 0},
		{formKMK, map0F | vexOK | avx512, 0x91, 0},
		{formKKG, map0F | vexOK | avx512, 0x92, 0},
		{formKGK, map0F | vexOK | avx512, 0x93, 0},
	}},
	Kmovd: {Name: "kmovd", encodings: []encoding{
		{formKKM, op66 | vexW1 | map0F | vexOK | avx512, 0x90, 0},
		{formKMK, op66 | vexW1 | map0F | vexOK | avx512, 0x91, 0},
		{formKKG, opF2 | map0F | vexOK | avx512, 0x92, 0},
		{formKGK, opF2 | map0F | vexOK | avx512, 0x93, 0},
	}},
	Kmovq: {Name: "kmovq", encodings: []encoding{
		{formKKM, vexW1 | map0F | vexOK | avx512, 0x90, 0},
		{formKMK, vexW1 | map0F | vexOK | avx512, 0x91, 0},
		{formKKG, opF2 | vexW1 | map0F | vexOK | avx512, 0x92, 0},
		{formKGK, opF2 | vexW1 | map0F | vexOK | avx512, 0x93, 0},
	}},
	Kandb: {Name: "kandb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x41, 0}}},
	Kandw: {Name: "kandw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x41, 0}}},
	Kandd: {Name: "kandd", encodings: []encoding{
		{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x41, 0},
	}},
	Kandq:  {Name: "kandq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x41, 0}}},
	Kandnb: {Name: "kandnb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x42, 0}}},
	Kandnw: {Name: "kandnw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x42, 0}}},
	Kandnd: {Name: "kandnd", encodings: []encoding{
		{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x42, 0},
	}},
	Kandnq: {Name: "kandnq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x42, 0}}},
	Korb:   {Name: "korb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x45, 0}}},
	Korw:   {Name: "korw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x45, 0}}},
	Kord:   {Name: "kord", encodings: []encoding{{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x45, 0}}},
	Korq:   {Name: "korq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x45, 0}}},
	Kxnorb: {Name: "kxnorb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x46, 0}}},
	Kxnorw: {Name: "kxnorw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x46, 0}}},
	Kxnord: {Name: "kxnord", encodings: []encoding{
		{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x46, 0},
	}},
	Kxnorq: {Name: "kxnorq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x46, 0}}},
	Kxorb:  {Name: "kxorb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x47, 0}}},
	Kxorw:  {Name: "kxorw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x47, 0}}},
	Kxord: {Name: "kxord", encodings: []encoding{
		{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x47, 0},
	}},
	Kxorq: {Name: "kxorq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x47, 0}}},
	Kaddb: {Name: "kaddb", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x4a, 0}}},
	Kaddw: {Name: "kaddw", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x4a, 0}}},
	Kaddd: {Name: "kaddd", encodings: []encoding{
		{formKKKK, op66 | vexW1 | map0F | vexOK | avx512 | vexL1, 0x4a, 0},
	}},
	Kaddq:    {Name: "kaddq", encodings: []encoding{{formKKKK, vexW1 | map0F | vexOK | avx512 | vexL1, 0x4a, 0}}},
	Knotb:    {Name: "knotb", encodings: []encoding{{formKKK, op66 | map0F | vexOK | avx512, 0x44, 0}}},
	Knotw:    {Name: "knotw", encodings: []encoding{{formKKK, map0F | vexOK | avx512, 0x44, 0}}},
	Knotd:    {Name: "knotd", encodings: []encoding{{formKKK, op66 | vexW1 | map0F | vexOK | avx512, 0x44, 0}}},
	Knotq:    {Name: "knotq", encodings: []encoding{{formKKK, vexW1 | map0F | vexOK | avx512, 0x44, 0}}},
	Kortestb: {Name: "kortestb", encodings: []encoding{{formKTest, op66 | map0F | vexOK | avx512, 0x98, 0}}},
	Kortestw: {Name: "kortestw", encodings: []encoding{{formKTest, map0F | vexOK | avx512, 0x98, 0}}},
	Kortestd: {Name: "kortestd", encodings: []encoding{{formKTest, op66 | vexW1 | map0F | vexOK | avx512, 0x98, 0}}},
	Kortestq: {Name: "kortestq", encodings: []encoding{{formKTest, vexW1 | map0F | vexOK | avx512, 0x98, 0}}},
	Ktestb:   {Name: "ktestb", encodings: []encoding{{formKTest, op66 | map0F | vexOK | avx512, 0x99, 0}}},
	Ktestw:   {Name: "ktestw", encodings: []encoding{{formKTest, map0F | vexOK | avx512, 0x99, 0}}},
	Ktestd:   {Name: "ktestd", encodings: []encoding{{formKTest, op66 | vexW1 | map0F | vexOK | avx512, 0x99, 0}}},
	Ktestq:   {Name: "ktestq", encodings: []encoding{{formKTest, vexW1 | map0F | vexOK | avx512, 0x99, 0}}},
	Kshiftrb: {Name: "kshiftrb", encodings: []encoding{{formKKK, op66 | map3A | vexOK | avx512 | imm8, 0x30, 0}}},
	Kshiftrw: {Name: "kshiftrw", encodings: []encoding{
		{formKKK, op66 | map3A | vexOK | avx512 | imm8 | vexW1, 0x30, 0},
	}},
	Kshiftrd: {Name: "kshiftrd", encodings: []encoding{{formKKK, op66 | map3A | vexOK | avx512 | imm8, 0x31, 0}}},
	Kshiftrq: {Name: "kshiftrq", encodings: []encoding{
		{formKKK, op66 | map3A | vexOK | avx512 | imm8 | vexW1, 0x31, 0},
	}},
	Kshiftlb: {Name: "kshiftlb", encodings: []encoding{{formKKK, op66 | map3A | vexOK | avx512 | imm8, 0x32, 0}}},
	Kshiftlw: {Name: "kshiftlw", encodings: []encoding{
		{formKKK, op66 | map3A | vexOK | avx512 | imm8 | vexW1, 0x32, 0},
	}},
	Kshiftld: {Name: "kshiftld", encodings: []encoding{{formKKK, op66 | map3A | vexOK | avx512 | imm8, 0x33, 0}}},
	Kshiftlq: {Name: "kshiftlq", encodings: []encoding{
		{formKKK, op66 | map3A | vexOK | avx512 | imm8 | vexW1, 0x33, 0},
	}},
	Kunpckbw: {Name: "kunpckbw", encodings: []encoding{{formKKKK, op66 | map0F | vexOK | avx512 | vexL1, 0x4b, 0}}},
	Kunpckwd: {Name: "kunpckwd", encodings: []encoding{{formKKKK, map0F | vexOK | avx512 | vexL1, 0x4b, 0}}},
	Kunpckdq: {Name: "kunpckdq", encodings: []encoding{{formKKKK, map0F | vexW1 | vexOK | avx512 | vexL1, 0x4b, 0}}},

	// Vector moves.
	Vmovups: {Name: "vmovups", encodings: []encoding{
		{formVRM, both | map0F | tupleFullMem | elem4, 0x10, 0},
		{formVMR, both | map0F | tupleFullMem | elem4, 0x11, 0},
	}},
	Vmovupd: {Name: "vmovupd", encodings: []encoding{
		{formVRM, both | op66 | map0F | evexW1 | tupleFullMem | elem8, 0x10, 0},
		{formVMR, both | op66 | map0F | evexW1 | tupleFullMem | elem8, 0x11, 0},
	}},
	Vmovaps: {Name: "vmovaps", encodings: []encoding{
		{formVRM, both | map0F | tupleFullMem | elem4, 0x28, 0},
		{formVMR, both | map0F | tupleFullMem | elem4, 0x29, 0},
	}},
	Vmovapd: {Name: "vmovapd", encodings: []encoding{
		{formVRM, both | op66 | map0F | evexW1 | tupleFullMem | elem8, 0x28, 0},
		{formVMR, both | op66 | map0F | evexW1 | tupleFullMem | elem8, 0x29, 0},
	}},
	Vmovdqu8: {Name: "vmovdqu8", encodings: []encoding{
		{formVRM, opF2 | map0F | evexOK | tupleFullMem | elem1, 0x6f, 0},
		{formVMR, opF2 | map0F | evexOK | tupleFullMem | elem1, 0x7f, 0},
	}},
	Vmovdqu16: {Name: "vmovdqu16", encodings: []encoding{
		{formVRM, opF2 | map0F | evexOK | tupleFullMem | elem2 | evexW1, 0x6f, 0},
		{formVMR, opF2 | map0F | evexOK | tupleFullMem | elem2 | evexW1, 0x7f, 0},
	}},
	Vmovdqu32: {Name: "vmovdqu32", vexName: "vmovdqu", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFullMem | elem4, 0x6f, 0},
		{formVMR, both | opF3 | map0F | tupleFullMem | elem4, 0x7f, 0},
	}},
	Vmovdqu64: {Name: "vmovdqu64", vexName: "vmovdqu", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFullMem | elem8 | evexW1, 0x6f, 0},
		{formVMR, both | opF3 | map0F | tupleFullMem | elem8 | evexW1, 0x7f, 0},
	}},
	Vmovdqa32: {Name: "vmovdqa32", vexName: "vmovdqa", encodings: []encoding{
		{formVRM, both | op66 | map0F | tupleFullMem | elem4, 0x6f, 0},
		{formVMR, both | op66 | map0F | tupleFullMem | elem4, 0x7f, 0},
	}},
	Vmovdqa64: {Name: "vmovdqa64", vexName: "vmovdqa", encodings: []encoding{
		{formVRM, both | op66 | map0F | tupleFullMem | elem8 | evexW1, 0x6f, 0},
		{formVMR, both | op66 | map0F | tupleFullMem | elem8 | evexW1, 0x7f, 0},
	}},
	Vmovdqu: {Name: "vmovdqu", encodings: []encoding{
		{formVRM, opF3 | map0F | vexOK | tupleFullMem | elem4, 0x6f, 0},
		{formVMR, opF3 | map0F | vexOK | tupleFullMem | elem4, 0x7f, 0},
	}},
	Vmovdqa: {Name: "vmovdqa", encodings: []encoding{
		{formVRM, op66 | map0F | vexOK | tupleFullMem | elem4, 0x6f, 0},
		{formVMR, op66 | map0F | vexOK | tupleFullMem | elem4, 0x7f, 0},
	}},
	Vmovntps: {Name: "vmovntps", encodings: []encoding{
		{formVMRMem, both | map0F | tupleFullMem | elem4 | maskless, 0x2b, 0},
	}},
	Vmovntdq: {Name: "vmovntdq", encodings: []encoding{
		{formVMRMem, both | op66 | map0F | tupleFullMem | elem4 | maskless, 0xe7, 0},
	}},
	Vmovntdqa: {Name: "vmovntdqa", encodings: []encoding{
		{formVRMem, both | op66 | map38 | tupleFullMem | elem4 | maskless, 0x2a, 0},
	}},
	Vmovss: {Name: "vmovss", encodings: []encoding{
		{formVRMem, scalarSS, 0x10, 0},
		{formVMRMem, scalarSS, 0x11, 0},
		{formVRVR, scalarSS, 0x10, 0},
	}},
	Vmovsd: {Name: "vmovsd", encodings: []encoding{
		{formVRMem, scalarSD, 0x10, 0},
		{formVMRMem, scalarSD, 0x11, 0},
		{formVRVR, scalarSD, 0x10, 0},
	}},
	Vmovhps: {Name: "vmovhps", encodings: []encoding{
		{formVRVMem, both | map0F | scalar | tupleTwo | elem4 | maskless, 0x16, 0},
		{formVMRMem, both | map0F | scalar | tupleTwo | elem4 | maskless, 0x17, 0},
	}},
	Vmovd: {Name: "vmovd", encodings: []encoding{
		{formVRG, both | op66 | map0F | scalar | tupleOne | elem4 | maskless, 0x6e, 0},
		{formVGR, both | op66 | map0F | scalar | tupleOne | elem4 | maskless, 0x7e, 0},
	}},
	Vmovq: {Name: "vmovq", encodings: []encoding{
		{formVRG, both | op66 | map0F | vexW1 | evexW1 | scalar | tupleOne | elem8 | maskless, 0x6e, 0},
		{formVGR, both | op66 | map0F | vexW1 | evexW1 | scalar | tupleOne | elem8 | maskless, 0x7e, 0},
	}},
	Vpinsrb: {Name: "vpinsrb", encodings: []encoding{
		{formVRVG, both | op66 | map3A | scalar | tupleOne | elem1 | maskless | imm8, 0x20, 0},
	}},
	Vpinsrw: {Name: "vpinsrw", encodings: []encoding{
		{formVRVG, both | op66 | map0F | scalar | tupleOne | elem2 | maskless | imm8, 0xc4, 0},
	}},
	Vpinsrd: {Name: "vpinsrd", encodings: []encoding{
		{formVRVG, both | op66 | map3A | scalar | tupleOne | elem4 | maskless | imm8, 0x22, 0},
	}},
	Vpinsrq: {Name: "vpinsrq", encodings: []encoding{
		{formVRVG, both | op66 | map3A | vexW1 | evexW1 | scalar | tupleOne | elem8 | maskless | imm8, 0x22, 0},
	}},
	Vpextrb: {Name: "vpextrb", encodings: []encoding{
		{formVGR, both | op66 | map3A | scalar | tupleOne | elem1 | maskless | imm8, 0x14, 0},
	}},
	Vpextrw: {Name: "vpextrw", encodings: []encoding{
		{formVGR, both | op66 | map3A | scalar | tupleOne | elem2 | maskless | imm8, 0x15, 0},
	}},
	Vpextrd: {Name: "vpextrd", encodings: []encoding{
		{formVGR, both | op66 | map3A | scalar | tupleOne | elem4 | maskless | imm8, 0x16, 0},
	}},
	Vpextrq: {Name: "vpextrq", encodings: []encoding{
		{formVGR, both | op66 | map3A | vexW1 | evexW1 | scalar | tupleOne | elem8 | maskless | imm8, 0x16, 0},
	}},
	Vmaskmovps: {Name: "vmaskmovps", encodings: []encoding{
		{formVRVMem, op66 | map38 | vexOK | tupleFullMem | elem4, 0x2c, 0},
		{formVMVR, op66 | map38 | vexOK | tupleFullMem | elem4, 0x2e, 0},
	}},
	Vmaskmovpd: {Name: "vmaskmovpd", encodings: []encoding{
		{formVRVMem, op66 | map38 | vexOK | tupleFullMem | elem8, 0x2d, 0},
		{formVMVR, op66 | map38 | vexOK | tupleFullMem | elem8, 0x2f, 0},
	}},
	Vpmaskmovd: {Name: "vpmaskmovd", encodings: []encoding{
		{formVRVMem, op66 | map38 | vexOK | tupleFullMem | elem4, 0x8c, 0},
		{formVMVR, op66 | map38 | vexOK | tupleFullMem | elem4, 0x8e, 0},
	}},
	Vpmaskmovq: {Name: "vpmaskmovq", encodings: []encoding{
		{formVRVMem, op66 | map38 | vexOK | tupleFullMem | elem8 | vexW1, 0x8c, 0},
		{formVMVR, op66 | map38 | vexOK | tupleFullMem | elem8 | vexW1, 0x8e, 0},
	}},
	Vbroadcastss: {Name: "vbroadcastss", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem4, 0x18, 0},
	}},
	Vbroadcastsd: {Name: "vbroadcastsd", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem8 | evexW1 | no128, 0x19, 0},
	}},
	Vpbroadcastb: {Name: "vpbroadcastb", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem1, 0x78, 0},
		{formVRGReg, op66 | map38 | evexOK | tupleOne | elem1, 0x7a, 0},
	}},
	Vpbroadcastw: {Name: "vpbroadcastw", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem2, 0x79, 0},
		{formVRGReg, op66 | map38 | evexOK | tupleOne | elem2, 0x7b, 0},
	}},
	Vpbroadcastd: {Name: "vpbroadcastd", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem4, 0x58, 0},
		{formVRGReg, op66 | map38 | evexOK | tupleOne | elem4, 0x7c, 0},
	}},
	Vpbroadcastq: {Name: "vpbroadcastq", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleOne | elem8 | evexW1, 0x59, 0},
		{formVRGReg, op66 | map38 | evexOK | tupleOne | elem8 | evexW1, 0x7c, 0},
	}},
	Vbroadcasti32x4: {Name: "vbroadcasti32x4", vexName: "vbroadcasti128", encodings: []encoding{
		{formVRMem, both | op66 | map38 | tupleFour | elem4 | no128, 0x5a, 0},
	}},
	Vbroadcasti64x4: {Name: "vbroadcasti64x4", encodings: []encoding{
		{formVRMem, op66 | map38 | evexOK | tupleFour | elem8 | evexW1 | only512, 0x5b, 0},
	}},
	Vbroadcastf32x4: {Name: "vbroadcastf32x4", vexName: "vbroadcastf128", encodings: []encoding{
		{formVRMem, both | op66 | map38 | tupleFour | elem4 | no128, 0x1a, 0},
	}},
	Vpmovm2b: {Name: "vpmovm2b", encodings: []encoding{{formVRK, opF3 | map38 | evexOK | maskless, 0x28, 0}}},
	Vpmovm2w: {Name: "vpmovm2w", encodings: []encoding{
		{formVRK, opF3 | map38 | evexOK | maskless | evexW1, 0x28, 0},
	}},
	Vpmovm2d: {Name: "vpmovm2d", encodings: []encoding{{formVRK, opF3 | map38 | evexOK | maskless, 0x38, 0}}},
	Vpmovm2q: {Name: "vpmovm2q", encodings: []encoding{
		{formVRK, opF3 | map38 | evexOK | maskless | evexW1, 0x38, 0},
	}},
	Vpmovb2m: {Name: "vpmovb2m", encodings: []encoding{{formKKV, opF3 | map38 | evexOK | maskless, 0x29, 0}}},
	Vpmovw2m: {Name: "vpmovw2m", encodings: []encoding{
		{formKKV, opF3 | map38 | evexOK | maskless | evexW1, 0x29, 0},
	}},
	Vpmovd2m: {Name: "vpmovd2m", encodings: []encoding{{formKKV, opF3 | map38 | evexOK | maskless, 0x39, 0}}},
	Vpmovq2m: {Name: "vpmovq2m", encodings: []encoding{
		{formKKV, opF3 | map38 | evexOK | maskless | evexW1, 0x39, 0},
	}},
	Vmovmskps: {Name: "vmovmskps", encodings: []encoding{{formGGV, map0F | vexOK, 0x50, 0}}},
	Vmovmskpd: {Name: "vmovmskpd", encodings: []encoding{{formGGV, op66 | map0F | vexOK, 0x50, 0}}},
	Vpmovmskb: {Name: "vpmovmskb", encodings: []encoding{{formGGV, op66 | map0F | vexOK, 0xd7, 0}}},
	Vpmovsxbw: {Name: "vpmovsxbw", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x20, 0}}},
	Vpmovsxbd: {Name: "vpmovsxbd", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleQuarterMem, 0x21, 0},
	}},
	Vpmovsxbq: {Name: "vpmovsxbq", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleEighthMem, 0x22, 0},
	}},
	Vpmovsxwd: {Name: "vpmovsxwd", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x23, 0}}},
	Vpmovsxwq: {Name: "vpmovsxwq", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleQuarterMem, 0x24, 0},
	}},
	Vpmovsxdq: {Name: "vpmovsxdq", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x25, 0}}},
	Vpmovzxbw: {Name: "vpmovzxbw", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x30, 0}}},
	Vpmovzxbd: {Name: "vpmovzxbd", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleQuarterMem, 0x31, 0},
	}},
	Vpmovzxbq: {Name: "vpmovzxbq", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleEighthMem, 0x32, 0},
	}},
	Vpmovzxwd: {Name: "vpmovzxwd", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x33, 0}}},
	Vpmovzxwq: {Name: "vpmovzxwq", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleQuarterMem, 0x34, 0},
	}},
	Vpmovzxdq: {Name: "vpmovzxdq", encodings: []encoding{{formVRM, both | op66 | map38 | tupleHalfMem, 0x35, 0}}},
	Vpmovwb:   {Name: "vpmovwb", encodings: []encoding{{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x30, 0}}},
	Vpmovdb: {Name: "vpmovdb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x31, 0},
	}},
	Vpmovqb: {Name: "vpmovqb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleEighthMem, 0x32, 0},
	}},
	Vpmovdw: {Name: "vpmovdw", encodings: []encoding{{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x33, 0}}},
	Vpmovqw: {Name: "vpmovqw", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x34, 0},
	}},
	Vpmovqd: {Name: "vpmovqd", encodings: []encoding{{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x35, 0}}},
	Vpmovswb: {Name: "vpmovswb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x20, 0},
	}},
	Vpmovsdb: {Name: "vpmovsdb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x21, 0},
	}},
	Vpmovsqb: {Name: "vpmovsqb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleEighthMem, 0x22, 0},
	}},
	Vpmovsdw: {Name: "vpmovsdw", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x23, 0},
	}},
	Vpmovsqw: {Name: "vpmovsqw", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x24, 0},
	}},
	Vpmovsqd: {Name: "vpmovsqd", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x25, 0},
	}},
	Vpmovuswb: {Name: "vpmovuswb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x10, 0},
	}},
	Vpmovusdb: {Name: "vpmovusdb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x11, 0},
	}},
	Vpmovusqb: {Name: "vpmovusqb", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleEighthMem, 0x12, 0},
	}},
	Vpmovusdw: {Name: "vpmovusdw", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x13, 0},
	}},
	Vpmovusqw: {Name: "vpmovusqw", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleQuarterMem, 0x14, 0},
	}},
	Vpmovusqd: {Name: "vpmovusqd", encodings: []encoding{
		{formVMR, opF3 | map38 | evexOK | tupleHalfMem, 0x15, 0},
	}},
	Vextracti32x4: {Name: "vextracti32x4", vexName: "vextracti128", encodings: []encoding{
		{formVMR, both | op66 | map3A | tupleFour | elem4 | no128 | imm8, 0x39, 0},
	}},
	Vextracti64x2: {Name: "vextracti64x2", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | evexW1 | tupleTwo | elem8 | no128 | imm8, 0x39, 0},
	}},
	Vextracti32x8: {Name: "vextracti32x8", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | tupleEight | elem4 | only512 | imm8, 0x3b, 0},
	}},
	Vextracti64x4: {Name: "vextracti64x4", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | evexW1 | tupleFour | elem8 | only512 | imm8, 0x3b, 0},
	}},
	Vinserti32x4: {Name: "vinserti32x4", vexName: "vinserti128", encodings: []encoding{
		{formVRVM, both | op66 | map3A | tupleFour | elem4 | no128 | imm8, 0x38, 0},
	}},
	Vinserti64x2: {Name: "vinserti64x2", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleTwo | elem8 | no128 | imm8, 0x38, 0},
	}},
	Vinserti32x8: {Name: "vinserti32x8", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleEight | elem4 | only512 | imm8, 0x3a, 0},
	}},
	Vinserti64x4: {Name: "vinserti64x4", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFour | elem8 | only512 | imm8, 0x3a, 0},
	}},
	Vextracti128: {Name: "vextracti128", encodings: []encoding{
		{formVMR, op66 | map3A | vexOK | tupleFour | elem4 | no128 | imm8, 0x39, 0},
	}},
	Vinserti128: {Name: "vinserti128", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFour | elem4 | no128 | imm8, 0x38, 0},
	}},
	Vextractf32x4: {Name: "vextractf32x4", vexName: "vextractf128", encodings: []encoding{
		{formVMR, both | op66 | map3A | tupleFour | elem4 | no128 | imm8, 0x19, 0},
	}},
	Vextractf64x2: {Name: "vextractf64x2", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | evexW1 | tupleTwo | elem8 | no128 | imm8, 0x19, 0},
	}},
	Vextractf32x8: {Name: "vextractf32x8", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | tupleEight | elem4 | only512 | imm8, 0x1b, 0},
	}},
	Vextractf64x4: {Name: "vextractf64x4", encodings: []encoding{
		{formVMR, op66 | map3A | evexOK | evexW1 | tupleFour | elem8 | only512 | imm8, 0x1b, 0},
	}},
	Vinsertf32x4: {Name: "vinsertf32x4", vexName: "vinsertf128", encodings: []encoding{
		{formVRVM, both | op66 | map3A | tupleFour | elem4 | no128 | imm8, 0x18, 0},
	}},
	Vinsertf64x2: {Name: "vinsertf64x2", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleTwo | elem8 | no128 | imm8, 0x18, 0},
	}},
	Vinsertf32x8: {Name: "vinsertf32x8", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleEight | elem4 | only512 | imm8, 0x1a, 0},
	}},
	Vinsertf64x4: {Name: "vinsertf64x4", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFour | elem8 | only512 | imm8, 0x1a, 0},
	}},
	Vextractf128: {Name: "vextractf128", encodings: []encoding{
		{formVMR, op66 | map3A | vexOK | tupleFour | elem4 | no128 | imm8, 0x19, 0},
	}},
	Vinsertf128: {Name: "vinsertf128", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFour | elem4 | no128 | imm8, 0x18, 0},
	}},

	// Permutations. Vpermq, Vpermpd, Vpermilps and Vpermilpd: by A, or without A by Imm.
	Vpermb: {Name: "vpermb", Feature: VBMI, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFullMem | elem1, 0x8d, 0},
	}},
	Vpermw: {Name: "vpermw", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x8d, 0},
	}},
	Vpermd: {Name: "vpermd", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | no128, 0x36, 0},
	}},
	Vpermps: {Name: "vpermps", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | no128, 0x16, 0},
	}},
	Vpermq: {Name: "vpermq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8 | no128, 0x36, 0},
		{formVRM, both | op66 | map3A | vexW1 | evexW1 | tupleFull | elem8 | no128 | imm8, 0x00, 0},
	}},
	Vpermpd: {Name: "vpermpd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8 | no128, 0x16, 0},
		{formVRM, both | op66 | map3A | vexW1 | evexW1 | tupleFull | elem8 | no128 | imm8, 0x01, 0},
	}},
	Vpermilps: {Name: "vpermilps", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x0c, 0},
		{formVRM, both | op66 | map3A | tupleFull | elem4 | imm8, 0x04, 0},
	}},
	Vpermilpd: {Name: "vpermilpd", encodings: []encoding{
		{formVRVM, both | op66 | map38 | evexW1 | tupleFull | elem8, 0x0d, 0},
		{formVRM, both | op66 | map3A | evexW1 | tupleFull | elem8 | imm8, 0x05, 0},
	}},
	Vpermi2w: {Name: "vpermi2w", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x75, 0},
	}},
	Vpermi2d: {Name: "vpermi2d", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x76, 0},
	}},
	Vpermi2q: {Name: "vpermi2q", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x76, 0},
	}},
	Vpermi2ps: {Name: "vpermi2ps", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x77, 0},
	}},
	Vpermi2pd: {Name: "vpermi2pd", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x77, 0},
	}},
	Vpermt2w: {Name: "vpermt2w", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x7d, 0},
	}},
	Vpermt2d: {Name: "vpermt2d", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x7e, 0},
	}},
	Vpermt2q: {Name: "vpermt2q", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x7e, 0},
	}},
	Vpermt2ps: {Name: "vpermt2ps", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x7f, 0},
	}},
	Vpermt2pd: {Name: "vpermt2pd", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x7f, 0},
	}},
	Vpshufd: {Name: "vpshufd", encodings: []encoding{{formVRM, lanes32 | imm8, 0x70, 0}}},
	Vmovshdup: {Name: "vmovshdup", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFullMem | elem4, 0x16, 0},
	}},
	Vmovsldup: {Name: "vmovsldup", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFullMem | elem4, 0x12, 0},
	}},
	Vpshufhw: {Name: "vpshufhw", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFullMem | elem2 | imm8, 0x70, 0},
	}},
	Vpshuflw: {Name: "vpshuflw", encodings: []encoding{
		{formVRM, both | opF2 | map0F | tupleFullMem | elem2 | imm8, 0x70, 0},
	}},
	Vpshufb: {Name: "vpshufb", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem1, 0x00, 0},
	}},
	Vshufps:     {Name: "vshufps", encodings: []encoding{{formVRVM, singles | imm8, 0xc6, 0}}},
	Vshufpd:     {Name: "vshufpd", encodings: []encoding{{formVRVM, lanes64 | imm8, 0xc6, 0}}},
	Vunpcklps:   {Name: "vunpcklps", encodings: []encoding{{formVRVM, singles, 0x14, 0}}},
	Vunpcklpd:   {Name: "vunpcklpd", encodings: []encoding{{formVRVM, lanes64, 0x14, 0}}},
	Vunpckhps:   {Name: "vunpckhps", encodings: []encoding{{formVRVM, singles, 0x15, 0}}},
	Vunpckhpd:   {Name: "vunpckhpd", encodings: []encoding{{formVRVM, lanes64, 0x15, 0}}},
	Vpunpcklbw:  {Name: "vpunpcklbw", encodings: []encoding{{formVRVM, lanes8, 0x60, 0}}},
	Vpunpcklwd:  {Name: "vpunpcklwd", encodings: []encoding{{formVRVM, lanes16, 0x61, 0}}},
	Vpunpckldq:  {Name: "vpunpckldq", encodings: []encoding{{formVRVM, lanes32, 0x62, 0}}},
	Vpunpcklqdq: {Name: "vpunpcklqdq", encodings: []encoding{{formVRVM, lanes64, 0x6c, 0}}},
	Vpunpckhbw:  {Name: "vpunpckhbw", encodings: []encoding{{formVRVM, lanes8, 0x68, 0}}},
	Vpunpckhwd:  {Name: "vpunpckhwd", encodings: []encoding{{formVRVM, lanes16, 0x69, 0}}},
	Vpunpckhdq:  {Name: "vpunpckhdq", encodings: []encoding{{formVRVM, lanes32, 0x6a, 0}}},
	Vpunpckhqdq: {Name: "vpunpckhqdq", encodings: []encoding{{formVRVM, lanes64, 0x6d, 0}}},
	Vpacksswb:   {Name: "vpacksswb", encodings: []encoding{{formVRVM, lanes8, 0x63, 0}}},
	Vpackuswb:   {Name: "vpackuswb", encodings: []encoding{{formVRVM, lanes8, 0x67, 0}}},
	Vpackssdw:   {Name: "vpackssdw", encodings: []encoding{{formVRVM, lanes32, 0x6b, 0}}},
	Vpackusdw: {Name: "vpackusdw", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x2b, 0},
	}},
	Valignd: {Name: "valignd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x03, 0},
	}},
	Valignq: {Name: "valignq", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x03, 0},
	}},
	Vpalignr: {Name: "vpalignr", encodings: []encoding{
		{formVRVM, both | op66 | map3A | tupleFullMem | elem1 | imm8, 0x0f, 0},
	}},
	Vperm2i128: {Name: "vperm2i128", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | no128 | imm8, 0x46, 0},
	}},
	Vperm2f128: {Name: "vperm2f128", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | no128 | imm8, 0x06, 0},
	}},
	Vshufi32x4: {Name: "vshufi32x4", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | no128 | imm8, 0x43, 0},
	}},
	Vshufi64x2: {Name: "vshufi64x2", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | no128 | imm8, 0x43, 0},
	}},
	Vshuff32x4: {Name: "vshuff32x4", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | no128 | imm8, 0x23, 0},
	}},
	Vshuff64x2: {Name: "vshuff64x2", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | no128 | imm8, 0x23, 0},
	}},

	// Selection. Vpblendvb, Vblendvps, Vblendvpd: by the top bits of C; Vpblendm, Vblendm: B where Mask is set, else A
	// (or zero).
	Vpblendvb: {Name: "vpblendvb", encodings: []encoding{{formVRVMR, op66 | map3A | vexOK | tupleFullMem, 0x4c, 0}}},
	Vblendvps: {Name: "vblendvps", encodings: []encoding{{formVRVMR, op66 | map3A | vexOK | tupleFullMem, 0x4a, 0}}},
	Vblendvpd: {Name: "vblendvpd", encodings: []encoding{{formVRVMR, op66 | map3A | vexOK | tupleFullMem, 0x4b, 0}}},
	Vpblendd: {Name: "vpblendd", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | imm8, 0x02, 0},
	}},
	Vpblendw: {Name: "vpblendw", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | imm8, 0x0e, 0},
	}},
	Vblendps: {Name: "vblendps", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | imm8, 0x0c, 0},
	}},
	Vblendpd: {Name: "vblendpd", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | tupleFullMem | imm8, 0x0d, 0},
	}},
	Vpblendmb: {Name: "vpblendmb", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFullMem | elem1, 0x66, 0},
	}},
	Vpblendmw: {Name: "vpblendmw", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x66, 0},
	}},
	Vpblendmd: {Name: "vpblendmd", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x64, 0},
	}},
	Vpblendmq: {Name: "vpblendmq", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x64, 0},
	}},
	Vblendmps: {Name: "vblendmps", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x65, 0},
	}},
	Vblendmpd: {Name: "vblendmpd", flags: maskSelects, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x65, 0},
	}},
	Vpcompressd: {Name: "vpcompressd", encodings: []encoding{
		{formVMR, op66 | map38 | evexOK | tupleOne | rmWhole | elem4, 0x8b, 0},
	}},
	Vpcompressq: {Name: "vpcompressq", encodings: []encoding{
		{formVMR, op66 | map38 | evexOK | tupleOne | rmWhole | evexW1 | elem8, 0x8b, 0},
	}},
	Vcompressps: {Name: "vcompressps", encodings: []encoding{
		{formVMR, op66 | map38 | evexOK | tupleOne | rmWhole | elem4, 0x8a, 0},
	}},
	Vcompresspd: {Name: "vcompresspd", encodings: []encoding{
		{formVMR, op66 | map38 | evexOK | tupleOne | rmWhole | evexW1 | elem8, 0x8a, 0},
	}},
	Vpexpandd: {Name: "vpexpandd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleOne | rmWhole | elem4, 0x89, 0},
	}},
	Vpexpandq: {Name: "vpexpandq", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleOne | rmWhole | evexW1 | elem8, 0x89, 0},
	}},
	Vexpandps: {Name: "vexpandps", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleOne | rmWhole | elem4, 0x88, 0},
	}},
	Vexpandpd: {Name: "vexpandpd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleOne | rmWhole | evexW1 | elem8, 0x88, 0},
	}},

	// Floating-point arithmetic.
	Vaddps:  {Name: "vaddps", encodings: []encoding{{formVRVM, singles | rounds, 0x58, 0}}},
	Vaddpd:  {Name: "vaddpd", encodings: []encoding{{formVRVM, lanes64 | rounds, 0x58, 0}}},
	Vaddss:  {Name: "vaddss", encodings: []encoding{{formVRVM, scalarSS | rounds, 0x58, 0}}},
	Vaddsd:  {Name: "vaddsd", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x58, 0}}},
	Vmulps:  {Name: "vmulps", encodings: []encoding{{formVRVM, singles | rounds, 0x59, 0}}},
	Vmulpd:  {Name: "vmulpd", encodings: []encoding{{formVRVM, lanes64 | rounds, 0x59, 0}}},
	Vmulss:  {Name: "vmulss", encodings: []encoding{{formVRVM, scalarSS | rounds, 0x59, 0}}},
	Vmulsd:  {Name: "vmulsd", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x59, 0}}},
	Vsubps:  {Name: "vsubps", encodings: []encoding{{formVRVM, singles | rounds, 0x5c, 0}}},
	Vsubpd:  {Name: "vsubpd", encodings: []encoding{{formVRVM, lanes64 | rounds, 0x5c, 0}}},
	Vsubss:  {Name: "vsubss", encodings: []encoding{{formVRVM, scalarSS | rounds, 0x5c, 0}}},
	Vsubsd:  {Name: "vsubsd", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x5c, 0}}},
	Vdivps:  {Name: "vdivps", encodings: []encoding{{formVRVM, singles | rounds, 0x5e, 0}}},
	Vdivpd:  {Name: "vdivpd", encodings: []encoding{{formVRVM, lanes64 | rounds, 0x5e, 0}}},
	Vdivss:  {Name: "vdivss", encodings: []encoding{{formVRVM, scalarSS | rounds, 0x5e, 0}}},
	Vdivsd:  {Name: "vdivsd", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x5e, 0}}},
	Vminps:  {Name: "vminps", encodings: []encoding{{formVRVM, singles | suppresses, 0x5d, 0}}},
	Vminpd:  {Name: "vminpd", encodings: []encoding{{formVRVM, lanes64 | suppresses, 0x5d, 0}}},
	Vminss:  {Name: "vminss", encodings: []encoding{{formVRVM, scalarSS | suppresses, 0x5d, 0}}},
	Vminsd:  {Name: "vminsd", encodings: []encoding{{formVRVM, scalarSD | suppresses, 0x5d, 0}}},
	Vmaxps:  {Name: "vmaxps", encodings: []encoding{{formVRVM, singles | suppresses, 0x5f, 0}}},
	Vmaxpd:  {Name: "vmaxpd", encodings: []encoding{{formVRVM, lanes64 | suppresses, 0x5f, 0}}},
	Vmaxss:  {Name: "vmaxss", encodings: []encoding{{formVRVM, scalarSS | suppresses, 0x5f, 0}}},
	Vmaxsd:  {Name: "vmaxsd", encodings: []encoding{{formVRVM, scalarSD | suppresses, 0x5f, 0}}},
	Vsqrtps: {Name: "vsqrtps", encodings: []encoding{{formVRM, singles | rounds, 0x51, 0}}},
	Vsqrtpd: {Name: "vsqrtpd", encodings: []encoding{{formVRM, lanes64 | rounds, 0x51, 0}}},
	Vsqrtss: {Name: "vsqrtss", encodings: []encoding{{formVRVM, scalarSS | rounds, 0x51, 0}}},
	Vsqrtsd: {Name: "vsqrtsd", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x51, 0}}},
	Vandps:  {Name: "vandps", encodings: []encoding{{formVRVM, singles, 0x54, 0}}},
	Vandpd:  {Name: "vandpd", encodings: []encoding{{formVRVM, lanes64, 0x54, 0}}},
	Vandnps: {Name: "vandnps", encodings: []encoding{{formVRVM, singles, 0x55, 0}}},
	Vandnpd: {Name: "vandnpd", encodings: []encoding{{formVRVM, lanes64, 0x55, 0}}},
	Vorps:   {Name: "vorps", encodings: []encoding{{formVRVM, singles, 0x56, 0}}},
	Vorpd:   {Name: "vorpd", encodings: []encoding{{formVRVM, lanes64, 0x56, 0}}},
	Vxorps:  {Name: "vxorps", encodings: []encoding{{formVRVM, singles, 0x57, 0}}},
	Vxorpd:  {Name: "vxorpd", encodings: []encoding{{formVRVM, lanes64, 0x57, 0}}},
	Vfmadd132ps: {Name: "vfmadd132ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0x98, 0},
	}},
	Vfmadd132pd: {Name: "vfmadd132pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0x98, 0},
	}},
	Vfmadd132ss: {Name: "vfmadd132ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0x99, 0},
	}},
	Vfmadd132sd: {Name: "vfmadd132sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0x99, 0},
	}},
	Vfmadd213ps: {Name: "vfmadd213ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xa8, 0},
	}},
	Vfmadd213pd: {Name: "vfmadd213pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xa8, 0},
	}},
	Vfmadd213ss: {Name: "vfmadd213ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xa9, 0},
	}},
	Vfmadd213sd: {Name: "vfmadd213sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xa9, 0},
	}},
	Vfmadd231ps: {Name: "vfmadd231ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xb8, 0},
	}},
	Vfmadd231pd: {Name: "vfmadd231pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xb8, 0},
	}},
	Vfmadd231ss: {Name: "vfmadd231ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xb9, 0},
	}},
	Vfmadd231sd: {Name: "vfmadd231sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xb9, 0},
	}},
	Vfmsub132ps: {Name: "vfmsub132ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0x9a, 0},
	}},
	Vfmsub132pd: {Name: "vfmsub132pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0x9a, 0},
	}},
	Vfmsub132ss: {Name: "vfmsub132ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0x9b, 0},
	}},
	Vfmsub132sd: {Name: "vfmsub132sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0x9b, 0},
	}},
	Vfmsub213ps: {Name: "vfmsub213ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xaa, 0},
	}},
	Vfmsub213pd: {Name: "vfmsub213pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xaa, 0},
	}},
	Vfmsub213ss: {Name: "vfmsub213ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xab, 0},
	}},
	Vfmsub213sd: {Name: "vfmsub213sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xab, 0},
	}},
	Vfmsub231ps: {Name: "vfmsub231ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xba, 0},
	}},
	Vfmsub231pd: {Name: "vfmsub231pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xba, 0},
	}},
	Vfmsub231ss: {Name: "vfmsub231ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xbb, 0},
	}},
	Vfmsub231sd: {Name: "vfmsub231sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xbb, 0},
	}},
	Vfnmadd132ps: {Name: "vfnmadd132ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0x9c, 0},
	}},
	Vfnmadd132pd: {Name: "vfnmadd132pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0x9c, 0},
	}},
	Vfnmadd132ss: {Name: "vfnmadd132ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0x9d, 0},
	}},
	Vfnmadd132sd: {Name: "vfnmadd132sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0x9d, 0},
	}},
	Vfnmadd213ps: {Name: "vfnmadd213ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xac, 0},
	}},
	Vfnmadd213pd: {Name: "vfnmadd213pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xac, 0},
	}},
	Vfnmadd213ss: {Name: "vfnmadd213ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xad, 0},
	}},
	Vfnmadd213sd: {Name: "vfnmadd213sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xad, 0},
	}},
	Vfnmadd231ps: {Name: "vfnmadd231ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xbc, 0},
	}},
	Vfnmadd231pd: {Name: "vfnmadd231pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xbc, 0},
	}},
	Vfnmadd231ss: {Name: "vfnmadd231ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xbd, 0},
	}},
	Vfnmadd231sd: {Name: "vfnmadd231sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xbd, 0},
	}},
	Vfnmsub132ps: {Name: "vfnmsub132ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0x9e, 0},
	}},
	Vfnmsub132pd: {Name: "vfnmsub132pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0x9e, 0},
	}},
	Vfnmsub132ss: {Name: "vfnmsub132ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0x9f, 0},
	}},
	Vfnmsub132sd: {Name: "vfnmsub132sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0x9f, 0},
	}},
	Vfnmsub213ps: {Name: "vfnmsub213ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xae, 0},
	}},
	Vfnmsub213pd: {Name: "vfnmsub213pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xae, 0},
	}},
	Vfnmsub213ss: {Name: "vfnmsub213ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xaf, 0},
	}},
	Vfnmsub213sd: {Name: "vfnmsub213sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xaf, 0},
	}},
	Vfnmsub231ps: {Name: "vfnmsub231ps", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFull | elem4 | rounds, 0xbe, 0},
	}},
	Vfnmsub231pd: {Name: "vfnmsub231pd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8 | rounds, 0xbe, 0},
	}},
	Vfnmsub231ss: {Name: "vfnmsub231ss", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | scalar | tupleOne | elem4 | rounds, 0xbf, 0},
	}},
	Vfnmsub231sd: {Name: "vfnmsub231sd", flags: dstRead, encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | scalar | tupleOne | elem8 | rounds, 0xbf, 0},
	}},
	Vcmpps: {Name: "vcmpps", flags: comparesFloat, encodings: []encoding{
		{formVRVM, map0F | vexOK | tupleFull | elem4 | imm8, 0xc2, 0},
	}},
	Vcmppd: {Name: "vcmppd", flags: comparesFloat, encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFull | elem8 | imm8, 0xc2, 0},
	}},
	Vcmpss: {Name: "vcmpss", flags: comparesFloat, encodings: []encoding{
		{formVRVM, opF3 | map0F | vexOK | scalar | tupleOne | elem4 | imm8, 0xc2, 0},
	}},
	Vcmpsd: {Name: "vcmpsd", flags: comparesFloat, encodings: []encoding{
		{formVRVM, opF2 | map0F | vexOK | scalar | tupleOne | elem8 | imm8, 0xc2, 0},
	}},
	VcmppsK: {Name: "vcmpps", flags: comparesFloat, encodings: []encoding{
		{formKKVM, map0F | evexOK | tupleFull | elem4 | imm8 | suppresses, 0xc2, 0},
	}},
	VcmppdK: {Name: "vcmppd", flags: comparesFloat, encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | imm8 | suppresses, 0xc2, 0},
	}},
	VcmpssK: {Name: "vcmpss", flags: comparesFloat, encodings: []encoding{
		{formKKVM, opF3 | map0F | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0xc2, 0},
	}},
	VcmpsdK: {Name: "vcmpsd", flags: comparesFloat, encodings: []encoding{
		{formKKVM, opF2 | map0F | evexOK | evexW1 | scalar | tupleOne | elem8 | imm8 | suppresses, 0xc2, 0},
	}},
	Vroundps: {Name: "vroundps", encodings: []encoding{
		{formVRM, op66 | map3A | vexOK | tupleFull | elem4 | imm8, 0x08, 0},
	}},
	Vroundpd: {Name: "vroundpd", encodings: []encoding{
		{formVRM, op66 | map3A | vexOK | tupleFull | elem8 | imm8, 0x09, 0},
	}},
	Vroundss: {Name: "vroundss", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | scalar | tupleOne | elem4 | imm8, 0x0a, 0},
	}},
	Vroundsd: {Name: "vroundsd", encodings: []encoding{
		{formVRVM, op66 | map3A | vexOK | scalar | tupleOne | elem8 | imm8, 0x0b, 0},
	}},
	Vrndscaleps: {Name: "vrndscaleps", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | tupleFull | elem4 | imm8 | suppresses, 0x08, 0},
	}},
	Vrndscalepd: {Name: "vrndscalepd", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8 | suppresses, 0x09, 0},
	}},
	Vrndscaless: {Name: "vrndscaless", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0x0a, 0},
	}},
	Vrndscalesd: {Name: "vrndscalesd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | scalar | tupleOne | elem8 | imm8 | suppresses, 0x0b, 0},
	}},
	Vgetexpps: {Name: "vgetexpps", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4 | suppresses, 0x42, 0},
	}},
	Vgetexppd: {Name: "vgetexppd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | evexW1 | elem8 | suppresses, 0x42, 0},
	}},
	Vgetexpss: {Name: "vgetexpss", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | elem4 | suppresses, 0x43, 0},
	}},
	Vgetexpsd: {Name: "vgetexpsd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | evexW1 | elem8 | suppresses, 0x43, 0},
	}},
	Vgetmantps: {Name: "vgetmantps", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | tupleFull | elem4 | imm8 | suppresses, 0x26, 0},
	}},
	Vgetmantpd: {Name: "vgetmantpd", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | tupleFull | evexW1 | elem8 | imm8 | suppresses, 0x26, 0},
	}},
	Vgetmantss: {Name: "vgetmantss", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0x27, 0},
	}},
	Vgetmantsd: {Name: "vgetmantsd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | evexW1 | elem8 | imm8 | suppresses, 0x27, 0},
	}},
	Vscalefps: {Name: "vscalefps", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4 | rounds, 0x2c, 0},
	}},
	Vscalefpd: {Name: "vscalefpd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | evexW1 | elem8 | rounds, 0x2c, 0},
	}},
	Vscalefss: {Name: "vscalefss", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | elem4 | rounds, 0x2d, 0},
	}},
	Vscalefsd: {Name: "vscalefsd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | evexW1 | elem8 | rounds, 0x2d, 0},
	}},
	Vfixupimmps: {Name: "vfixupimmps", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8 | suppresses, 0x54, 0},
	}},
	Vfixupimmpd: {Name: "vfixupimmpd", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | evexW1 | elem8 | imm8 | suppresses, 0x54, 0},
	}},
	Vfixupimmss: {Name: "vfixupimmss", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0x55, 0},
	}},
	Vfixupimmsd: {Name: "vfixupimmsd", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | evexW1 | elem8 | imm8 | suppresses, 0x55, 0},
	}},
	Vrcp14ps: {Name: "vrcp14ps", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4, 0x4c, 0},
	}},
	Vrcp14pd: {Name: "vrcp14pd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | evexW1 | elem8, 0x4c, 0},
	}},
	Vrcp14ss: {Name: "vrcp14ss", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | elem4, 0x4d, 0},
	}},
	Vrcp14sd: {Name: "vrcp14sd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | evexW1 | elem8, 0x4d, 0},
	}},
	Vrsqrt14ps: {Name: "vrsqrt14ps", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4, 0x4e, 0},
	}},
	Vrsqrt14pd: {Name: "vrsqrt14pd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | evexW1 | elem8, 0x4e, 0},
	}},
	Vrsqrt14ss: {Name: "vrsqrt14ss", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | elem4, 0x4f, 0},
	}},
	Vrsqrt14sd: {Name: "vrsqrt14sd", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | scalar | tupleOne | evexW1 | elem8, 0x4f, 0},
	}},
	Vrangeps: {Name: "vrangeps", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8 | suppresses, 0x50, 0},
	}},
	Vrangepd: {Name: "vrangepd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | evexW1 | elem8 | imm8 | suppresses, 0x50, 0},
	}},
	Vrangess: {Name: "vrangess", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0x51, 0},
	}},
	Vrangesd: {Name: "vrangesd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | evexW1 | elem8 | imm8 | suppresses, 0x51, 0},
	}},
	Vreduceps: {Name: "vreduceps", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | tupleFull | elem4 | imm8 | suppresses, 0x56, 0},
	}},
	Vreducepd: {Name: "vreducepd", encodings: []encoding{
		{formVRM, op66 | map3A | evexOK | tupleFull | evexW1 | elem8 | imm8 | suppresses, 0x56, 0},
	}},
	Vreducess: {Name: "vreducess", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8 | suppresses, 0x57, 0},
	}},
	Vreducesd: {Name: "vreducesd", encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | scalar | tupleOne | evexW1 | elem8 | imm8 | suppresses, 0x57, 0},
	}},
	Vrcpps:   {Name: "vrcpps", encodings: []encoding{{formVRM, map0F | vexOK | tupleFullMem, 0x53, 0}}},
	Vrsqrtps: {Name: "vrsqrtps", encodings: []encoding{{formVRM, map0F | vexOK | tupleFullMem, 0x52, 0}}},
	Vfpclassps: {Name: "vfpclassps", encodings: []encoding{
		{formKKMV, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x66, 0},
	}},
	Vfpclasspd: {Name: "vfpclasspd", encodings: []encoding{
		{formKKMV, op66 | map3A | evexOK | tupleFull | evexW1 | elem8 | imm8, 0x66, 0},
	}},
	Vfpclassss: {Name: "vfpclassss", encodings: []encoding{
		{formKKMV, op66 | map3A | evexOK | scalar | tupleOne | elem4 | imm8, 0x67, 0},
	}},
	Vfpclasssd: {Name: "vfpclasssd", encodings: []encoding{
		{formKKMV, op66 | map3A | evexOK | scalar | tupleOne | evexW1 | elem8 | imm8, 0x67, 0},
	}},
	Vucomiss: {Name: "vucomiss", encodings: []encoding{
		{formVTest, both | map0F | scalar | tupleOne | elem4 | suppresses | maskless, 0x2e, 0},
	}},
	Vucomisd: {Name: "vucomisd", encodings: []encoding{
		{formVTest, both | op66 | map0F | evexW1 | scalar | tupleOne | elem8 | suppresses | maskless, 0x2e, 0},
	}},
	Vcomiss: {Name: "vcomiss", encodings: []encoding{
		{formVTest, both | map0F | scalar | tupleOne | elem4 | suppresses | maskless, 0x2f, 0},
	}},
	Vcomisd: {Name: "vcomisd", encodings: []encoding{
		{formVTest, both | op66 | map0F | evexW1 | scalar | tupleOne | elem8 | suppresses | maskless, 0x2f, 0},
	}},

	// Conversions.
	Vcvtdq2ps: {Name: "vcvtdq2ps", encodings: []encoding{{formVRM, singles | rounds, 0x5b, 0}}},
	Vcvtps2dq: {Name: "vcvtps2dq", encodings: []encoding{{formVRM, lanes32 | rounds, 0x5b, 0}}},
	Vcvttps2dq: {Name: "vcvttps2dq", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleFull | elem4 | suppresses, 0x5b, 0},
	}},
	Vcvtdq2pd: {Name: "vcvtdq2pd", encodings: []encoding{
		{formVRM, both | opF3 | map0F | tupleHalf | elem4, 0xe6, 0},
	}},
	Vcvtpd2dq: {Name: "vcvtpd2dq", encodings: []encoding{
		{formVRM, both | opF2 | map0F | evexW1 | tupleFull | elem8 | rounds | regHalf, 0xe6, 0},
	}},
	Vcvttpd2dq: {Name: "vcvttpd2dq", encodings: []encoding{{formVRM, lanes64 | suppresses | regHalf, 0xe6, 0}}},
	Vcvtudq2ps: {Name: "vcvtudq2ps", encodings: []encoding{
		{formVRM, opF2 | map0F | evexOK | tupleFull | elem4 | rounds, 0x7a, 0},
	}},
	Vcvtudq2pd: {Name: "vcvtudq2pd", encodings: []encoding{
		{formVRM, opF3 | map0F | evexOK | tupleHalf | elem4, 0x7a, 0},
	}},
	Vcvtqq2ps: {Name: "vcvtqq2ps", encodings: []encoding{
		{formVRM, map0F | evexOK | evexW1 | tupleFull | elem8 | rounds | regHalf, 0x5b, 0},
	}},
	Vcvtqq2pd: {Name: "vcvtqq2pd", encodings: []encoding{
		{formVRM, opF3 | map0F | evexOK | evexW1 | tupleFull | elem8 | rounds, 0xe6, 0},
	}},
	Vcvtuqq2ps: {Name: "vcvtuqq2ps", encodings: []encoding{
		{formVRM, opF2 | map0F | evexOK | evexW1 | tupleFull | elem8 | rounds | regHalf, 0x7a, 0},
	}},
	Vcvtuqq2pd: {Name: "vcvtuqq2pd", encodings: []encoding{
		{formVRM, opF3 | map0F | evexOK | evexW1 | tupleFull | elem8 | rounds, 0x7a, 0},
	}},
	Vcvtps2udq: {Name: "vcvtps2udq", encodings: []encoding{
		{formVRM, map0F | evexOK | tupleFull | elem4 | rounds, 0x79, 0},
	}},
	Vcvttps2udq: {Name: "vcvttps2udq", encodings: []encoding{
		{formVRM, map0F | evexOK | tupleFull | elem4 | suppresses, 0x78, 0},
	}},
	Vcvtpd2udq: {Name: "vcvtpd2udq", encodings: []encoding{
		{formVRM, map0F | evexOK | evexW1 | tupleFull | elem8 | rounds | regHalf, 0x79, 0},
	}},
	Vcvttpd2udq: {Name: "vcvttpd2udq", encodings: []encoding{
		{formVRM, map0F | evexOK | evexW1 | tupleFull | elem8 | suppresses | regHalf, 0x78, 0},
	}},
	Vcvtps2qq: {Name: "vcvtps2qq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | tupleHalf | elem4 | rounds, 0x7b, 0},
	}},
	Vcvtps2uqq: {Name: "vcvtps2uqq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | tupleHalf | elem4 | rounds, 0x79, 0},
	}},
	Vcvttps2qq: {Name: "vcvttps2qq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | tupleHalf | elem4 | suppresses, 0x7a, 0},
	}},
	Vcvttps2uqq: {Name: "vcvttps2uqq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | tupleHalf | elem4 | suppresses, 0x78, 0},
	}},
	Vcvtpd2qq: {Name: "vcvtpd2qq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | rounds, 0x7b, 0},
	}},
	Vcvtpd2uqq: {Name: "vcvtpd2uqq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | rounds, 0x79, 0},
	}},
	Vcvttpd2qq: {Name: "vcvttpd2qq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | suppresses, 0x7a, 0},
	}},
	Vcvttpd2uqq: {Name: "vcvttpd2uqq", encodings: []encoding{
		{formVRM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | suppresses, 0x78, 0},
	}},
	Vcvtps2pd: {Name: "vcvtps2pd", encodings: []encoding{
		{formVRM, both | map0F | tupleHalf | elem4 | suppresses, 0x5a, 0},
	}},
	Vcvtpd2ps: {Name: "vcvtpd2ps", encodings: []encoding{{formVRM, lanes64 | rounds | regHalf, 0x5a, 0}}},
	Vcvtph2ps: {Name: "vcvtph2ps", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleHalfMem | elem2 | suppresses, 0x13, 0},
	}},
	Vcvtps2ph: {Name: "vcvtps2ph", encodings: []encoding{
		{formVMR, both | op66 | map3A | tupleHalfMem | elem2 | imm8 | suppresses, 0x1d, 0},
	}},
	Vcvtss2sd: {Name: "vcvtss2sd", encodings: []encoding{{formVRVM, scalarSS | suppresses, 0x5a, 0}}},
	Vcvtsd2ss: {Name: "vcvtsd2ss", encodings: []encoding{{formVRVM, scalarSD | rounds, 0x5a, 0}}},
	Vcvtsi2ss: {Name: "vcvtsi2ss", encodings: []encoding{
		{formVRVG, both | opF3 | map0F | scalar | tupleOne | sized | rounds | maskless, 0x2a, 0},
	}},
	Vcvtusi2ss: {Name: "vcvtusi2ss", encodings: []encoding{
		{formVRVG, opF3 | map0F | evexOK | scalar | tupleOne | sized | rounds | maskless, 0x7b, 0},
	}},
	Vcvtss2si: {Name: "vcvtss2si", encodings: []encoding{
		{formGGVM, both | opF3 | map0F | scalar | tupleOneFixed | elem4 | sized | rounds | maskless, 0x2d, 0},
	}},
	Vcvttss2si: {Name: "vcvttss2si", encodings: []encoding{
		{formGGVM, both | opF3 | map0F | scalar | tupleOneFixed | elem4 | sized | suppresses | maskless, 0x2c, 0},
	}},
	Vcvtss2usi: {Name: "vcvtss2usi", encodings: []encoding{
		{formGGVM, opF3 | map0F | evexOK | scalar | tupleOneFixed | elem4 | sized | rounds | maskless, 0x79, 0},
	}},
	Vcvttss2usi: {Name: "vcvttss2usi", encodings: []encoding{
		{formGGVM, opF3 | map0F | evexOK | scalar | tupleOneFixed | elem4 | sized | suppresses | maskless, 0x78, 0},
	}},
	Vcvtsi2sd: {Name: "vcvtsi2sd", encodings: []encoding{
		{formVRVG, both | opF2 | map0F | scalar | tupleOne | sized | rounds64 | maskless, 0x2a, 0},
	}},
	Vcvtusi2sd: {Name: "vcvtusi2sd", encodings: []encoding{
		{formVRVG, opF2 | map0F | evexOK | scalar | tupleOne | sized | rounds64 | maskless, 0x7b, 0},
	}},
	Vcvtsd2si: {Name: "vcvtsd2si", encodings: []encoding{
		{formGGVM, both | opF2 | map0F | scalar | tupleOneFixed | elem8 | sized | rounds | maskless, 0x2d, 0},
	}},
	Vcvttsd2si: {Name: "vcvttsd2si", encodings: []encoding{
		{formGGVM, both | opF2 | map0F | scalar | tupleOneFixed | elem8 | sized | suppresses | maskless, 0x2c, 0},
	}},
	Vcvtsd2usi: {Name: "vcvtsd2usi", encodings: []encoding{
		{formGGVM, opF2 | map0F | evexOK | scalar | tupleOneFixed | elem8 | sized | rounds | maskless, 0x79, 0},
	}},
	Vcvttsd2usi: {Name: "vcvttsd2usi", encodings: []encoding{
		{formGGVM, opF2 | map0F | evexOK | scalar | tupleOneFixed | elem8 | sized | suppresses | maskless, 0x78, 0},
	}},

	// Integer arithmetic.
	Vpaddb:   {Name: "vpaddb", encodings: []encoding{{formVRVM, lanes8, 0xfc, 0}}},
	Vpaddw:   {Name: "vpaddw", encodings: []encoding{{formVRVM, lanes16, 0xfd, 0}}},
	Vpaddd:   {Name: "vpaddd", encodings: []encoding{{formVRVM, lanes32, 0xfe, 0}}},
	Vpaddq:   {Name: "vpaddq", encodings: []encoding{{formVRVM, lanes64, 0xd4, 0}}},
	Vpsubb:   {Name: "vpsubb", encodings: []encoding{{formVRVM, lanes8, 0xf8, 0}}},
	Vpsubw:   {Name: "vpsubw", encodings: []encoding{{formVRVM, lanes16, 0xf9, 0}}},
	Vpsubd:   {Name: "vpsubd", encodings: []encoding{{formVRVM, lanes32, 0xfa, 0}}},
	Vpsubq:   {Name: "vpsubq", encodings: []encoding{{formVRVM, lanes64, 0xfb, 0}}},
	Vpaddsb:  {Name: "vpaddsb", encodings: []encoding{{formVRVM, lanes8, 0xec, 0}}},
	Vpaddsw:  {Name: "vpaddsw", encodings: []encoding{{formVRVM, lanes16, 0xed, 0}}},
	Vpaddusb: {Name: "vpaddusb", encodings: []encoding{{formVRVM, lanes8, 0xdc, 0}}},
	Vpaddusw: {Name: "vpaddusw", encodings: []encoding{{formVRVM, lanes16, 0xdd, 0}}},
	Vpsubsb:  {Name: "vpsubsb", encodings: []encoding{{formVRVM, lanes8, 0xe8, 0}}},
	Vpsubsw:  {Name: "vpsubsw", encodings: []encoding{{formVRVM, lanes16, 0xe9, 0}}},
	Vpsubusb: {Name: "vpsubusb", encodings: []encoding{{formVRVM, lanes8, 0xd8, 0}}},
	Vpsubusw: {Name: "vpsubusw", encodings: []encoding{{formVRVM, lanes16, 0xd9, 0}}},
	Vpavgb:   {Name: "vpavgb", encodings: []encoding{{formVRVM, lanes8, 0xe0, 0}}},
	Vpavgw:   {Name: "vpavgw", encodings: []encoding{{formVRVM, lanes16, 0xe3, 0}}},
	Vpmullw:  {Name: "vpmullw", encodings: []encoding{{formVRVM, lanes16, 0xd5, 0}}},
	Vpmulld:  {Name: "vpmulld", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x40, 0}}},
	Vpmullq: {Name: "vpmullq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x40, 0},
	}},
	Vpmulhw:  {Name: "vpmulhw", encodings: []encoding{{formVRVM, lanes16, 0xe5, 0}}},
	Vpmulhuw: {Name: "vpmulhuw", encodings: []encoding{{formVRVM, lanes16, 0xe4, 0}}},
	Vpmulhrsw: {Name: "vpmulhrsw", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem2, 0x0b, 0},
	}},
	Vpmuludq: {Name: "vpmuludq", encodings: []encoding{{formVRVM, lanes64, 0xf4, 0}}},
	Vpmuldq: {Name: "vpmuldq", encodings: []encoding{
		{formVRVM, both | op66 | map38 | evexW1 | tupleFull | elem8, 0x28, 0},
	}},
	Vpmaddwd: {Name: "vpmaddwd", encodings: []encoding{{formVRVM, lanes16, 0xf5, 0}}},
	Vpdpwssd: {Name: "vpdpwssd", flags: dstRead, Feature: VNNI, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x52, 0},
	}},
	Vpdpbusd: {Name: "vpdpbusd", flags: dstRead, Feature: VNNI, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x50, 0},
	}},
	Vpmaddubsw: {Name: "vpmaddubsw", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem1, 0x04, 0},
	}},
	Vpsadbw: {Name: "vpsadbw", encodings: []encoding{{formVRVM, lanes8 | maskless, 0xf6, 0}}},
	Vpand:   {Name: "vpand", encodings: []encoding{{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0xdb, 0}}},
	Vpandd:  {Name: "vpandd", vexName: "vpand", encodings: []encoding{{formVRVM, lanes32, 0xdb, 0}}},
	Vpandq:  {Name: "vpandq", vexName: "vpand", encodings: []encoding{{formVRVM, lanes64, 0xdb, 0}}},
	Vpandn:  {Name: "vpandn", encodings: []encoding{{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0xdf, 0}}},
	Vpandnd: {Name: "vpandnd", vexName: "vpandn", encodings: []encoding{{formVRVM, lanes32, 0xdf, 0}}},
	Vpandnq: {Name: "vpandnq", vexName: "vpandn", encodings: []encoding{{formVRVM, lanes64, 0xdf, 0}}},
	Vpor:    {Name: "vpor", encodings: []encoding{{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0xeb, 0}}},
	Vpord:   {Name: "vpord", vexName: "vpor", encodings: []encoding{{formVRVM, lanes32, 0xeb, 0}}},
	Vporq:   {Name: "vporq", vexName: "vpor", encodings: []encoding{{formVRVM, lanes64, 0xeb, 0}}},
	Vpxor:   {Name: "vpxor", encodings: []encoding{{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0xef, 0}}},
	Vpxord:  {Name: "vpxord", vexName: "vpxor", encodings: []encoding{{formVRVM, lanes32, 0xef, 0}}},
	Vpxorq:  {Name: "vpxorq", vexName: "vpxor", encodings: []encoding{{formVRVM, lanes64, 0xef, 0}}},
	Vpternlogd: {Name: "vpternlogd", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x25, 0},
	}},
	Vpternlogq: {Name: "vpternlogq", flags: dstRead, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x25, 0},
	}},
	Vpminsb: {Name: "vpminsb", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem1, 0x38, 0},
	}},
	Vpminsw: {Name: "vpminsw", encodings: []encoding{{formVRVM, lanes16, 0xea, 0}}},
	Vpminsd: {Name: "vpminsd", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x39, 0}}},
	Vpminsq: {Name: "vpminsq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x39, 0},
	}},
	Vpminub: {Name: "vpminub", encodings: []encoding{{formVRVM, lanes8, 0xda, 0}}},
	Vpminuw: {Name: "vpminuw", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem2, 0x3a, 0},
	}},
	Vpminud: {Name: "vpminud", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x3b, 0}}},
	Vpminuq: {Name: "vpminuq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x3b, 0},
	}},
	Vpmaxsb: {Name: "vpmaxsb", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem1, 0x3c, 0},
	}},
	Vpmaxsw: {Name: "vpmaxsw", encodings: []encoding{{formVRVM, lanes16, 0xee, 0}}},
	Vpmaxsd: {Name: "vpmaxsd", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x3d, 0}}},
	Vpmaxsq: {Name: "vpmaxsq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x3d, 0},
	}},
	Vpmaxub: {Name: "vpmaxub", encodings: []encoding{{formVRVM, lanes8, 0xde, 0}}},
	Vpmaxuw: {Name: "vpmaxuw", encodings: []encoding{
		{formVRVM, both | op66 | map38 | tupleFullMem | elem2, 0x3e, 0},
	}},
	Vpmaxud: {Name: "vpmaxud", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x3f, 0}}},
	Vpmaxuq: {Name: "vpmaxuq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x3f, 0},
	}},
	Vpabsb: {Name: "vpabsb", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleFullMem | elem1, 0x1c, 0},
	}},
	Vpabsw: {Name: "vpabsw", encodings: []encoding{
		{formVRM, both | op66 | map38 | tupleFullMem | elem2, 0x1d, 0},
	}},
	Vpabsd: {Name: "vpabsd", encodings: []encoding{{formVRM, both | op66 | map38 | tupleFull | elem4, 0x1e, 0}}},
	Vpabsq: {Name: "vpabsq", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x1f, 0},
	}},
	Vpcmpeqb: {Name: "vpcmpeqb", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFullMem | elem1, 0x74, 0},
	}},
	Vpcmpeqw: {Name: "vpcmpeqw", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFullMem | elem2, 0x75, 0},
	}},
	Vpcmpeqd: {Name: "vpcmpeqd", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0x76, 0},
	}},
	Vpcmpeqq: {Name: "vpcmpeqq", encodings: []encoding{
		{formVRVM, op66 | map38 | vexOK | tupleFull | elem8, 0x29, 0},
	}},
	VpcmpeqbK: {Name: "vpcmpeqb", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFullMem | elem1, 0x74, 0},
	}},
	VpcmpeqwK: {Name: "vpcmpeqw", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFullMem | elem2, 0x75, 0},
	}},
	VpcmpeqdK: {Name: "vpcmpeqd", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFull | elem4, 0x76, 0},
	}},
	VpcmpeqqK: {Name: "vpcmpeqq", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x29, 0},
	}},
	Vpcmpgtb: {Name: "vpcmpgtb", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFullMem | elem1, 0x64, 0},
	}},
	Vpcmpgtw: {Name: "vpcmpgtw", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFullMem | elem2, 0x65, 0},
	}},
	Vpcmpgtd: {Name: "vpcmpgtd", encodings: []encoding{
		{formVRVM, op66 | map0F | vexOK | tupleFull | elem4, 0x66, 0},
	}},
	Vpcmpgtq: {Name: "vpcmpgtq", encodings: []encoding{
		{formVRVM, op66 | map38 | vexOK | tupleFull | elem8, 0x37, 0},
	}},
	VpcmpgtbK: {Name: "vpcmpgtb", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFullMem | elem1, 0x64, 0},
	}},
	VpcmpgtwK: {Name: "vpcmpgtw", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFullMem | elem2, 0x65, 0},
	}},
	VpcmpgtdK: {Name: "vpcmpgtd", encodings: []encoding{
		{formKKVM, op66 | map0F | evexOK | tupleFull | elem4, 0x66, 0},
	}},
	VpcmpgtqK: {Name: "vpcmpgtq", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x37, 0},
	}},
	Vpcmpb: {Name: "vpcmpb", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | tupleFullMem | elem1 | imm8, 0x3f, 0},
	}},
	Vpcmpub: {Name: "vpcmpub", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | tupleFullMem | elem1 | imm8, 0x3e, 0},
	}},
	Vpcmpw: {Name: "vpcmpw", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | evexW1 | tupleFullMem | elem2 | imm8, 0x3f, 0},
	}},
	Vpcmpuw: {Name: "vpcmpuw", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | evexW1 | tupleFullMem | elem2 | imm8, 0x3e, 0},
	}},
	Vpcmpd: {Name: "vpcmpd", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x1f, 0},
	}},
	Vpcmpud: {Name: "vpcmpud", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x1e, 0},
	}},
	Vpcmpq: {Name: "vpcmpq", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x1f, 0},
	}},
	Vpcmpuq: {Name: "vpcmpuq", flags: comparesInteger, encodings: []encoding{
		{formKKVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x1e, 0},
	}},
	Vptestmb: {Name: "vptestmb", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | tupleFullMem | elem1, 0x26, 0},
	}},
	Vptestnmb: {Name: "vptestnmb", encodings: []encoding{
		{formKKVM, opF3 | map38 | evexOK | tupleFullMem | elem1, 0x26, 0},
	}},
	Vptestmw: {Name: "vptestmw", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x26, 0},
	}},
	Vptestnmw: {Name: "vptestnmw", encodings: []encoding{
		{formKKVM, opF3 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x26, 0},
	}},
	Vptestmd: {Name: "vptestmd", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | tupleFull | elem4, 0x27, 0},
	}},
	Vptestnmd: {Name: "vptestnmd", encodings: []encoding{
		{formKKVM, opF3 | map38 | evexOK | tupleFull | elem4, 0x27, 0},
	}},
	Vptestmq: {Name: "vptestmq", encodings: []encoding{
		{formKKVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x27, 0},
	}},
	Vptestnmq: {Name: "vptestnmq", encodings: []encoding{
		{formKKVM, opF3 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x27, 0},
	}},
	Vptest: {Name: "vptest", encodings: []encoding{{formVTest, op66 | map38 | vexOK | tupleFullMem, 0x17, 0}}},
	Vplzcntd: {Name: "vplzcntd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4, 0x44, 0},
	}},
	Vplzcntq: {Name: "vplzcntq", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x44, 0},
	}},
	Vpconflictd: {Name: "vpconflictd", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4, 0xc4, 0},
	}},
	Vpconflictq: {Name: "vpconflictq", encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0xc4, 0},
	}},
	Vpopcntd: {Name: "vpopcntd", Feature: VPOPCNTDQ, encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFull | elem4, 0x55, 0},
	}},
	Vpopcntq: {Name: "vpopcntq", Feature: VPOPCNTDQ, encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x55, 0},
	}},
	Vpopcntb: {Name: "vpopcntb", Feature: BITALG, encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | tupleFullMem | elem1, 0x54, 0},
	}},
	Vpopcntw: {Name: "vpopcntw", Feature: BITALG, encodings: []encoding{
		{formVRM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x54, 0},
	}},

	// Shifts and rotates. With A: by the count in the low quadword of B; without: B by Imm. The v-forms: by lane.
	Vpsllw: {Name: "vpsllw", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem2, 0xf1, 0},
		{formVVM, lanes16 | imm8 | vexNoMem, 0x71, 6},
	}},
	Vpslld: {Name: "vpslld", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem4, 0xf2, 0},
		{formVVM, lanes32 | imm8 | vexNoMem, 0x72, 6},
	}},
	Vpsllq: {Name: "vpsllq", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | evexW1 | elem8, 0xf3, 0},
		{formVVM, lanes64 | imm8 | vexNoMem, 0x73, 6},
	}},
	Vpsrlw: {Name: "vpsrlw", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem2, 0xd1, 0},
		{formVVM, lanes16 | imm8 | vexNoMem, 0x71, 2},
	}},
	Vpsrld: {Name: "vpsrld", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem4, 0xd2, 0},
		{formVVM, lanes32 | imm8 | vexNoMem, 0x72, 2},
	}},
	Vpsrlq: {Name: "vpsrlq", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | evexW1 | elem8, 0xd3, 0},
		{formVVM, lanes64 | imm8 | vexNoMem, 0x73, 2},
	}},
	Vpsraw: {Name: "vpsraw", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem2, 0xe1, 0},
		{formVVM, lanes16 | imm8 | vexNoMem, 0x71, 4},
	}},
	Vpsrad: {Name: "vpsrad", encodings: []encoding{
		{formVRVM, both | op66 | map0F | tuple128 | elem4, 0xe2, 0},
		{formVVM, lanes32 | imm8 | vexNoMem, 0x72, 4},
	}},
	Vpsraq: {Name: "vpsraq", encodings: []encoding{
		{formVRVM, op66 | map0F | evexOK | tuple128 | evexW1 | elem8, 0xe2, 0},
		{formVVM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | imm8 | vexNoMem, 0x72, 4},
	}},
	Vpslldq: {Name: "vpslldq", encodings: []encoding{
		{formVVM, both | op66 | map0F | tupleFullMem | imm8 | vexNoMem | maskless, 0x73, 7},
	}},
	Vpsrldq: {Name: "vpsrldq", encodings: []encoding{
		{formVVM, both | op66 | map0F | tupleFullMem | imm8 | vexNoMem | maskless, 0x73, 3},
	}},
	Vpsllvw: {Name: "vpsllvw", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x12, 0},
	}},
	Vpsllvd: {Name: "vpsllvd", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x47, 0}}},
	Vpsllvq: {Name: "vpsllvq", encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8, 0x47, 0},
	}},
	Vpsrlvw: {Name: "vpsrlvw", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x10, 0},
	}},
	Vpsrlvd: {Name: "vpsrlvd", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x45, 0}}},
	Vpsrlvq: {Name: "vpsrlvq", encodings: []encoding{
		{formVRVM, both | op66 | map38 | vexW1 | evexW1 | tupleFull | elem8, 0x45, 0},
	}},
	Vpsravw: {Name: "vpsravw", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFullMem | elem2, 0x11, 0},
	}},
	Vpsravd: {Name: "vpsravd", encodings: []encoding{{formVRVM, both | op66 | map38 | tupleFull | elem4, 0x46, 0}}},
	Vpsravq: {Name: "vpsravq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x46, 0},
	}},
	Vprold: {Name: "vprold", encodings: []encoding{
		{formVVM, op66 | map0F | evexOK | tupleFull | elem4 | imm8, 0x72, 1},
	}},
	Vprolq: {Name: "vprolq", encodings: []encoding{
		{formVVM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x72, 1},
	}},
	Vprord: {Name: "vprord", encodings: []encoding{
		{formVVM, op66 | map0F | evexOK | tupleFull | elem4 | imm8, 0x72, 0},
	}},
	Vprorq: {Name: "vprorq", encodings: []encoding{
		{formVVM, op66 | map0F | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x72, 0},
	}},
	Vprolvd: {Name: "vprolvd", encodings: []encoding{{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x15, 0}}},
	Vprolvq: {Name: "vprolvq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x15, 0},
	}},
	Vprorvd: {Name: "vprorvd", encodings: []encoding{{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x14, 0}}},
	Vprorvq: {Name: "vprorvq", encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x14, 0},
	}},
	Vpshldd: {Name: "vpshldd", Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x71, 0},
	}},
	Vpshldq: {Name: "vpshldq", Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x71, 0},
	}},
	Vpshldvd: {Name: "vpshldvd", flags: dstRead, Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x71, 0},
	}},
	Vpshldvq: {Name: "vpshldvq", flags: dstRead, Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x71, 0},
	}},
	Vpshrdd: {Name: "vpshrdd", Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | tupleFull | elem4 | imm8, 0x73, 0},
	}},
	Vpshrdq: {Name: "vpshrdq", Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map3A | evexOK | evexW1 | tupleFull | elem8 | imm8, 0x73, 0},
	}},
	Vpshrdvd: {Name: "vpshrdvd", flags: dstRead, Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | tupleFull | elem4, 0x73, 0},
	}},
	Vpshrdvq: {Name: "vpshrdvq", flags: dstRead, Feature: VBMI2, encodings: []encoding{
		{formVRVM, op66 | map38 | evexOK | evexW1 | tupleFull | elem8, 0x73, 0},
	}},

	// Gathers and scatters: Mem.Index is a vector. EVEX: Mask selects the lanes, and is cleared; VEX: the top bits of A
	// do, and A is cleared.
	Vpgatherdd: {Name: "vpgatherdd", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | elem4 | vsib, 0x90, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | elem4 | vsib, 0x90, 0},
	}},
	Vpgatherqd: {Name: "vpgatherqd", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | elem4 | regHalf | vsib, 0x91, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | elem4 | regHalf | vsib, 0x91, 0},
	}},
	Vpgatherdq: {Name: "vpgatherdq", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | indexHalf | vsib, 0x90, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | vexW1 | evexW1 | elem8 | indexHalf | vsib, 0x90, 0},
	}},
	Vpgatherqq: {Name: "vpgatherqq", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | vsib, 0x91, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | vexW1 | evexW1 | elem8 | vsib, 0x91, 0},
	}},
	Vgatherdps: {Name: "vgatherdps", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | elem4 | vsib, 0x92, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | elem4 | vsib, 0x92, 0},
	}},
	Vgatherqps: {Name: "vgatherqps", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | elem4 | regHalf | vsib, 0x93, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | elem4 | regHalf | vsib, 0x93, 0},
	}},
	Vgatherdpd: {Name: "vgatherdpd", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | indexHalf | vsib, 0x92, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | vexW1 | evexW1 | elem8 | indexHalf | vsib, 0x92, 0},
	}},
	Vgatherqpd: {Name: "vgatherqpd", flags: dstRead | maskCleared, encodings: []encoding{
		{formVGather, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | vsib, 0x93, 0},
		{formVGatherV, op66 | map38 | vexOK | tupleOne | vexW1 | evexW1 | elem8 | vsib, 0x93, 0},
	}},
	Vpscatterdd: {Name: "vpscatterdd", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | elem4 | vsib, 0xa0, 0},
	}},
	Vpscatterqd: {Name: "vpscatterqd", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | elem4 | regHalf | vsib, 0xa1, 0},
	}},
	Vpscatterdq: {Name: "vpscatterdq", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | indexHalf | vsib, 0xa0, 0},
	}},
	Vpscatterqq: {Name: "vpscatterqq", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | vsib, 0xa1, 0},
	}},
	Vscatterdps: {Name: "vscatterdps", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | elem4 | vsib, 0xa2, 0},
	}},
	Vscatterqps: {Name: "vscatterqps", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | elem4 | regHalf | vsib, 0xa3, 0},
	}},
	Vscatterdpd: {Name: "vscatterdpd", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | indexHalf | vsib, 0xa2, 0},
	}},
	Vscatterqpd: {Name: "vscatterqpd", flags: maskCleared, encodings: []encoding{
		{formVScatter, op66 | map38 | evexOK | tupleOne | evexW1 | elem8 | vsib, 0xa3, 0},
	}},
	Vzeroupper: {Name: "vzeroupper", encodings: []encoding{{formVNone, map0F | vexOK | scalar, 0x77, 0}}},
}
