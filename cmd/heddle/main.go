// Command heddle belongs to the driver: heddle doctor finds out whether it works here, heddle run starts a program on
// it, heddle info tells what it knows of the machine, for bug reports. And heddle compile is Heddle's compiler, for
// looking at its work: it runs no kernels and needs no OpenCL.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage: heddle doctor [--json]                    tries the driver as an application would, on each engine
       heddle run PROGRAM ARGS…                 runs a program on this driver and no other
       heddle info [--json]                     tells what is known of this machine, for bug reports
       heddle compile [FLAGS] FILE.cl [FLAGS]   compiles a file and shows the stages that are asked for
       heddle compile -help                     lists the flags
`

// run is the program; it returns the exit code: 0, 1 if something is wrong, 2 if it was called wrongly.
func run(args []string, out, problems io.Writer) int {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	switch command {
	case "compile":
		return compile(args, out, problems)
	case "doctor":
		return doctor(args, out, problems)
	case "doctor-probe": // what doctor starts
		return doctorProbe(out, problems)
	case "info":
		return info(args, out, problems)
	case "run":
		return runProgram(args, problems)
	}
	fmt.Fprint(problems, usage)
	return 2
}
