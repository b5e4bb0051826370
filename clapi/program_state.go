package clapi

type programState struct{}
