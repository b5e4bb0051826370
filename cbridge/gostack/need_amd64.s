#include "textflag.h"

// func needRoom()
TEXT ·needRoom(SB), 0, $131072-0
	RET

// func lowest() uintptr
// The bounds of the stack are the first words of the runtime's g, as runtime/cgo counts on, too.
TEXT ·lowest(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ 0(AX), AX
	MOVQ AX, ret+0(FP)
	RET
