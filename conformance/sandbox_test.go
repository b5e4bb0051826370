package conformance

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// noRights is the code of host/process/sandbox.c where it may not give up rights.
const noRights = 77

// TestSandboxes: processes that gave up rights compute, before the driver's first call or afterwards.
func TestSandboxes(t *testing.T) {
	program := compile(t, "host/process/sandbox.c")
	for _, kind := range []string{"no-exec", "kill", "proc", "chroot", "closed", "home"} {
		for _, when := range []string{"early", "later"} {
			t.Run(kind+"/"+when, func(t *testing.T) {
				t.Parallel()
				for _, engine := range []string{"", "HEDDLE_EXEC=interp"} {
					ended := runInSandbox(t, program, kind, when, engine)
					if kind == "no-exec" && when == "early" && engine == "" {
						require.Equal(t, 1, strings.Count(ended.output, "kernels run on the interpreter"))
					}
				}
			})
		}
	}
}

func runInSandbox(t *testing.T, program, kind, when, engine string) end {
	t.Helper()
	arguments := []string{kind}
	if when == "later" {
		arguments = append(arguments, when)
	}
	ended := finish(t, append(vendors(t), engine), program, arguments...)
	if ended.code == noRights {
		t.Skip("this needs the rights of root, and no sandbox around it")
	}
	requireEnd(t, ended, 0, 0)
	return ended
}

// TestSystemCallsAreDocumented: the document lists the system calls that a sandbox must allow, as the test does.
func TestSystemCallsAreDocumented(t *testing.T) {
	source, err := os.ReadFile("host/process/sandbox_calls.h")
	require.NoError(t, err)
	text, err := os.ReadFile(reliability)
	require.NoError(t, err)
	document := strings.Join(strings.Fields(string(text)), " ")
	for kind, intro := range map[string]string{"CALL": "Always: ", "EARLY": "Until a first kernel has run, besides: "} {
		var names []string
		rows := regexp.MustCompile(`(?m)^\t` + kind + `\((\w+)\)$`)
		for _, found := range rows.FindAllStringSubmatch(string(source), -1) {
			names = append(names, "`"+found[1]+"`")
		}
		require.NotEmpty(t, names)
		require.Contains(t, document, intro+strings.Join(names, ", ")+".")
	}
}
