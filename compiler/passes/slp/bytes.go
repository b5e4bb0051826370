package slp

import (
	"slices"

	"heddle/compiler/ir"
)

// Where the bytes of a value come from: through shifts by whole bytes, extensions and disjunctions back to bytes of
// other values, the leaves. A sum or an exclusive or of values of which no two have something in the same byte is a
// disjunction too.

// ownBytes is known of values whose bytes come from nowhere else: most.
const ownBytes = -1

// byteOf is a byte of a value, from the lowest; value 0: it is zero.
type byteOf struct {
	value ir.ValueID
	at    int32
}

// wordBytes are the bytes of a value, from the lowest.
type wordBytes [8]byteOf

// joinDepth bounds the operations between a word and its bytes.
const joinDepth = 40

// bytes are those of an integer.
func (j *byteJoiner) bytes(v ir.ValueID, depth int) wordBytes {
	if j.known[v] == 0 {
		own := j.own(v)
		j.know(v, own, j.bytesOf(v, own, depth))
	}
	if at := j.known[v]; at != ownBytes {
		return j.made[at-1]
	}
	return j.own(v)
}

// own are the bytes of a value that come from nowhere else.
func (j *byteJoiner) own(v ir.ValueID) (w wordBytes) {
	for i := range j.fn.Type(v).Bytes() {
		w[i] = byteOf{v, int32(i)}
	}
	return w
}

// know notes the bytes of a value.
func (j *byteJoiner) know(v ir.ValueID, own, w wordBytes) {
	if w == own {
		j.known[v] = ownBytes
		return
	}
	j.made = append(j.made, w)
	j.known[v] = int32(len(j.made))
}

func (j *byteJoiner) bytesOf(v ir.ValueID, w wordBytes, depth int) wordBytes {
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

// converted are the bytes of a value of another size; what is not known of them are bytes of own.
func (j *byteJoiner) converted(own wordBytes, in *ir.Instr, depth int) wordBytes {
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

// moved are the bytes of a value shifted by whole bytes, or of which some are cut away.
func (j *byteJoiner) moved(own wordBytes, in *ir.Instr, depth int) wordBytes {
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

// united are the bytes of two values of which each has zeros where the other has something; else they are own.
func (j *byteJoiner) united(own wordBytes, in *ir.Instr, depth int) wordBytes {
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
