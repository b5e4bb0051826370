package exec

func runPrintf(f *frame, in *inst) {}
