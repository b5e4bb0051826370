package main

import "heddle/clapi"

// newCompiler is the compiler that programs are built with.
func newCompiler() clapi.Compiler { return nil }
