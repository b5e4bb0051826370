package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// kindNames are the names of Kind's values in the text form, by use and value. Dimensions are numbers, memories sets.
var kindNames = [...][]string{
	KindICmp:     {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"},
	KindFCmp:     {"oeq", "one", "olt", "ole", "ogt", "oge", "ord", "uno", "ueq", "une"},
	KindRounding: {"", "rte", "rtz", "rtp", "rtn"},
	KindAtomic: {"xchg", "add", "sub", "and", "or", "xor", "smin", "smax", "umin", "umax", "inc", "dec",
		"fadd", "fmin", "fmax", "mul", "fmul"},
	KindSpace:  spaceNames[:],
	KindBound:  {"localend", "privatebegin", "privateend", "stopword"},
	KindPacked: packedNames(),
	KindImage:  imageNames(),
	KindQueue:  queueNames(),
}

var memNames = [...]string{"local", "global", "image"}
var orderNames = [...]string{"relaxed", "acquire", "release", "acqrel", "seqcst"}
var scopeNames = [...]string{"workitem", "subgroup", "workgroup", "device", "alldevices"}
var flagNames = [...]string{"nowrap", "contract", "fast", "volatile", "loose", "address", "whole", "waits"}

// name is the text of a Kind.
func (u KindUse) name(kind uint8) string {
	switch {
	case u == KindNone && kind == 0:
		return ""
	case u == KindDimension:
		return strconv.Itoa(int(kind))
	case u == KindMemFlags:
		return bitNames(memNames[:], kind)
	case int(u) < len(kindNames) && int(kind) < len(kindNames[u]):
		return kindNames[u][kind]
	}
	return fmt.Sprintf("kind?%d", kind)
}

// parse reads the text of a Kind.
func (u KindUse) parse(text string) (uint8, bool) {
	switch u {
	case KindNone:
		return 0, text == ""
	case KindDimension:
		n, err := strconv.ParseUint(text, 10, 8)
		return uint8(n), err == nil && n < 3
	case KindMemFlags:
		var set uint8
		for _, name := range strings.Split(text, "+") {
			i := indexOf(memNames[:], name)
			if i < 0 {
				return 0, text == ""
			}
			set |= 1 << i
		}
		return set, true
	}
	i := indexOf(kindNames[u], text)
	return uint8(max(i, 0)), i >= 0
}

// count is how many values a Kind of this use may have.
func (u KindUse) count() int {
	switch u {
	case KindNone:
		return 1
	case KindDimension:
		return 3
	case KindMemFlags:
		return 1 << len(memNames)
	}
	return len(kindNames[u])
}

// bitNames joins the names of a set's members with plus signs.
func bitNames(names []string, set uint8) string {
	var words []string
	for i, name := range names {
		if set>>i&1 != 0 {
			words = append(words, name)
		}
	}
	return strings.Join(words, "+")
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}
