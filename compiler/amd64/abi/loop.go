package abi

// GroupLoop is what the loop over work-groups works on: all that is needed to run the groups Next to End-1 of a launch on
// one thread. Whoever runs a launch fills it in, cbridge/code runs it; there it is the C struct heddle_loop. It holds no
// pointers, only addresses outside the Go heap.
//
// The loop fills in the fields of Context that change with the group (origin, group and size, and the tables of local
// ids for Packed code); all others are there before. It returns Ended when all groups have run, Cancelled, Faulted, or
// Service, after which it goes on when it is called again unchanged.
type GroupLoop struct {
	Entry        uint64 // address of the code, which looks at the frame's masks unless all bundles are whole
	Context      uint64 // address of the Context
	Frames       uint64 // address of the first frame
	FrameStep    uint64 // bytes from frame to frame
	Private      uint64 // address of the private memory of the first frame
	PrivateStep  uint64 // bytes of private memory of a frame
	Width        uint32
	Count        uint32
	Shape        uint32
	Suspends     uint32 // 1: there is a frame for each bundle of a group, else one for all
	Repeats      uint32 // 1: the code at Entry runs as many bundles as its frame says
	WholeRepeats uint32 // 1: so does that at Whole
	Whole        uint64 // address of code for bundles that are whole, for suspending code groups of such; 0: Entry for all

	Next uint64 // number of the next group, or of the one under way
	End  uint64

	// The state. All zero to begin; TableSize stays as it is while the tables do.
	IsLocated uint32    // 1: Context knows which group Next is
	IsInside  uint32    // 1: the group was begun
	IsWaiting uint32    // 1: the bundle returned Service or Suspended and must be entered again
	IsWhole   uint32    // 1: the bundle under way, of suspending code the group, is whole
	Bundle    uint64    // the bundle under way; after Service and Faulted the one that did it
	Bundles   uint64    // of this group
	Run       uint64    // bundles of this call of the code, from Bundle on
	Left      uint64    // bundles that have not ended, of suspending code
	Position  [3]uint64 // local ids of the next bundle's first lane; for Packed code the first is the linear id
	TableSize [3]uint64 // size of the group that the tables of local ids are for
}

// Frame is the index of the frame of the bundle under way.
func (l *GroupLoop) Frame() uint64 {
	if l.Suspends != 0 {
		return l.Bundle
	}
	return 0
}
