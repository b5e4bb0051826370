package parse

import (
	"strconv"
	"strings"

	"heddle/compiler/token"
)

// pragmas is what the pragmas seen so far say.
type pragmas struct {
	contract bool
	off      bool // FP_CONTRACT is off, or was since the block began
	unroll   int  // for the next loop, as in ast.For
}

// pragma acts on one pragma. Unknown ones are ignored, as C says.
func (p *parser) pragma(t token.Token) {
	f := strings.FieldsFunc(t.Text, func(r rune) bool {
		return r == ' ' || r == '\t' || r == '(' || r == ')' || r == ':'
	})
	isOurs := len(f) > 0 && (f[0] == "OPENCL" || f[0] == "STDC")
	if len(f) > 0 && (f[0] == "OPENCL" || f[0] == "STDC" || f[0] == "clang") {
		f = f[1:]
	}
	if len(f) == 0 {
		return
	}
	switch f[0] {
	case "FP_CONTRACT":
		p.contractPragma(f[1:])
	case "unroll":
		p.pragmas.unroll = unrollFactor(f[1:])
	case "nounroll":
		p.pragmas.unroll = 1
	case "EXTENSION":
		p.extensionPragma(f[1:], t.Pos)
	case "FENV_ACCESS", "CX_LIMITED_RANGE":
	default:
		if isOurs {
			p.unknownPragma(f[0], t.Pos)
		}
	}
}

func (p *parser) contractPragma(f []string) {
	if len(f) == 0 {
		return
	}
	switch f[0] {
	case "ON":
		p.pragmas.contract = true
	case "OFF":
		p.pragmas.contract = false
		p.pragmas.off = true
	case "DEFAULT":
		p.pragmas.contract = p.Unit.Contract
	}
}

func unrollFactor(f []string) int {
	if len(f) == 0 {
		return -1
	}
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 1 {
		return 0
	}
	return n
}
