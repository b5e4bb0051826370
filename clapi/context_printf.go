package clapi

import (
	"errors"

	"heddle/clapi/cl"
)

// Output of printf that goes to a function of the application (cl_arm_printf).

// PrintTo gives the output of kernels to a function instead of the standard output: that of a launch when it has run,
// on the thread that ran it, without locks. It is called before anybody else has the context.
func (c *Context) PrintTo(print func(text []byte)) { c.print = print }

// printBuffer keeps the output of a launch.
type printBuffer struct {
	text       []byte
	limitBytes uint64
}

var errBufferFull = errors.New("the buffer of printf is full")

// Write keeps a text that still fits.
func (b *printBuffer) Write(text []byte) (int, error) {
	if uint64(len(b.text)+len(text)) > b.limitBytes {
		return 0, errBufferFull
	}
	b.text = append(b.text, text...)
	return len(text), nil
}

// printed is the buffer for a launch in this context.
func (c *Context) printed() *printBuffer {
	for i := 0; i+1 < len(c.properties); i += 2 {
		if size := uint64(c.properties[i+1]); c.properties[i] == cl.PrintfBuffersizeArm && size > printfBufferBytes {
			return &printBuffer{limitBytes: size}
		}
	}
	return &printBuffer{limitBytes: printfBufferBytes}
}
