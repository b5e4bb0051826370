package ir

// Negated is the predicate that is true where this one is not.
func (p ICmpPred) Negated() ICmpPred { return negated[p] }

// Swapped is the predicate that says the same of the operands in the other order.
func (p ICmpPred) Swapped() ICmpPred { return swapped[p] }

var (
	negated = [...]ICmpPred{EQ: NE, NE: EQ, SLT: SGE, SLE: SGT, SGT: SLE, SGE: SLT, ULT: UGE, ULE: UGT, UGT: ULE,
		UGE: ULT}
	swapped = [...]ICmpPred{EQ: EQ, NE: NE, SLT: SGT, SLE: SGE, SGT: SLT, SGE: SLE, ULT: UGT, ULE: UGE, UGT: ULT,
		UGE: ULE}
)
