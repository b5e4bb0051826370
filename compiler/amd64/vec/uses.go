package vec

import "heddle/compiler/amd64/asm"

// uses are the numbers of reads and writes of virtual registers, by register.
type uses struct{ reads, writes []int32 }

func newUses(fn *asm.Func) uses {
	n := len(fn.Classes)
	return uses{make([]int32, n), make([]int32, n)}
}

// count counts anew.
func (u *uses) count(fn *asm.Func) {
	clear(u.reads)
	clear(u.writes)
	for i := range fn.Insts {
		fn.Insts[i].Operands(func(r *asm.Reg, read, write bool) {
			if *r < asm.FirstVirtual {
				return
			}
			if read {
				u.reads[*r-asm.FirstVirtual]++
			}
			if write {
				u.writes[*r-asm.FirstVirtual]++
			}
		})
	}
}
