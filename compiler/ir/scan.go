package ir

import (
	"fmt"
	"strings"
)

// scanner cuts the text form into words. A word is a run of letters, digits and .%@#!+-_ characters, a quoted string
// with its quotes, or one other character; "" is the end. A comment runs from a semicolon to the end of the line.
type scanner struct {
	text string
	at   int
	line int
	word string // the current word
	head bool   // the current word is the first of its line
}

// textError is a syntax error, thrown by panic and caught by Parse.
type textError struct{ message string }

func (s *scanner) fail(format string, args ...any) {
	panic(textError{fmt.Sprintf("line %d: ", s.line) + fmt.Sprintf(format, args...)})
}

func wordChar(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte(".%@#!+-_$", c) >= 0
}

func (s *scanner) skipBlanks() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\n':
			s.line++
			s.at++
		case c == ';':
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		default:
			return
		}
	}
}

// next goes to the next word and gives the one before.
func (s *scanner) next() string {
	before, line := s.word, s.line
	s.skipBlanks()
	start := s.at
	s.head = s.line != line
	switch {
	case s.at == len(s.text):
	case s.text[s.at] == '"':
		s.quoted()
	case wordChar(s.text[s.at]):
		for s.at < len(s.text) && wordChar(s.text[s.at]) {
			s.at++
		}
	default:
		s.at++
	}
	s.word = s.text[start:s.at]
	return before
}

func (s *scanner) quoted() {
	for s.at++; s.at < len(s.text) && s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
	if s.at > len(s.text) {
		s.fail("string does not end")
	}
}

// accept advances past the current word if it is the given one, and reports whether it was.
func (s *scanner) accept(word string) bool {
	if s.word != word {
		return false
	}
	s.next()
	return true
}

func (s *scanner) expect(word string) {
	if !s.accept(word) {
		s.fail("%q where %q was expected", s.word, word)
	}
}

// after is the rest of the current word after a prefix that must be there.
func (s *scanner) after(prefix string) string {
	rest, ok := strings.CutPrefix(s.word, prefix)
	if !ok || rest == "" {
		s.fail("%q where a word with %q in front was expected", s.word, prefix)
	}
	s.next()
	return rest
}

// oneOf is the index of the current word in names.
func (s *scanner) oneOf(names []string) int {
	i := indexOf(names, s.word)
	if i < 0 {
		s.fail("%q is none of %q", s.word, names)
	}
	s.next()
	return i
}
