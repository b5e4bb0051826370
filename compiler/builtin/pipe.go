package builtin

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
)

// The built-in functions of pipes (OpenCL C 3.0, section 6.15.17). Their first argument is a pipe, whose packets
// pointers must lead to.

// checkPipe checks the number of arguments and the pipe.
func checkPipe(c *Call, args []*ast.Type, counts ...int) error {
	ok := false
	for _, n := range counts {
		ok = ok || len(args) == n
	}
	if !ok {
		return wrongCount(c, counts[0], len(args))
	}
	if args[0].Kind != ast.Pipe {
		return noMatch(c, args)
	}
	switch {
	case strings.Contains(c.Name, "read_") && args[0].Access != ast.ReadOnly,
		strings.Contains(c.Name, "write_") && args[0].Access != ast.WriteOnly:
		return fmt.Errorf("'%s' cannot be used with a '%s'", c.Name, spelling(args[0]))
	}
	c.Params = args[:len(args):len(args)]
	return nil
}

// resolvePipePacket resolves read_pipe and write_pipe, of a packet or of one of a reservation.
func resolvePipePacket(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if err := checkPipe(c, args, 2, 4); err != nil {
		return err
	}
	packet := args[len(args)-1]
	if packet.Kind != ast.Pointer || packet.Elem != args[0].Elem && packet.Elem.Kind != ast.Void ||
		c.Name == "read_pipe" && isReadOnly(packet) {
		return noMatch(c, args)
	}
	if len(args) == 4 {
		if args[1].Kind != ast.ReserveID || !args[2].IsInteger() {
			return noMatch(c, args)
		}
		c.Params = []*ast.Type{args[0], args[1], ast.Basic(ast.UInt), packet}
	}
	c.Result = ast.Basic(ast.Int)
	return nil
}

func resolvePipeReserve(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if err := checkPipe(c, args, 2); err != nil {
		return err
	}
	if !args[1].IsInteger() {
		return noMatch(c, args)
	}
	c.Params = []*ast.Type{args[0], ast.Basic(ast.UInt)}
	c.Elem, c.Lanes, c.Result = ast.Basic(ast.ULong), 1, ast.Basic(ast.ReserveID)
	return nil
}

func resolvePipeCommit(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	if err := checkPipe(c, args, 2); err != nil {
		return err
	}
	if args[1].Kind != ast.ReserveID {
		return noMatch(c, args)
	}
	c.Result = ast.Basic(ast.Void)
	return nil
}

func resolvePipeQuery(c *Call, _ string, args []*ast.Type, _ *ast.Types) error {
	c.Result = ast.Basic(ast.UInt)
	return checkPipe(c, args, 1)
}
