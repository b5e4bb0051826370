package token

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// WideChar is the value of a character constant with a prefix, spelled L'x', u'x', U'x' or u8'x', which has one
// character; false for others, and if it does not fit.
func WideChar(text string) (uint64, bool) {
	prefix, rest, _ := strings.Cut(text, "'")
	bits := map[string]uint{"L": 32, "u": 16, "U": 32, "u8": 8}[prefix]
	body := strings.TrimSuffix(rest, "'")
	if bits == 0 || body == "" || len(body) == len(rest) {
		return 0, false
	}
	v, size := CharAt(body)
	if size != len(body) || v >= 1<<bits || prefix == "u8" && body[0] != '\\' && v >= utf8.RuneSelf {
		return 0, false
	}
	if prefix == "L" {
		v = uint64(int64(int32(v)))
	}
	return v, true
}

// simpleEscapes are the escape sequences of one letter.
var simpleEscapes = map[byte]uint64{
	'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, '\\': '\\', '\'': '\'', '"': '"', '?': '?',
	'e': 27,
}

// CharAt reads the character or escape sequence at the start of s, which is not empty; size 0 says that there is no
// valid one.
func CharAt(s string) (v uint64, size int) {
	if s[0] != '\\' {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			return 0, 0
		}
		return uint64(r), size
	}
	if len(s) < 2 {
		return 0, 0
	}
	if c, ok := simpleEscapes[s[1]]; ok {
		return c, 2
	}
	if s[1] == 'u' || s[1] == 'U' {
		r, size := UniversalName(s)
		return uint64(r), size
	}
	digits, first, most, base := "01234567", 1, 3, 8
	if s[1] == 'x' {
		digits, first, most, base = "0123456789abcdefABCDEF", 2, len(s), 16
	}
	end := first
	for end < len(s) && end < first+most && strings.IndexByte(digits, s[end]) >= 0 {
		end++
	}
	v, err := strconv.ParseUint(s[first:end], base, 32)
	if err != nil {
		return 0, 0
	}
	return v, end
}

// UniversalName reads \uXXXX or \UXXXXXXXX at the start of s; size 0 if that is no character that may be named so (C99
// 6.4.3).
func UniversalName(s string) (r rune, size int) {
	size = 6
	if s[1] == 'U' {
		size = 10
	}
	if len(s) < size {
		return 0, 0
	}
	v, err := strconv.ParseUint(s[2:size], 16, 32)
	if err != nil || !isNameable(v) {
		return 0, 0
	}
	return rune(v), size
}

// isNameable reports whether a universal character name may stand for a number: for characters, but not for those
// that programs spell directly, and not for surrogates.
func isNameable(v uint64) bool {
	switch {
	case v > utf8.MaxRune, v >= 0xd800 && v < 0xe000:
		return false
	case v < 0xa0:
		return v == '$' || v == '@' || v == '`'
	}
	return true
}
