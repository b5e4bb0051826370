package access

import "heddle/compiler/ir"

// CanGatherSmall says whether all elements lie in 4 bytes of their own: words of 2 bytes must be aligned.
func CanGatherSmall(t ir.Type, align uint8) bool { return t.Bytes() <= max(1, uint64(align)) }
