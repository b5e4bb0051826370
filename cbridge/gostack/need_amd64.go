package gostack

// needRoom has a frame of more than half of Bytes, which the runtime makes room for, and touches nothing of it.
func needRoom()
