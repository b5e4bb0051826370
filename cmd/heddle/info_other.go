//go:build !(cgo && linux && amd64)

package main

// machineFacts has no facts here, only the reason.
func machineFacts() (reason string, facts []fact, features []string) {
	return "the machine is looked at by C code for Linux on x86-64, and this program was built without it", nil, nil
}
