package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestGeneratedFilesAreFresh(t *testing.T) {
	if _, err := os.Stat(filepath.Join(headerDir, "CL/cl.h")); err != nil {
		t.Fatal("the Khronos headers are not installed (Debian: opencl-c-headers)")
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		have, err := os.ReadFile(filepath.Join("../../..", path))
		if err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is stale: run `go run ./clapi/cl/gen` at the top of the repository", path)
		}
	}
}

func TestGoName(t *testing.T) {
	for macro, want := range map[string]string{
		"CL_INVALID_VALUE":           "InvalidValue",
		"CL_DEVICE_SVM_CAPABILITIES": "DeviceSvmCapabilities",
		"CL_UNORM_INT8":              "UnormInt8",
		"CL_sRGBA":                   "Srgba",
	} {
		if have := goName(macro); have != want {
			t.Errorf("%s is called %s, want %s", macro, have, want)
		}
	}
}

func TestCString(t *testing.T) {
	for value, want := range map[string]string{"": `""`, "a\x00": `"a\0"`, "\x007\xff": `"\0007\377"`,
		`"\x`: `"\42\134x"`} {
		if have := cString([]byte(value)); have != want {
			t.Errorf("%q is %s, want %s", value, have, want)
		}
	}
}

func TestQueryName(t *testing.T) {
	constants := []constant{{macro: "CL_OTHER", value: "0x1000"}, {macro: "CL_DEVICE_TYPE", value: "0x1000"}}
	if have, err := queryName(constants, regexp.MustCompile("^CL_DEVICE_"), 0x1000); err != nil ||
		have != "CL_DEVICE_TYPE" {
		t.Error(have, err)
	}
	if _, err := queryName(constants, regexp.MustCompile("^CL_DEVICE_"), 0x1001); err == nil {
		t.Error("a name for a query that the headers do not have")
	}
}
