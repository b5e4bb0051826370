package parse

import (
	"slices"
	"strconv"
	"strings"

	"heddle/compiler/diag"
	"heddle/compiler/token"
)

// pragmas is the state set by the pragmas so far.
type pragmas struct {
	contract bool
	off      bool // FP_CONTRACT is off, or was since the block began
	unroll   int  // for the next loop, as in ast.For

	pack  uint64 // the largest alignment of fields, 0: any
	packs []uint64
}

// pragma handles one pragma. Unknown ones are ignored, as C says.
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
	case "EXTENSION":
		p.extensionPragma(f[1:], t.Pos)
	case "FP_CONTRACT":
		p.contractPragma(f[1:])
	case "fp":
		p.fpPragma(f[1:])
	case "loop":
		p.loopPragma(f[1:])
	case "pack":
		p.packPragma(f[1:], t.Pos)
	case "unroll":
		p.pragmas.unroll = unrollFactor(f[1:])
	case "nounroll":
		p.pragmas.unroll = 1
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

// fpPragma handles contract(on), contract(off) and contract(fast) of #pragma clang fp.
func (p *parser) fpPragma(f []string) {
	if len(f) < 2 || f[0] != "contract" {
		return
	}
	p.contractPragma([]string{map[string]string{"on": "ON", "fast": "ON", "off": "OFF"}[f[1]]})
}

// loopPragma handles the unrolling options of #pragma clang loop.
func (p *parser) loopPragma(f []string) {
	for ; len(f) >= 2; f = f[2:] {
		switch {
		case f[0] == "unroll_count":
			p.pragmas.unroll = unrollFactor(f[1:2])
		case f[0] == "unroll" && f[1] == "disable":
			p.pragmas.unroll = 1
		case f[0] == "unroll":
			p.pragmas.unroll = -1
		}
	}
}

// packPragma handles #pragma pack(n), pack(), pack(push, n) and pack(pop), in which n is optional and a name may be
// given.
func (p *parser) packPragma(f []string, pos diag.Pos) {
	f = slices.DeleteFunc(f, func(word string) bool { return word == "," })
	now := &p.pragmas
	switch {
	case len(f) == 0:
		now.pack = 0
		return
	case f[0] == "push":
		now.packs = append(now.packs, now.pack)
		f = f[1:]
	case f[0] == "pop" && len(now.packs) == 0:
		p.warnf(pos, "#pragma pack(pop, ...) failed: stack empty")
		return
	case f[0] == "pop":
		last := len(now.packs) - 1
		now.pack, now.packs = now.packs[last], now.packs[:last]
		f = f[1:]
	}
	if len(f) == 0 {
		return
	}
	word := f[len(f)-1]
	n, err := strconv.ParseUint(word, 0, 8)
	switch {
	case err == nil && (n == 0 || n <= 16 && n&(n-1) == 0):
		now.pack = n
	case err == nil || len(f) == 1 && word != "show" && !isWord(word):
		p.warnf(pos, "expected #pragma pack parameter to be '1', '2', '4', '8', or '16'")
	}
}

func isWord(s string) bool { return s[0] == '_' || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' }

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
