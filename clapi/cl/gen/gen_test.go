package main

import (
	"bytes"
	"os"
	"path/filepath"
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
