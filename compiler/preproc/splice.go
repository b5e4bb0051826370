package preproc

import (
	"bytes"
	"sort"
)

// splice: the text without splices from offset clean on lies delta bytes further on in the original.
type splice struct {
	clean, delta int
}

// removeSplices removes the backslash-newlines from a text (blanks between the two are accepted, as everywhere). It
// returns the text and the places of the removed pieces; texts without splices need no allocation.
func removeSplices(text []byte) (string, []splice) {
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text), nil
	}
	var (
		clean   []byte
		splices []splice
		from    int
	)
	for i := 0; i < len(text); {
		next := bytes.IndexByte(text[i:], '\\')
		if next < 0 {
			break
		}
		i += next
		end := spliceEnd(text, i)
		if end == 0 {
			i++
			continue
		}
		clean = append(clean, text[from:i]...)
		splices = append(splices, splice{len(clean), end - len(clean)})
		from, i = end, end
	}
	if splices == nil {
		return string(text), nil
	}
	return string(append(clean, text[from:]...)), splices
}

// spliceEnd returns the offset after the splice that begins at i, 0 if none does.
func spliceEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\n':
			return i + 1
		case ' ', '\t', '\r', '\v', '\f':
		default:
			return 0
		}
	}
	return 0
}

// originalOffset maps an offset in the clean text back.
func originalOffset(splices []splice, clean int) int {
	i := sort.Search(len(splices), func(i int) bool { return splices[i].clean > clean }) - 1
	if i < 0 {
		return clean
	}
	return clean + splices[i].delta
}
