package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// The sources of a value's bytes: bytes of other values, the leaves, through shifts by whole bytes, extensions and
// disjunctions. A sum or an exclusive or of two values is a disjunction too if no byte is nonzero in both.

// ownBytes is known of values whose bytes have no other source: most.
const ownBytes = -1

// byteOf is a byte of a value, from the lowest; value 0: it is zero.
type byteOf struct {
	value ir.ValueID
	at    int32
}

// wordBytes are the bytes of a value, from the lowest.
type wordBytes [8]byteOf

// bytes are those of an integer.
func (j *combiner) bytes(v ir.ValueID, depth int) wordBytes {
	if j.known[v] == 0 {
		own := j.own(v)
		j.know(v, own, j.bytesOf(v, own, depth))
	}
	if at := j.known[v]; at != ownBytes {
		return j.made[at-1]
	}
	return j.own(v)
}

// own are the bytes of a value without another source.
func (j *combiner) own(v ir.ValueID) (w wordBytes) {
	for i := range j.fn.Type(v).Bytes() {
		w[i] = byteOf{v, int32(i)}
	}
	return w
}

// know records the bytes of a value.
func (j *combiner) know(v ir.ValueID, own, w wordBytes) {
	if w == own {
		j.known[v] = ownBytes
		return
	}
	j.made = append(j.made, w)
	j.known[v] = int32(len(j.made))
}

func (j *combiner) bytesOf(v ir.ValueID, w wordBytes, depth int) wordBytes {
	in := j.fn.Instr(v)
	if depth == 0 || !in.Type.IsInt() {
		return w
	}
	switch in.Op {
	case ir.OpConst:
		if in.Imm == 0 {
			return wordBytes{}
		}
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return j.converted(w, in, depth)
	case ir.OpShl, ir.OpLShr, ir.OpRotl, ir.OpAnd:
		return j.moved(w, in, depth)
	case ir.OpBSwap:
		x := j.bytes(in.Args[0], depth-1)
		slices.Reverse(x[:in.Type.Bytes()])
		return x
	case ir.OpOr, ir.OpXor, ir.OpAdd:
		return j.united(w, in, depth)
	}
	return w
}

// converted are the bytes of a value of another size; unknown ones are bytes of own.
func (j *combiner) converted(own wordBytes, in *ir.Instr, depth int) wordBytes {
	from := j.fn.Type(in.Args[0])
	if !from.IsInt() {
		return own
	}
	x := j.bytes(in.Args[0], depth-1)
	for i := range in.Type.Bytes() {
		switch {
		case i < from.Bytes():
			own[i] = x[i]
		case in.Op == ir.OpZExt:
			own[i] = byteOf{}
		}
	}
	return own
}

// moved are the bytes of a value shifted by whole bytes, or masked.
func (j *combiner) moved(own wordBytes, in *ir.Instr, depth int) wordBytes {
	by := j.fn.Instr(in.Args[1])
	if by.Op != ir.OpConst {
		return own
	}
	x, size := j.bytes(in.Args[0], depth-1), int(in.Type.Bytes())
	if in.Op == ir.OpAnd {
		for i := range size {
			switch by.Imm >> (8 * i) & 0xff {
			case 0:
				own[i] = byteOf{}
			case 0xff:
				own[i] = x[i]
			}
		}
		return own
	}
	n := int(by.Imm & uint64(in.Type.Bits()-1))
	if n%8 != 0 {
		return own
	}
	for i := range size {
		from := i - n/8
		if in.Op == ir.OpLShr {
			from = i + n/8
		}
		switch {
		case in.Op == ir.OpRotl:
			own[i] = x[from&(size-1)]
		case from < 0 || from >= size:
			own[i] = byteOf{}
		default:
			own[i] = x[from]
		}
	}
	return own
}

// united are the bytes of a disjunction of two values that are nowhere both nonzero; else they are own.
func (j *combiner) united(own wordBytes, in *ir.Instr, depth int) wordBytes {
	x := j.bytes(in.Args[0], depth-1)
	if !slices.Contains(x[:in.Type.Bytes()], byteOf{}) {
		return own // the other would have to be nothing
	}
	y := j.bytes(in.Args[1], depth-1)
	for i := range x {
		switch {
		case y[i].value == 0:
		case x[i].value == 0:
			x[i] = y[i]
		default:
			return own
		}
	}
	return x
}
