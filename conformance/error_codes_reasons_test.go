package conformance

import "regexp"

// unreachableCodes are codes that no program can get, with the reason. The first row that fits holds.
type unreachableCodes struct {
	label, words     string
	functions, codes *regexp.Regexp
}

var every = regexp.MustCompile(``)

var unreachable = []unreachableCodes{
	{"graphics", "the device shares nothing with OpenGL, EGL or Direct3D; the functions answer a valid context or " +
		"object with one code only, and take no context properties of theirs",
		regexp.MustCompile(`GL|EGL`), every},
	{"graphics", "", every, regexp.MustCompile(`GL_|D3D|DX9|EGL`)},
}
