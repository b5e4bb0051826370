package main

import "C" // makes the export

import "heddle/cbridge/gostack"

// heddleGrowStack is made by each thread before its other calls: a handler of the application may run on the stack.
//
//export heddleGrowStack
func heddleGrowStack() { gostack.Grow() }
