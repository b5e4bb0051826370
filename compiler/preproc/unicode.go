package preproc

import (
	"unicode"
	"unicode/utf8"
)

// identRunes are the characters outside ASCII that identifiers may hold (C11 D.1).
var identRunes = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0xa8, Hi: 0xa8, Stride: 1}, {Lo: 0xaa, Hi: 0xaa, Stride: 1}, {Lo: 0xad, Hi: 0xad, Stride: 1},
		{Lo: 0xaf, Hi: 0xaf, Stride: 1},
		{Lo: 0xb2, Hi: 0xb5, Stride: 1}, {Lo: 0xb7, Hi: 0xba, Stride: 1}, {Lo: 0xbc, Hi: 0xbe, Stride: 1},
		{Lo: 0xc0, Hi: 0xd6, Stride: 1},
		{Lo: 0xd8, Hi: 0xf6, Stride: 1}, {Lo: 0xf8, Hi: 0x167f, Stride: 1}, {Lo: 0x1681, Hi: 0x180d, Stride: 1},
		{Lo: 0x180f, Hi: 0x1fff, Stride: 1}, {Lo: 0x200b, Hi: 0x200d, Stride: 1}, {Lo: 0x202a, Hi: 0x202e, Stride: 1},
		{Lo: 0x203f, Hi: 0x2040, Stride: 1}, {Lo: 0x2054, Hi: 0x2054, Stride: 1}, {Lo: 0x2060, Hi: 0x218f, Stride: 1},
		{Lo: 0x2460, Hi: 0x24ff, Stride: 1}, {Lo: 0x2776, Hi: 0x2793, Stride: 1}, {Lo: 0x2c00, Hi: 0x2dff, Stride: 1},
		{Lo: 0x2e80, Hi: 0x2fff, Stride: 1}, {Lo: 0x3004, Hi: 0x3007, Stride: 1}, {Lo: 0x3021, Hi: 0x302f, Stride: 1},
		{Lo: 0x3031, Hi: 0xd7ff, Stride: 1}, {Lo: 0xf900, Hi: 0xfd3d, Stride: 1}, {Lo: 0xfd40, Hi: 0xfdcf, Stride: 1},
		{Lo: 0xfdf0, Hi: 0xfe44, Stride: 1}, {Lo: 0xfe47, Hi: 0xfffc, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x10000, Hi: 0x1fffd, Stride: 1}, {Lo: 0x20000, Hi: 0x2fffd, Stride: 1},
		{Lo: 0x30000, Hi: 0x3fffd, Stride: 1},
		{Lo: 0x40000, Hi: 0x4fffd, Stride: 1}, {Lo: 0x50000, Hi: 0x5fffd, Stride: 1},
		{Lo: 0x60000, Hi: 0x6fffd, Stride: 1},
		{Lo: 0x70000, Hi: 0x7fffd, Stride: 1}, {Lo: 0x80000, Hi: 0x8fffd, Stride: 1},
		{Lo: 0x90000, Hi: 0x9fffd, Stride: 1},
		{Lo: 0xa0000, Hi: 0xafffd, Stride: 1}, {Lo: 0xb0000, Hi: 0xbfffd, Stride: 1},
		{Lo: 0xc0000, Hi: 0xcfffd, Stride: 1},
		{Lo: 0xd0000, Hi: 0xdfffd, Stride: 1}, {Lo: 0xe0000, Hi: 0xefffd, Stride: 1},
	},
	LatinOffset: 9,
}

// laterRunes are those of them that may not come first (C11 D.2).
var laterRunes = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x300, Hi: 0x36f, Stride: 1}, {Lo: 0x1dc0, Hi: 0x1dff, Stride: 1}, {Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
	{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
}}

// spaceRunes are the blanks outside ASCII, which come from text editors and web pages.
var spaceRunes = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x85, Hi: 0x85, Stride: 1}, {Lo: 0xa0, Hi: 0xa0, Stride: 1}, {Lo: 0x1680, Hi: 0x1680, Stride: 1},
	{Lo: 0x180e, Hi: 0x180e, Stride: 1},
	{Lo: 0x2000, Hi: 0x200a, Stride: 1}, {Lo: 0x2028, Hi: 0x2029, Stride: 1}, {Lo: 0x202f, Hi: 0x202f, Stride: 1},
	{Lo: 0x205f, Hi: 0x205f, Stride: 1}, {Lo: 0x3000, Hi: 0x3000, Stride: 1},
}, LatinOffset: 2}

// identStart is the size of the character outside ASCII at i, if an identifier may begin with it; else 0.
func (l *lexer) identStart(i int) int {
	r, size := utf8.DecodeRuneInString(l.text[i:])
	if size == 1 || !unicode.Is(identRunes, r) || unicode.Is(laterRunes, r) {
		return 0
	}
	return size
}

// identEnd is the end of the identifier that begins before i.
func (l *lexer) identEnd(i int) int {
	for i < len(l.text) {
		switch c := l.text[i]; {
		case isIdentByte(c):
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, size := utf8.DecodeRuneInString(l.text[i:])
			if size == 1 || !unicode.Is(identRunes, r) {
				return i
			}
			i += size
		}
	}
	return i
}

// skipUnicodeSpace skips a blank outside ASCII, and reports whether there was one.
func (l *lexer) skipUnicodeSpace() bool {
	r, size := utf8.DecodeRuneInString(l.text[l.offset:])
	if !unicode.Is(spaceRunes, r) {
		return false
	}
	if !l.isSkipping {
		l.list.Warnf(l.pos(l.offset), "treating Unicode character <U+%04X> as whitespace", r)
	}
	l.offset += size
	return true
}
