package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// vendor is a driver as loaders find it.
type vendor struct {
	File    string `json:"file,omitempty"` // the .icd file; empty: the environment names the library itself
	Library string `json:"library"`
}

// isOurs reports whether the library is Heddle's.
func (v vendor) isOurs() bool { return strings.Contains(filepath.Base(v.Library), "libheddle") }

// systemVendors is where loaders look if the environment names no other place.
const systemVendors = "/etc/OpenCL/vendors"

// loaderVariables are the variables that tell loaders where to look. Debian's loader knows the first,
// that of Khronos all but the last.
var loaderVariables = []string{"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_LAYERS", "LD_LIBRARY_PATH",
	"LD_PRELOAD", "OPENCL_VENDOR_PATH"}

// findVendors lists the drivers that a loader finds in an environment, and says what is wrong with their files.
func findVendors(getenv func(string) string) (found []vendor, problems []string) {
	for _, library := range filepath.SplitList(getenv("OCL_ICD_FILENAMES")) {
		found = append(found, vendor{Library: library})
	}
	place := getenv("OCL_ICD_VENDORS")
	switch {
	case place == "":
		place = systemVendors
	case strings.HasSuffix(place, ".icd"):
		return appendVendor(found, place, problems)
	}
	files, err := filepath.Glob(filepath.Join(place, "*.icd"))
	if err != nil || len(files) == 0 {
		if info, failed := os.Stat(place); failed != nil || !info.IsDir() {
			problems = append(problems, fmt.Sprintf("%s, where the loader looks for .icd files, is no folder", place))
		}
	}
	for _, file := range files {
		found, problems = appendVendor(found, file, problems)
	}
	return found, problems
}

// appendVendor adds the driver that an .icd file names.
func appendVendor(found []vendor, file string, problems []string) ([]vendor, []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return found, append(problems, fmt.Sprintf("%s cannot be read: %v", file, err))
	}
	library, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if filepath.IsAbs(library) {
		if _, err := os.Stat(library); err != nil {
			problems = append(problems, fmt.Sprintf("%s names %s, which is not there", file, library))
		}
	}
	return append(found, vendor{File: file, Library: library}), problems
}

// ourFiles finds the library and its .icd file that belong to this program: installed, or built in the tree.
func ourFiles(executable string) (library, icd string, err error) {
	folder := filepath.Dir(executable)
	for _, candidate := range []string{filepath.Join(folder, "../lib/heddle"), folder, filepath.Join(folder, "build"),
		"build"} {
		library, icd = filepath.Join(candidate, "libheddle.so"), filepath.Join(candidate, "heddle.icd")
		if isFile(library) && isFile(icd) {
			return library, icd, nil
		}
	}
	return "", "", fmt.Errorf("libheddle.so and heddle.icd are neither in %s nor in ./build",
		filepath.Join(folder, "../lib/heddle"))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
