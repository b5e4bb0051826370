package amd64

import "heddle/compiler/amd64/object"

// What the code generator makes; package object has the comments.
type (
	Code        = object.Code
	Position    = object.Position
	Service     = object.Service
	LaneOperand = object.LaneOperand
	Version     = object.Version
	Plan        = object.Plan
)
