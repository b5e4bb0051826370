// Package spirv reads SPIR-V modules: it finds the instructions, checks everything on which the safety of later steps
// depends, and offers the module as types, constants, variables and functions. It knows nothing of the IR; package
// translate lowers what it has read.
//
// Reading order: table.go (the grammar), read.go (words to instructions), operands.go (their operands), text.go (as
// text), module.go (declarations), types.go, constant.go, spec_op.go, function.go (control flow), check*.go (types).
package spirv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
)

// ID names a result of an instruction of a module; 0 is none.
type ID uint32

// Instruction is one instruction of a module.
type Instruction struct {
	Op     Opcode
	At     uint32   // number of its first word in the module
	Type   ID       // of the result, 0 if it has none
	Result ID       // 0 if it has none
	Args   []uint32 // the words after those
	Line   int32    // number of the OpLine that it stands under in Module.Lines, 0 if none
}

// ID is the i-th word after the result as an id.
func (i *Instruction) ID(n int) ID { return ID(i.Args[n]) }

// Error is a fault of a module.
type Error struct {
	Word uint32 // where the instruction begins
	Op   string // the instruction's name, "" if the fault is not in one
	Text string
}

func (e *Error) Error() string {
	if e.Op == "" {
		return fmt.Sprintf("SPIR-V word %d: %s", e.Word, e.Text)
	}
	return fmt.Sprintf("SPIR-V word %d, %s: %s", e.Word, e.Op, e.Text)
}

// fault is an error at an instruction.
func (i *Instruction) fault(format string, args ...any) *Error {
	return &Error{Word: i.At, Op: i.Op.String(), Text: fmt.Sprintf(format, args...)}
}

// Fault is an error at an instruction.
func (i *Instruction) Fault(format string, args ...any) error { return i.fault(format, args...) }

const (
	magic      = 0x07230203
	headerSize = 5
	// MaxBound is the largest bound of ids that is read, as the universal limits of the specification have it.
	MaxBound = 4194303 + 1
	maxWords = 1 << 28
)

// Binary is a module as a list of instructions with sound operands.
type Binary struct {
	Version      uint32 // 0x00010400: 1.4
	Generator    uint32
	Bound        uint32 // ids are below it
	Instructions []Instruction
	Words        []uint32
}

// IsModule reports whether bytes begin as a SPIR-V module does, in either byte order.
func IsModule(code []byte) bool {
	if len(code) < 4 {
		return false
	}
	return binary.LittleEndian.Uint32(code) == magic || binary.BigEndian.Uint32(code) == magic
}

// Read finds the instructions of a module and checks their operands against the grammar.
func Read(code []byte) (*Binary, error) {
	words, err := wordsOf(code)
	if err != nil {
		return nil, err
	}
	b := &Binary{Version: words[1], Generator: words[2], Bound: words[3], Words: words}
	if err := b.checkHeader(); err != nil {
		return nil, err
	}
	if err := b.split(); err != nil {
		return nil, err
	}
	return b, nil
}

func wordsOf(code []byte) ([]uint32, error) {
	switch {
	case !IsModule(code):
		return nil, errors.New("this is no SPIR-V module: it does not begin with 0x07230203")
	case len(code)%4 != 0:
		return nil, fmt.Errorf("a SPIR-V module consists of words of 4 bytes, this one has %d bytes", len(code))
	case len(code) < 4*headerSize:
		return nil, fmt.Errorf("the header of a SPIR-V module has 20 bytes, this module has %d", len(code))
	case len(code)/4 > maxWords:
		return nil, fmt.Errorf("the SPIR-V module has %d words; at most %d are read", len(code)/4, maxWords)
	}
	words := make([]uint32, len(code)/4)
	if binary.LittleEndian.Uint32(code) == magic {
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(code[4*i:])
		}
		return words, nil
	}
	for i := range words {
		words[i] = binary.BigEndian.Uint32(code[4*i:])
	}
	return words, nil
}

func (b *Binary) checkHeader() error {
	major, minor := b.Version>>16, b.Version>>8&0xff
	switch {
	case major != 1 || minor > 6 || b.Version&0xff0000ff != 0:
		return &Error{Word: 1, Text: fmt.Sprintf("version %d.%d; 1.0 to 1.6 are read", major, minor)}
	case b.Bound == 0 || b.Bound > MaxBound:
		return &Error{Word: 3, Text: fmt.Sprintf("the bound of ids is %d; it must be from 1 to %d", b.Bound, MaxBound)}
	case b.Words[4] != 0:
		return &Error{Word: 4, Text: fmt.Sprintf("schema %d; it must be 0", b.Words[4])}
	}
	return nil
}

// split fills in the instructions.
func (b *Binary) split() error {
	b.Instructions = make([]Instruction, 0, len(b.Words)/4)
	r := operandReader{bound: b.Bound}
	for at := headerSize; at < len(b.Words); {
		length, op := int(b.Words[at]>>16), Opcode(b.Words[at])
		in := Instruction{Op: op, At: uint32(at)}
		switch {
		case length == 0:
			return in.fault("the word count is 0")
		case length > len(b.Words)-at:
			return in.fault("the module ends within the instruction: it has %d words of %d", len(b.Words)-at, length)
		}
		if err := r.read(&in, b.Words[at+1:at+length]); err != nil {
			return err
		}
		at += length
		if before, ok := continued[op]; ok {
			if err := b.carryOn(before, &in); err != nil {
				return err
			}
			continue
		}
		b.Instructions = append(b.Instructions, in)
	}
	return nil
}

// continued are the instructions that only have more operands of the one before (SPV_INTEL_long_composites), which is
// of this kind.
var continued = map[Opcode]Opcode{
	OpTypeStructContinuedINTEL:            OpTypeStruct,
	OpConstantCompositeContinuedINTEL:     OpConstantComposite,
	OpSpecConstantCompositeContinuedINTEL: OpSpecConstantComposite,
	OpCompositeConstructContinued:         OpCompositeConstruct,
}

// carryOn gives the last instruction the operands of one that continues it.
func (b *Binary) carryOn(before Opcode, in *Instruction) error {
	if n := len(b.Instructions); n > 0 && b.Instructions[n-1].Op == before {
		last := &b.Instructions[n-1]
		last.Args = append(last.Args, in.Args...)
		return nil
	}
	return in.fault("it does not follow an instruction that it could continue")
}

// text is the string that begins at the first of the words, and the number of its words.
func text(words []uint32) (string, int, bool) {
	var bytes []byte
	for i, w := range words {
		for range 4 {
			c := byte(w)
			if c == 0 {
				return string(bytes), i + 1, true
			}
			bytes = append(bytes, c)
			w >>= 8
		}
	}
	return "", 0, false
}

// Text is the string that begins at the n-th argument; reading has checked that it ends.
func (i *Instruction) Text(n int) string {
	s, _, _ := text(i.Args[n:])
	return s
}

func itoa(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
