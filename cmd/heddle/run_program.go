package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// runProgram is the command: it becomes the program, which finds this driver and no other.
func runProgram(args []string, problems io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(problems, usage)
		return 2
	}
	path, err := exec.LookPath(args[0])
	if err == nil {
		err = become(path, args)
	}
	fmt.Fprintln(problems, "heddle run:", err)
	return 1
}

// become returns only if it fails.
func become(path string, args []string) error {
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	library, icd, err := ourFiles(executable)
	if err != nil {
		return err
	}
	if icd, err = filepath.Abs(icd); err != nil {
		return err
	}
	if library, err = filepath.Abs(library); err != nil {
		return err
	}
	return syscall.Exec(path, args, driverEnvironment(os.Environ(), library, icd))
}

// driverEnvironment is an environment in which loaders find one driver: Debian's by the .icd file, that of Khronos by
// the library.
func driverEnvironment(environment []string, library, icd string) []string {
	ours := slices.DeleteFunc(slices.Clone(environment), func(entry string) bool {
		return strings.HasPrefix(entry, "OCL_ICD_")
	})
	return append(ours, "OCL_ICD_VENDORS="+icd, "OCL_ICD_FILENAMES="+library)
}
