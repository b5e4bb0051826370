package exec

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// number is a number of a header, an integer or with a decimal point.
type number struct {
	whole   uint64
	float   float64
	isFloat bool
}

func (n number) String() string {
	if n.isFloat {
		return fmt.Sprint(n.float)
	}
	return fmt.Sprint(int64(n.whole))
}

func parseNumber(word string) (number, error) {
	if i, err := strconv.ParseInt(word, 0, 64); err == nil {
		return number{whole: uint64(i), float: float64(i)}, nil
	}
	if u, err := strconv.ParseUint(word, 0, 64); err == nil {
		return number{whole: u, float: float64(u)}, nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return number{}, fmt.Errorf("%q is no number", word)
	}
	return number{float: f, isFloat: true}, nil
}

func parseNumbers(words []string) (list []number, err error) {
	for _, word := range words {
		n, err := parseNumber(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		return nil, errors.New("a number is missing")
	}
	return list, nil
}

// elementType is the type of a buffer's elements.
type elementType struct {
	name    string
	size    int
	isFloat bool
}

var elementTypes = []elementType{
	{"char", 1, false}, {"uchar", 1, false}, {"short", 2, false}, {"ushort", 2, false}, {"int", 4, false},
	{"uint", 4, false}, {"long", 8, false}, {"ulong", 8, false}, {"half", 2, true}, {"float", 4, true},
	{"double", 8, true},
}

// bits is the representation of a number in the type, or an error if the type cannot represent it.
func (e elementType) bits(n number) (uint64, error) {
	switch {
	case e.isFloat && e.size == 2:
		return numeric.FloatToFloat(ir.F16, ir.F64, ir.RoundDefault, math.Float64bits(n.float)), nil
	case e.isFloat && e.size == 4:
		return uint64(math.Float32bits(float32(n.float))), nil
	case e.isFloat:
		return math.Float64bits(n.float), nil
	case n.isFloat:
		return 0, fmt.Errorf("%v is no %s", n.float, e.name)
	}
	free := 64 - 8*e.size
	if signed := int64(n.whole) << free >> free; n.whole<<free>>free != n.whole && uint64(signed) != n.whole {
		return 0, fmt.Errorf("%d is too large for %s", int64(n.whole), e.name)
	}
	return n.whole, nil
}

func (e elementType) allBits(list []number) (all []uint64, err error) {
	for _, n := range list {
		bits, err := e.bits(n)
		if err != nil {
			return nil, err
		}
		all = append(all, bits)
	}
	return all, nil
}

func typeNamed(name string) (elementType, error) {
	i := slices.IndexFunc(elementTypes, func(e elementType) bool { return e.name == name })
	if i < 0 {
		return elementType{}, fmt.Errorf("unknown type %q", name)
	}
	return elementTypes[i], nil
}
