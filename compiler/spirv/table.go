package spirv

import (
	"strings"
	"sync"
)

// Opcode is the number of an instruction.
type Opcode uint16

// instructionRow is a row of the tables of instructions: the operands are kinds of the grammar with a quantifier.
type instructionRow struct {
	opcode   uint16
	name     string
	operands string
}

// enumRow is a member of an enumeration with its parameters.
type enumRow struct {
	kind       string
	value      uint32
	name       string
	parameters string
}

// quantifier says how often an operand may occur.
type quantifier uint8

const (
	once quantifier = iota
	optional
	repeated
)

// operand is one operand of an instruction's grammar.
type operand struct {
	kind  operandKind
	enum  string // of kindValueEnum and kindBitEnum: its name
	count quantifier
}

// operandKind is a kind of operand, as far as reading distinguishes them.
type operandKind uint8

const (
	kindResultType operandKind = iota
	kindResult
	kindID
	kindInteger
	kindString
	kindNumber // its size depends on the result's type: the rest of the instruction
	kindSpecOp // an opcode, and that instruction's operands
	kindIntegerID
	kindIDInteger
	kindIDID
	kindSwitch // literals of the selector's width with labels: the rest of the instruction
	kindValueEnum
	kindBitEnum
)

// plainKinds are the grammar's kinds that are no enumerations.
var plainKinds = map[string]operandKind{
	"IdResultType": kindResultType, "IdResult": kindResult, "IdRef": kindID, "IdScope": kindID,
	"IdMemorySemantics": kindID, "LiteralInteger": kindInteger, "LiteralExtInstInteger": kindInteger,
	"LiteralFloat": kindInteger, "LiteralString": kindString, "LiteralContextDependentNumber": kindNumber,
	"LiteralSpecConstantOpInteger": kindSpecOp, "PairLiteralIntegerIdRef": kindSwitch,
	"PairIdRefLiteralInteger": kindIDInteger, "PairIdRefIdRef": kindIDID,
}

// bitEnums are the enumerations whose values are sets.
var bitEnums = map[string]bool{"ImageOperands": true, "FPFastMathMode": true, "SelectionControl": true,
	"LoopControl": true, "FunctionControl": true, "MemorySemantics": true, "MemoryAccess": true,
	"KernelProfilingInfo": true, "RayFlags": true, "FragmentShadingRate": true, "CooperativeMatrixOperands": true}

// info is what is known of an instruction.
type info struct {
	name     string
	operands []operand
}

// enumMember is what is known of a value of an enumeration.
type enumMember struct {
	name       string
	parameters []operand
}

// tables are the generated rows, arranged for look-ups.
type tables struct {
	instructions map[Opcode]*info
	openCL       map[uint32]*info
	enums        map[string]map[uint32]*enumMember
}

var table = sync.OnceValue(func() *tables {
	t := &tables{instructions: map[Opcode]*info{}, openCL: map[uint32]*info{},
		enums: map[string]map[uint32]*enumMember{}}
	for _, rows := range [...][]enumRow{enumRows[:], newerEnumRows[:]} {
		for _, r := range rows {
			if t.enums[r.kind] == nil {
				t.enums[r.kind] = map[uint32]*enumMember{}
			}
			t.enums[r.kind][r.value] = &enumMember{r.name, parseOperands(r.parameters)}
		}
	}
	for _, rows := range [...][]instructionRow{instructionRows[:], newerRows[:]} {
		for _, r := range rows {
			t.instructions[Opcode(r.opcode)] = &info{r.name, parseOperands(r.operands)}
		}
	}
	for _, r := range openCLRows {
		t.openCL[uint32(r.opcode)] = &info{r.name, parseOperands(r.operands)}
	}
	return t
})

func parseOperands(text string) []operand {
	var list []operand
	for word := range strings.FieldsSeq(text) {
		o := operand{}
		switch word[len(word)-1] {
		case '?':
			o.count, word = optional, word[:len(word)-1]
		case '*':
			o.count, word = repeated, word[:len(word)-1]
		}
		kind, isPlain := plainKinds[word]
		switch {
		case isPlain:
			o.kind = kind
		case bitEnums[word]:
			o.kind, o.enum = kindBitEnum, word
		default:
			o.kind, o.enum = kindValueEnum, word
		}
		list = append(list, o)
	}
	return list
}

// String is the instruction's name, or its number if there is no such instruction.
func (op Opcode) String() string {
	if i := table().instructions[op]; i != nil {
		return i.name
	}
	return "Op" + itoa(uint32(op))
}

// EnumName is the name of a value of an enumeration of the grammar, or its number.
func EnumName(kind string, value uint32) string {
	if m := table().enums[kind][value]; m != nil {
		return m.name
	}
	return itoa(value)
}

// OpenCLName is the name of an instruction of OpenCL.std, "" if there is none with the number.
func OpenCLName(number uint32) string {
	if i := table().openCL[number]; i != nil {
		return i.name
	}
	return ""
}
