package emit

import "heddle/compiler/amd64/asm"

// MoveOps copy a register of a class.
var MoveOps = [...]asm.Op{asm.General: asm.MoveG, asm.Vector: asm.MoveV, asm.Mask: asm.MoveK}
