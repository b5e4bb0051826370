package feature

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lists in README.md and docs/features.md")

// The lists in the documents lie between two lines.
const (
	docBegin = "<!-- made of the table by go test ./compiler/feature -run Documents -update -->\n"
	docEnd   = "\n<!-- end -->\n"
)

// TestDocuments compares the lists in the documents with the table.
func TestDocuments(t *testing.T) {
	for file, want := range map[string]string{"../../README.md": Summary(), "../../docs/features.md": Tables()} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, begins := strings.Cut(string(text), docBegin)
		have, after, ends := strings.Cut(rest, docEnd)
		switch {
		case !begins || !ends:
			t.Errorf("%s has no lines %s and %s", file, docBegin, docEnd)
		case have == want:
		case !*update:
			t.Errorf("%s is stale: go test ./compiler/feature -run Documents -update", file)
		default:
			if err := os.WriteFile(file, []byte(before+docBegin+want+docEnd+after), 0o644); err != nil {
				t.Error(err)
			}
		}
	}
}

// A row has a name of the right form that no other has, and all its fields; a missing one has a reason.
func TestRows(t *testing.T) {
	name := regexp.MustCompile(`^(cl_[a-z]+_\w+|__opencl_c_\w+)$`)
	seen := map[string]bool{}
	see := func(of, text string) {
		if !name.MatchString(of) || seen[of] || text == "" || len(of) >= 64 { // CL_NAME_VERSION_MAX_NAME_SIZE
			t.Errorf("%q: a bad name, a second row, or no text", of)
		}
		seen[of] = true
	}
	for _, r := range All() {
		see(r.Name, r.What)
		if r.Version == (Version{}) || r.Places == 0 || r.IsFeature() && r.Places != OnDevice|InLanguage {
			t.Errorf("%+v", r)
		}
	}
	for _, m := range MissingRows() {
		see(m.Name, m.Reason)
	}
}

// What OpenCL demands of a device of the version that is reported is in the table.
func TestRequirements(t *testing.T) {
	for _, r := range requiredExtensions {
		if r.since.Number() <= API.Number() {
			for _, name := range lacking(r.names) {
				t.Errorf("OpenCL %s needs %s", API.Short(), name)
			}
		}
	}
	for name, extension := range impliedExtensions {
		if Has(name) != Has(extension) {
			t.Errorf("%s and %s come together", name, extension)
		}
	}
	listed := LanguageVersions()
	for _, v := range []Version{{1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {3, 0, 0}, API} {
		if !slices.Contains(listed, v) {
			t.Errorf("OpenCL %s needs OpenCL C %s", API.Short(), v.Short())
		}
	}
	for _, v := range []Version{{1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 3, 0}, {1, 4, 0}} {
		if !slices.Contains(SPIRVVersions(), v) {
			t.Errorf("OpenCL 3.1 needs SPIR-V %s", v.Short())
		}
	}
	if !slices.ContainsFunc(Extensions(OnPlatform), func(r Row) bool { return r.Name == "cl_khr_icd" }) {
		t.Error("loaders look for cl_khr_icd")
	}
}

// TestListIsShort: many programs have 2,048 bytes for the device's extensions, and give it up if the list is longer.
func TestListIsShort(t *testing.T) {
	if n := len(strings.Join(Names(Extensions(OnDevice)), " ")) + 1; n > 2048 {
		t.Errorf("CL_DEVICE_EXTENSIONS has %d bytes", n)
	}
	if n := len(strings.Join(Names(Extensions(OnPlatform)), " ")) + 1; n > 1024 {
		t.Errorf("CL_PLATFORM_EXTENSIONS has %d bytes", n)
	}
}

// Programs ask the platform for what brings functions or flags, and take it for missing.
func TestPlatformListsHostExtensions(t *testing.T) {
	listed := Names(Extensions(OnPlatform))
	for _, name := range []string{"cl_khr_priority_hints", "cl_khr_throttle_hints", "cl_ext_buffer_device_address",
		"cl_intel_unified_shared_memory", "cl_khr_command_buffer"} {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is not an extension of the platform", name)
		}
	}
}

// A feature that builds on others comes with them (unified specification of OpenCL C, "Features").
func TestFeaturesBuildOnOthers(t *testing.T) {
	for name, needs := range map[string][]string{
		"__opencl_c_3d_image_writes":   {"__opencl_c_images"},
		"__opencl_c_read_write_images": {"__opencl_c_images"},
		"__opencl_c_pipes":             {"__opencl_c_generic_address_space"},
		"__opencl_c_device_enqueue": {"__opencl_c_generic_address_space",
			"__opencl_c_program_scope_global_variables"},
	} {
		if Has(name) {
			for _, other := range lacking(needs) {
				t.Errorf("%s needs %s", name, other)
			}
		}
	}
}

// A version of OpenCL C is listed exactly if all its features are there.
func TestListedVersions(t *testing.T) {
	listed := LanguageVersions()
	for _, v := range languageVersions {
		if all := len(lacking(v.needs)) == 0; slices.Contains(listed, v.Version) != all {
			t.Errorf("OpenCL C %s: listed %v, complete %v", v.Short(), !all, all)
		}
	}
	if got := (Version{3, 1, 2}).Number(); got != 310 {
		t.Error(got)
	}
}
