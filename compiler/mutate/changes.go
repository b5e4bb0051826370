package mutate

import (
	"bytes"
	"encoding/binary"
)

// change makes one change.
func (m *mutator) change(b []byte) []byte {
	if len(b) == 0 {
		return append(b, byte(m.random.Uint32()))
	}
	if m.loop.IsText && m.random.IntN(4) != 0 {
		return m.changeToken(b)
	}
	at := m.random.IntN(len(b))
	switch m.random.IntN(9) {
	case 0:
		b[at] ^= 1 << m.random.IntN(8)
	case 1:
		b[at] = byte(m.random.Uint32())
	case 2:
		m.setNumber(b[at:])
	case 3:
		return append(b[:at], b[at+m.length(b[at:]):]...)
	case 4:
		from := m.random.IntN(len(b))
		return insert(b, at, bytes.Clone(b[from:from+m.length(b[from:])]))
	case 5:
		from := m.random.IntN(len(b))
		copy(b[at:], b[from:from+m.length(b[from:])])
	case 6:
		other := m.origin()
		if len(other) > 0 {
			from := m.random.IntN(len(other))
			return insert(b, at, other[from:from+m.length(other[from:])])
		}
	case 7:
		return b[:at]
	case 8:
		b[at] += byte(m.random.IntN(32)) - 16
	}
	return b
}

// length is a random length of at most all of b; short ones are likelier.
func (m *mutator) length(b []byte) int {
	return 1 + m.random.IntN(min(len(b), 1<<(1+m.random.IntN(9))))
}

func insert(b []byte, at int, what []byte) []byte {
	tail := bytes.Clone(b[at:])
	return append(append(b[:at], what...), tail...)
}

// numbers are at the borders of what fields hold.
var numbers = []uint64{0, 1, 7, 16, 127, 128, 255, 256, 1 << 15, 1<<16 - 1, 1 << 16, 1<<31 - 1, 1 << 31,
	1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}

// setNumber writes a number of one, two, four or eight bytes.
func (m *mutator) setNumber(b []byte) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], numbers[m.random.IntN(len(numbers))])
	copy(b, word[:1<<m.random.IntN(4)])
}

// changeToken removes, replaces, repeats, exchanges or inserts tokens.
func (m *mutator) changeToken(b []byte) []byte {
	at := m.random.IntN(len(b))
	from, to := tokenAt(b, at)
	switch m.random.IntN(6) {
	case 0:
		return append(b[:from], b[to:]...)
	case 1, 2:
		tail := bytes.Clone(b[to:])
		return append(append(b[:from], m.token()...), tail...)
	case 3:
		return insert(b, to, bytes.Clone(b[from:to]))
	case 4:
		return insert(b, to, append([]byte(" "), m.token()...))
	}
	otherFrom, otherTo := tokenAt(b, m.random.IntN(len(b)))
	other, tail := bytes.Clone(b[otherFrom:otherTo]), bytes.Clone(b[to:])
	return append(append(b[:from], other...), tail...)
}

// token is one of the seeds' tokens, or a number.
func (m *mutator) token() []byte {
	if m.random.IntN(16) == 0 {
		return appendNumber(nil, numbers[m.random.IntN(len(numbers))])
	}
	return m.tokens[m.random.IntN(len(m.tokens))]
}

func appendNumber(to []byte, n uint64) []byte {
	const digits = "0123456789abcdef"
	to = append(to, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, digits[n>>shift&15])
	}
	return to
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// tokenAt is the word around a place, or its one byte.
func tokenAt(b []byte, at int) (from, to int) {
	from, to = at, at+1
	if !isWord(b[at]) {
		return from, to
	}
	for from > 0 && isWord(b[from-1]) {
		from--
	}
	for to < len(b) && isWord(b[to]) {
		to++
	}
	return from, to
}

// tokensOf are the different tokens of texts.
func tokensOf(texts [][]byte) (tokens [][]byte) {
	seen := map[string]bool{}
	for _, text := range texts {
		for at := 0; at < len(text); {
			_, to := tokenAt(text, at)
			if token := text[at:to]; !seen[string(token)] {
				seen[string(token)] = true
				tokens = append(tokens, token)
			}
			at = to
		}
	}
	return tokens
}

// piece is a few lines of a text.
func (m *mutator) piece(text []byte) []byte {
	if len(text) == 0 {
		return text
	}
	from := bytes.LastIndexByte(text[:m.random.IntN(len(text))], '\n') + 1
	piece := text[from:min(len(text), from+64<<m.random.IntN(5))]
	if end := bytes.LastIndexByte(piece, '\n'); end > 0 {
		return piece[:end+1]
	}
	return piece
}
