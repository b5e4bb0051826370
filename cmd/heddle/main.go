// Heddle's compiler as a program, for looking at its work: heddle compile FILE.cl. It runs no kernels and needs no
// OpenCL. And the library's view of the machine, for bug reports: heddle info.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage: heddle compile [FLAGS] FILE.cl [FLAGS]   compiles a file and shows the stages that are asked for
       heddle compile -help                     lists the flags
       heddle info                              tells what is known of this machine, for bug reports
`

// run is the program; it returns the exit code: 0, 1 if a kernel does not compile, 2 if it was called wrongly.
func run(args []string, out, problems io.Writer) int {
	if len(args) > 0 && args[0] == "compile" {
		return compile(args[1:], out, problems)
	}
	if len(args) > 0 && args[0] == "info" {
		return info(args[1:], out, problems)
	}
	fmt.Fprint(problems, usage)
	return 2
}
