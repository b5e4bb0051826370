package cyclemodel

// MaxInsts is the length of the longest code that is looked at.
const MaxInsts = maxInsts
