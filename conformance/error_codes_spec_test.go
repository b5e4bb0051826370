package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the specification lists under "Errors", read from its asciidoc. It is not part of the repository: the
// environment variable OPENCL_DOCS names a clone of github.com/KhronosGroup/OpenCL-Docs.

var (
	specPage      = regexp.MustCompile(`(?m)^\[open,refpage='(cl\w+)'`)
	specPrototype = regexp.MustCompile(`include::\{generated\}/api/protos/(cl\w+)\.txt`)
	specErrors    = regexp.MustCompile(`(?m)^(?:// refError|[*{]cl\w+[*}] returns [^.]*?(?:CL_SUCCESS|valid non-zero))`)
	specBullet    = regexp.MustCompile("(?m)^ *\\*+ +[`{](CL_\\w+)[`}]")
	specInherited = regexp.MustCompile(`errors defined by ((?:and|[\s,]|\{cl\w+\})+)`)
	specName      = regexp.MustCompile(`cl\w+`)
	specReplaced  = regexp.MustCompile(`(?m)^\{(CL_\w+)\} is replaced`)
	specFunction  = regexp.MustCompile(`(?m)^\*(cl\w+)\* +returns`)
	specSection   = regexp.MustCompile(`(?m)^=|^\[source|^The function|^clEnqueue|^include`)
)

// specFlag are names in the lists that are no errors.
var specFlag = regexp.MustCompile(`^CL_SUCCESS$|^CL_MEM_(?:COPY_HOST_PTR|SVM_\w+|USE_HOST_PTR)$`)

// codesOf are the error codes of each function.
type codesOf map[string][]string

func (c codesOf) add(function string, codes ...string) {
	for _, code := range codes {
		if !specFlag.MatchString(code) && !slices.Contains(c[function], code) {
			c[function] = append(c[function], code)
		}
	}
}

// specification reads the error codes of all functions that the specification describes.
func specification(t *testing.T, folder string) codesOf {
	t.Helper()
	codes := codesOf{}
	inherited := map[string]string{} // the text of functions that have another one's errors, by name
	for _, text := range documents(t, filepath.Join(folder, "api", "*.asciidoc")) {
		starts := specPage.FindAllStringIndex(text, -1)
		for i, start := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			codes.addPage(text[start[0]:end], inherited)
		}
	}
	for name, text := range inherited {
		codes.inherit(name, text)
	}
	for _, text := range documents(t, filepath.Join(folder, "extensions", "*.asciidoc")) {
		codes.addExtension(text)
	}
	return codes
}

func documents(t *testing.T, pattern string) (texts []string) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths, pattern)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	return texts
}

// addPage adds the errors of a page of the reference, which may be of several functions.
func (c codesOf) addPage(page string, inherited map[string]string) {
	_, page, _ = strings.Cut(page, "\n--\n")
	page, _, _ = strings.Cut(page, "\n--\n")
	errors := specErrors.FindStringIndex(page)
	if errors == nil {
		return
	}
	text := page[errors[0]:]
	for _, name := range specPrototype.FindAllStringSubmatch(page, -1) {
		if specInherited.MatchString(text) {
			inherited[name[1]] = text
		}
		for _, bullet := range specBullet.FindAllStringSubmatch(text, -1) {
			c.add(name[1], bullet[1])
		}
	}
}

// inherit adds the errors that a function that records a command has in common with the one that enqueues it.
func (c codesOf) inherit(name, text string) {
	replaced := []string{"CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"}
	for _, code := range specReplaced.FindAllStringSubmatch(text, -1) {
		replaced = append(replaced, code[1])
	}
	for _, other := range specName.FindAllString(specInherited.FindStringSubmatch(text)[1], -1) {
		for _, code := range c[other] {
			if !slices.Contains(replaced, code) {
				c.add(name, code)
			}
		}
	}
}

// addExtension adds the errors of an extension that has a document of its own.
func (c codesOf) addExtension(text string) {
	for _, start := range specFunction.FindAllStringSubmatchIndex(text, -1) {
		if len(c[text[start[2]:start[3]]]) > 0 {
			continue // a function of the core, of which an extension tells something
		}
		part := text[start[1]:]
		if end := specSection.FindStringIndex(part); end != nil {
			part = part[:end[0]]
		}
		for _, bullet := range specBullet.FindAllStringSubmatch(part, -1) {
			c.add(text[start[2]:start[3]], bullet[1])
		}
	}
}
