package clapi

import (
	"errors"
	"fmt"

	"heddle/clapi/cl"
)

// Error is the result of a call that the specification rejects: the status for the caller, and the reason in words,
// naming argument and value, for the context's notify callback and the API trace.
type Error struct {
	Status  cl.Status
	Reason  string
	Context *Context // whose notify callback receives it; nil when the call had no valid context
}

func (e *Error) Error() string { return e.Reason }

// fail makes an Error for no context; methods of objects that have one use Context.fail.
func fail(status cl.Status, format string, args ...any) error {
	return &Error{Status: status, Reason: fmt.Sprintf(format, args...)}
}

// fail makes an Error that the context's notify callback will receive. It calls no callback itself, so it is safe under
// locks; Report does the calling. A nil context is allowed.
func (c *Context) fail(status cl.Status, format string, args ...any) error {
	return &Error{Status: status, Reason: fmt.Sprintf(format, args...), Context: c}
}

// StatusOf is the status a C caller gets for err: cl.Success for nil. An error that is no *Error is a mistake of ours.
func StatusOf(err error) cl.Status {
	if err == nil {
		return cl.Success
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Status
	}
	panic(fmt.Sprintf("BUG: error without a status: %v", err))
}

// Report calls the notify callback of the error's context, if there is one, and returns the status. The C entry points
// call it last, with no lock held.
func Report(err error) cl.Status {
	var e *Error
	if errors.As(err, &e) && e.Context != nil && e.Context.notify != nil {
		e.Context.notify(e.Reason)
	}
	return StatusOf(err)
}
