//go:build !(cgo && linux && amd64)

package main

import (
	"fmt"
	"io"
)

const noProbe = "the driver is tried by C code for Linux on x86-64, and this program was built without it"

// widestVectors has only a reason why kernels cannot run.
func widestVectors() (bits int, reason string) { return 0, noProbe }

func doctorProbe(_, problems io.Writer) int {
	fmt.Fprintln(problems, noProbe)
	return 1
}
