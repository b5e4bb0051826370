package feature

import (
	"fmt"
	"strings"
)

// Tables is the Markdown of docs/features.md: all that is there, by area, and what is not.
func Tables() string {
	var b strings.Builder
	b.WriteString("\n## Versions\n\n| what | versions |\n|---|---|\n")
	fmt.Fprintf(&b, "| OpenCL | %s |\n| OpenCL C | %s |\n| SPIR-V | %s |\n", API.Short(),
		versionWords(LanguageVersions()), versionWords(SPIRVVersions()))
	for _, v := range languageVersions {
		if without := lacking(v.needs); len(without) > 0 {
			fmt.Fprintf(&b, "\nOpenCL C %s is read (`-cl-std=CL%s`) and not listed: it lacks %s.\n", v.Short(),
				v.Short(), quoted(without))
		}
	}
	for area := range Area(len(areaTitles)) {
		fmt.Fprintf(&b, "\n## %s\n\n| name | version | seen in | what |\n|---|---|---|---|\n", area)
		for _, r := range selected(func(r Row) bool { return r.Area == area }) {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Name, r.Version, r.Places, r.What)
		}
	}
	b.WriteString("\n## Not there\n\n| name | reason |\n|---|---|\n")
	for _, m := range missing {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m.Name, m.Reason)
	}
	return b.String()
}

// Summary is the Markdown of README.md: the names of extensions by area, and those of features without their prefix.
func Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nOpenCL %s; OpenCL C %s; SPIR-V %s.\n\n| area | extensions |\n|---|---|\n",
		API.Short(), versionWords(LanguageVersions()), versionWords(SPIRVVersions()))
	for area := range Area(len(areaTitles)) {
		names := Names(selected(func(r Row) bool { return r.Area == area && !r.IsFeature() }))
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ToLower(area.String()), quoted(names))
	}
	features := Names(Features())
	for i := range features {
		features[i] = strings.TrimPrefix(features[i], Prefix)
	}
	fmt.Fprintf(&b, "\nOptional features of OpenCL C (`%s…`): %s.\n", Prefix, quoted(features))
	return b.String()
}

// Lines is the text of heddle info: a title and words for each line.
func Lines() [][]string {
	lines := [][]string{
		{"OpenCL", API.Short() + ",", "OpenCL C", versionWords(LanguageVersions()) + ",", "SPIR-V",
			versionWords(SPIRVVersions())},
		append([]string{"extensions of the platform:"}, Names(Extensions(OnPlatform))...),
		append([]string{"extensions of the device:"}, Names(Extensions(OnDevice))...),
	}
	return append(lines, append([]string{"features of OpenCL C:"}, Names(Features())...))
}

func versionWords(versions []Version) string {
	words := make([]string, len(versions))
	for i, v := range versions {
		words[i] = v.Short()
	}
	return strings.Join(words, ", ")
}

// quoted is a list of names in the letters of code.
func quoted(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }
