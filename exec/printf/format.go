package printf

import (
	"strconv"
	"strings"
)

// piece is plain text of a format and the conversion that follows it. The last piece has no conversion.
type piece struct {
	plain string
	conversion
}

// conversion is a conversion specification of a format.
type conversion struct {
	flags     string
	width     int
	precision int // -1: none
	vector    int // number of elements, 1 for scalars
	length    string
	verb      byte // 0: nothing is converted

	widthIsArgument, precisionIsArgument bool // width and precision above are not valid
}

func (c *conversion) has(flag string) bool { return strings.Contains(c.flags, flag) }

// piecesOf splits a format into pieces, which it appends to a list.
func piecesOf(format string, list []piece) []piece {
	format, _, _ = strings.Cut(format, "\x00")
	for {
		plain, rest, found := strings.Cut(format, "%")
		if found && rest == "" {
			plain = format // a % at the end is text
		}
		if rest == "" {
			return append(list, piece{plain: plain})
		}
		c, n := parseConversion(rest)
		format = rest[n:]
		list = append(list, piece{plain, c})
	}
}

// parseConversion parses the text that follows a %, and returns the length of the conversion.
func parseConversion(text string) (c conversion, n int) {
	c = conversion{precision: -1, vector: 1}
	take := func(set string) string {
		start := n
		for n < len(text) && strings.IndexByte(set, text[n]) >= 0 {
			n++
		}
		return text[start:n]
	}
	number := func() int {
		value, _ := strconv.Atoi(take("0123456789"))
		return min(value, maxField)
	}
	c.flags = take("-+ #0")
	c.width = number()
	c.widthIsArgument = take("*") != ""
	if take(".") != "" {
		c.precision = number()
		c.precisionIsArgument = take("*") != ""
	}
	if take("v") != "" {
		c.vector = max(1, min(number(), 16))
	}
	c.length = take("hlLjzt")
	if n < len(text) {
		c.verb = text[n]
		n++
	}
	return c, n
}

// maxField bounds widths and precisions, so that a format cannot ask for gigabytes.
const maxField = 4096
