package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"
)

// headerDir is where Debian's opencl-c-headers puts the Khronos headers.
const headerDir = "/usr/include"

// shim stands before the headers: it asks for the newest version with all deprecated entry points. The system's
// stddef and stdint are not needed beyond these four types.
const shim = `
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
` + renamed + `
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
`

// newerFile is the name of what stands behind the headers.
const newerFile = "newer.h"

// headers is the translated set of Khronos headers.
type headers struct {
	ast *cc.AST
}

// readHeaders parses the installed Khronos headers.
func readHeaders() (*headers, error) {
	cfg, err := cc.NewConfig("linux", "amd64")
	if err != nil {
		return nil, err
	}
	cfg.EvalAllMacros = true
	cfg.SysIncludePaths = append([]string{headerDir}, cfg.SysIncludePaths...)
	ast, err := cc.Translate(cfg, []cc.Source{
		{Name: "<predefined>", Value: cfg.Predefined},
		{Name: "<builtin>", Value: cc.Builtin},
		{Name: "shim.c", Value: shim},
		{Name: newerFile, Value: newer},
	})
	if err != nil {
		return nil, fmt.Errorf("reading the OpenCL headers: %w", err)
	}
	return &headers{ast}, nil
}

// constant is one object-like macro with an integer value.
type constant struct {
	macro  string // CL_INVALID_VALUE
	goName string // InvalidValue
	value  string // a Go literal
	status bool   // an error code, or CL_SUCCESS
	file   string
	line   int
}

// constantFiles are where constants are taken from.
var constantFiles = []string{"cl.h", "cl_ext.h", newerFile}

// notStatus lists negative constants that are not error codes: they are values of cl_build_status.
var notStatus = map[string]bool{"CL_BUILD_NONE": true, "CL_BUILD_ERROR": true, "CL_BUILD_IN_PROGRESS": true}

// constants returns every CL_* integer macro of cl.h, cl_ext.h and what is newer, in that order.
func (h *headers) constants() []constant {
	var list []constant
	for name, macro := range h.ast.Macros {
		file := filepath.Base(macro.Position().Filename)
		if !strings.HasPrefix(name, "CL_") || macro.IsFnLike || !slices.Contains(constantFiles, file) {
			continue
		}
		value, isNegative, ok := integer(macro)
		if !ok {
			continue
		}
		list = append(list, constant{
			macro:  name,
			goName: goName(name),
			value:  value,
			status: name == "CL_SUCCESS" || isNegative && !notStatus[name],
			file:   file,
			line:   macro.Position().Line,
		})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].file != list[j].file {
			return list[i].file < list[j].file
		}
		return list[i].line < list[j].line
	})
	return list
}

// integer returns the macro's value as a Go literal and whether it is written as a plain negative number.
func integer(macro *cc.Macro) (literal string, isNegative, ok bool) {
	tokens := macro.ReplacementList()
	if len(tokens) == 0 {
		return "", false, false
	}
	isNegative = len(tokens) == 2 && tokens[0].SrcStr() == "-"
	switch value := macro.Value().(type) {
	case cc.Int64Value:
		if value < 0 {
			return fmt.Sprintf("%d", int64(value)), isNegative, true
		}
		return spelled(tokens, uint64(value)), isNegative, true
	case cc.UInt64Value:
		return spelled(tokens, uint64(value)), false, true
	}
	return "", false, false
}

// spelled keeps the header's choice between decimal and hexadecimal.
func spelled(tokens []cc.Token, value uint64) string {
	if strings.HasPrefix(tokens[0].SrcStr(), "0x") || strings.Contains(tokens[0].SrcStr(), "(") {
		return fmt.Sprintf("%#x", value)
	}
	return fmt.Sprintf("%d", value)
}

// goName turns CL_FOO_BAR into FooBar.
func goName(macro string) string {
	var b strings.Builder
	for _, word := range strings.Split(strings.TrimPrefix(macro, "CL_"), "_") {
		if word == "" {
			continue
		}
		b.WriteString(strings.ToUpper(word[:1]) + strings.ToLower(word[1:]))
	}
	return b.String()
}
