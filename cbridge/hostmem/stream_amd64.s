#include "textflag.h"

// func streamRow(to, from, bytes, ahead uintptr)
// bytes is at least 128. AX and X0 to X3 carry data, BX what is left of the row.
TEXT ·streamRow(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ bytes+16(FP), BX
	MOVQ ahead+24(FP), DX
	ADDQ DI, DX
	BYTE $0x0F; BYTE $0x0D; BYTE $0x0A             // PREFETCHW (DX), which the assembler does not know
	BYTE $0x0F; BYTE $0x0D; BYTE $0x0C; BYTE $0x1A // PREFETCHW (DX)(BX*1)

	// up to the first whole line
	MOVQ DI, CX
	NEGQ CX
	ANDQ $63, CX
	SUBQ CX, BX
	TESTQ $32, CX
	JEQ head16
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU X0, (DI)
	MOVOU X1, 16(DI)
	ADDQ $32, SI
	ADDQ $32, DI

head16:
	TESTQ $16, CX
	JEQ head8
	MOVOU (SI), X0
	MOVOU X0, (DI)
	ADDQ $16, SI
	ADDQ $16, DI

head8:
	TESTQ $8, CX
	JEQ head4
	MOVQ (SI), AX
	MOVQ AX, (DI)
	ADDQ $8, SI
	ADDQ $8, DI

head4:
	TESTQ $4, CX
	JEQ head2
	MOVL (SI), AX
	MOVL AX, (DI)
	ADDQ $4, SI
	ADDQ $4, DI

head2:
	TESTQ $2, CX
	JEQ head1
	MOVW (SI), AX
	MOVW AX, (DI)
	ADDQ $2, SI
	ADDQ $2, DI

head1:
	TESTQ $1, CX
	JEQ headdone
	MOVB (SI), AX
	MOVB AX, (DI)
	ADDQ $1, SI
	ADDQ $1, DI

headdone:
	MOVQ BX, CX
	SHRQ $6, CX
	ANDQ $63, BX

line:
	PREFETCHNTA 512(SI)
	MOVOU       (SI), X0
	MOVOU       16(SI), X1
	MOVOU       32(SI), X2
	MOVOU       48(SI), X3
	ADDQ        $64, SI
	MOVNTO      X0, (DI)
	MOVNTO      X1, 16(DI)
	MOVNTO      X2, 32(DI)
	MOVNTO      X3, 48(DI)
	ADDQ        $64, DI
	DECQ        CX
	JNE         line

	// what is left after the last whole line
	TESTQ $32, BX
	JEQ tail16
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU X0, (DI)
	MOVOU X1, 16(DI)
	ADDQ $32, SI
	ADDQ $32, DI

tail16:
	TESTQ $16, BX
	JEQ tail8
	MOVOU (SI), X0
	MOVOU X0, (DI)
	ADDQ $16, SI
	ADDQ $16, DI

tail8:
	TESTQ $8, BX
	JEQ tail4
	MOVQ (SI), AX
	MOVQ AX, (DI)
	ADDQ $8, SI
	ADDQ $8, DI

tail4:
	TESTQ $4, BX
	JEQ tail2
	MOVL (SI), AX
	MOVL AX, (DI)
	ADDQ $4, SI
	ADDQ $4, DI

tail2:
	TESTQ $2, BX
	JEQ tail1
	MOVW (SI), AX
	MOVW AX, (DI)
	ADDQ $2, SI
	ADDQ $2, DI

tail1:
	TESTQ $1, BX
	JEQ taildone
	MOVB (SI), AX
	MOVB AX, (DI)
	ADDQ $1, SI
	ADDQ $1, DI

taildone:
	RET

// func fence()
TEXT ·fence(SB), NOSPLIT, $0-0
	SFENCE
	RET
