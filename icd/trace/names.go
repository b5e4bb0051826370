package trace

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed names_gen.txt
var namesText string

// names are the values of a type that have names, in the order of the headers.
type names struct {
	isBits bool
	values []uint64
	texts  []string
}

// namesOf finds types, and parameters whose types say less than their names.
var namesOf = sync.OnceValue(func() map[string]*names {
	all := map[string]*names{}
	var last *names
	for _, line := range strings.Split(strings.TrimSuffix(namesText, "\n"), "\n") {
		number, name, isValue := strings.Cut(strings.TrimPrefix(line, "\t"), " ")
		if isValue = isValue && line[0] == '\t'; isValue {
			value, _ := strconv.ParseUint(number, 0, 64)
			last.values, last.texts = append(last.values, value), append(last.texts, name)
			continue
		}
		types, isBits := strings.CutSuffix(line, " |")
		last = &names{isBits: isBits}
		for _, t := range strings.Fields(types) {
			all[t] = last
		}
	}
	return all
})

// of is the name of a value, or the names of its bits. What has no name is printed as a number.
func (n *names) of(value uint64) string {
	for i, known := range n.values {
		if known == value {
			return n.texts[i]
		}
	}
	if value == 0 {
		return "0"
	}
	if !n.isBits {
		return fmt.Sprintf("%#x", value)
	}
	var parts []string
	for i, bit := range n.values {
		if bit&(bit-1) == 0 && value&bit != 0 {
			parts = append(parts, n.texts[i])
			value &^= bit
		}
	}
	if value != 0 {
		parts = append(parts, fmt.Sprintf("%#x", value))
	}
	return strings.Join(parts, "|")
}

// number tells addresses and bits from sizes and counts by their values.
func number(value uint64) string {
	const firstAddress = 1 << 32
	if value < firstAddress {
		return strconv.FormatUint(value, 10)
	}
	return fmt.Sprintf("%#x", value)
}
