package amd64

import "heddle/compiler/amd64/object"

// What the code generator makes; package object has the comments.
type (
	Code         = object.Code
	Position     = object.Position
	Print        = object.Print
	PrintOperand = object.PrintOperand
	Version      = object.Version
	Plan         = object.Plan
)
