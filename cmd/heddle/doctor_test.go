package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// built is this command as a program, as the doctor starts itself.
func built(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "heddle")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// ourICD is the .icd file of the built library.
func ourICD(t *testing.T) string {
	t.Helper()
	icd, err := filepath.Abs("../../build/heddle.icd")
	if err == nil {
		_, err = os.Stat(icd)
	}
	if err != nil {
		t.Fatal("run ./build.sh build first: ", err)
	}
	return icd
}

// asked runs a program of this command with more variables.
func asked(t *testing.T, program string, settings []string, args ...string) (code int, out string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), settings...)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// TestDoctor: on a machine where all is well it says so, for people and for programs.
func TestDoctor(t *testing.T) {
	program, settings := built(t), []string{"OCL_ICD_VENDORS=" + ourICD(t)}
	code, out := asked(t, program, settings, "doctor")
	for _, part := range []string{"an application sees", "kernel barrier", "interpreter", "all is well"} {
		if code != 0 || !strings.Contains(out, part) {
			t.Fatalf("no %q: %d\n%s", part, code, out)
		}
	}
	var d diagnosis
	code, out = asked(t, program, settings, "doctor", "--json")
	if err := json.Unmarshal([]byte(out), &d); code != 0 || err != nil || !d.IsWell || len(d.Probes) < 2 {
		t.Fatalf("%d, %v:\n%s", code, err, out)
	}
	for _, p := range d.Probes {
		if len(p.Kernels) != len(probeCases) || p.Units == 0 || p.Memory == 0 {
			t.Errorf("%+v", p)
		}
	}
}

// TestDoctorFinds: what is wrong has a line, and makes the exit code 1.
func TestDoctorFinds(t *testing.T) {
	program, folder := built(t), t.TempDir()
	missing := filepath.Join(folder, "missing.icd")
	if err := os.WriteFile(missing, []byte(folder+"/libheddle.so\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, setting := range map[string]string{
		"is no folder":                  "OCL_ICD_VENDORS=" + folder + "/nowhere",
		"no .icd file names libheddle":  "OCL_ICD_VENDORS=" + t.TempDir(),
		"which is not there":            "OCL_ICD_VENDORS=" + missing,
		"cannot be read":                "OCL_ICD_VENDORS=" + folder + "/other.icd",
		"HEDDLE_TRCE: unknown variable": "HEDDLE_TRCE=1",
		"the loader finds no driver":    "OCL_ICD_VENDORS=" + t.TempDir(),
	} {
		code, out := asked(t, program, []string{"OCL_ICD_VENDORS=" + ourICD(t), setting}, "doctor")
		if code != 1 || !strings.Contains(out, want) || !strings.Contains(out, "something is wrong") {
			t.Errorf("%s: no %q: %d\n%s", setting, want, code, out)
		}
	}
}

// TestProbeNoticesWrongResults: the kernels' results are looked at.
func TestProbeNoticesWrongResults(t *testing.T) {
	d := diagnosis{IsWell: true}
	d.judge(ways[0], probe{Kernels: []probeKernel{{Name: "loop", Error: "element 3 is 4, not 5"}}})
	if last := d.Findings[len(d.Findings)-1]; d.IsWell || !last.IsBad || !strings.Contains(last.Text, "element 3") {
		t.Errorf("%+v", d)
	}
}

// TestRunProgram: a program that is run this way sees this driver and no other.
func TestRunProgram(t *testing.T) {
	program, icd := built(t), ourICD(t)
	beside := filepath.Join(filepath.Dir(program), "build")
	if err := os.Symlink(filepath.Dir(icd), beside); err != nil {
		t.Fatal(err)
	}
	code, out := asked(t, program, []string{"OCL_ICD_VENDORS=/nowhere"}, "run", "sh", "-c",
		"echo $OCL_ICD_VENDORS; exit 7")
	if code != 7 || !strings.HasSuffix(strings.TrimSpace(out), "build/heddle.icd") {
		t.Errorf("%d: %s", code, out)
	}
	if code, out = asked(t, program, nil, "run", "no-such-program"); code != 1 || !strings.Contains(out, "not found") {
		t.Errorf("%d: %s", code, out)
	}
	if code, _ = asked(t, program, nil, "run"); code != 2 {
		t.Error(code)
	}
}

// TestInfoAsJSON has what the report for people has.
func TestInfoAsJSON(t *testing.T) {
	var o, p strings.Builder
	var r report
	if code := run([]string{"info", "--json"}, &o, &p); code != 0 {
		t.Fatal(code, p.String())
	}
	err := json.Unmarshal([]byte(o.String()), &r)
	if err != nil || len(r.Facts) < 10 || !strings.Contains(r.Driver, "Heddle") {
		t.Errorf("%v: %s", err, &o)
	}
}
