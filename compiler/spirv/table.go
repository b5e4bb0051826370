package spirv

import (
	"strconv"
	"strings"
	"sync"
)

// Opcode is the number of an instruction.
type Opcode uint16

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
	for _, lines := range [...]string{enumLines, newerEnumLines} {
		for line := range strings.Lines(lines) {
			kind, rest, _ := strings.Cut(line, " ")
			number, name, parameters := splitLine(rest)
			if t.enums[kind] == nil {
				t.enums[kind] = map[uint32]*enumMember{}
			}
			t.enums[kind][number] = &enumMember{name, parseOperands(parameters)}
		}
	}
	for _, lines := range [...]string{instructionLines, newerLines} {
		for line := range strings.Lines(lines) {
			number, name, operands := splitLine(line)
			t.instructions[Opcode(number)] = &info{name, parseOperands(operands)}
		}
	}
	for line := range strings.Lines(openCLLines) {
		number, name, operands := splitLine(line)
		t.openCL[number] = &info{name, parseOperands(operands)}
	}
	return t
})

// splitLine reads a line of a table: a number, a name and operands.
func splitLine(line string) (number uint32, name, operands string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	n, err := strconv.ParseUint(first, 10, 32)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	name, operands, _ = strings.Cut(rest, " ")
	return uint32(n), name, operands
}

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
