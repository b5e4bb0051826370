package trace

import (
	"fmt"
	"strings"

	"heddle/clapi/cl"
)

// outcome is the result of a call with what it has written, or with the reason of its failure.
func (c *call) outcome(result uint64) string {
	text, status := "", c.status
	switch {
	case c.result == "cl_int":
		status = cl.Status(int32(result))
		text = " = " + status.String()
	case c.result == "void":
		if status != cl.Success {
			text = " = " + status.String()
		}
	case result != 0:
		text = " = " + address(result)
		if status != cl.Success { // a program that could not be linked
			text += " " + status.String()
		}
	default:
		text = " = NULL"
		if status = c.failure(); status != cl.Success {
			text += " " + status.String()
		}
	}
	if status == cl.Success {
		return text + c.outputs()
	}
	return text + c.why(status)
}

// failure is the status of a call without a result.
func (c *call) failure() cl.Status {
	if c.status != cl.Success {
		return c.status
	}
	status, _ := readNumber(c.find("errcode_ret"), 4)
	return cl.Status(int32(status))
}

// why is the reason of a failure.
func (c *call) why(status cl.Status) string {
	switch {
	case c.status == status:
		return ": " + c.reason
	case c.missing != "":
		return ": " + c.missing
	}
	return ""
}

// outputs is what a call has written through its pointers: counts, handles and answers, not the contents of memory.
func (c *call) outputs() string {
	var parts []string
	for i, p := range c.parameters {
		addr := c.arguments[i]
		if addr == 0 || !isPointer(p.declared) || p.isInput() || p.name == "errcode_ret" {
			continue
		}
		if text := c.output(p, addr); text != "" {
			parts = append(parts, p.name+"="+text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

// output is what a pointer leads to after the call, and nothing where that is not known.
func (c *call) output(p parameter, addr uint64) string {
	switch {
	case p.name == "param_value":
		return c.answer(addr)
	case p.declared == "void*":
		return ""
	case p.count == noCount || strings.HasPrefix(p.name, "num_") || p.declared == "cl_event*":
		return one(p, addr)
	}
	count := c.arguments[p.count]
	if c.answered >= 0 {
		count = min(count, uint64(c.answered))
	}
	return c.list(p, addr, count)
}

// answer is the answer to a query. Of most, only the size is known: a text, one or a few numbers, or something else.
func (c *call) answer(addr uint64) string {
	const word, mostWords = 8, 8
	size := c.answered
	if size < 0 {
		return ""
	}
	bytes := readMemory(addr, min(size, max(mostText+1, word*mostWords)))
	switch {
	case isText(bytes, size):
		return quoteText(strings.TrimSuffix(string(bytes), "\x00"))
	case size == 4 || size == word:
		return valueOf(c.query(), littleEndian(bytes))
	case size > 0 && size%word == 0 && len(bytes) == size && size <= word*mostWords:
		parts := make([]string, size/word)
		for i := range parts {
			parts[i] = number(littleEndian(bytes[i*word:][:word]))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprintf("(%d bytes)", size)
}

// query is the name of what is asked.
func (c *call) query() string {
	for i, p := range c.parameters {
		if p.name == "param_name" {
			return scalar(p.declared, "", c.arguments[i])
		}
	}
	return ""
}

// isText reports whether the beginning of an answer, or all of it, is text: the zero is at the end.
func isText(bytes []byte, size int) bool {
	if len(bytes) == 0 {
		return false
	}
	if len(bytes) == size {
		if bytes[size-1] != 0 {
			return false
		}
		bytes = bytes[:size-1]
	}
	for _, b := range bytes {
		if b < ' ' && b != '\n' && b != '\t' && b != '\r' {
			return false
		}
	}
	return true
}
