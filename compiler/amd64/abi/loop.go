package abi

// GroupLoop is the state of a loop over work-groups: it runs the groups Next to End-1 of a launch on one thread. The
// engine fills it in, and cbridge/code runs it, where it is the C struct heddle_loop. It holds no pointers, only
// addresses outside the Go heap.
//
// The loop fills in the fields of Context that change with the group: origin, group and size, and for Packed code the
// tables of local ids. All others must be filled in before. It returns Ended after the last group, Cancelled, Faulted,
// Deadlock, or Service; after Service it continues when it is called again unchanged.
type GroupLoop struct {
	Entry       uint64 // address of the code; it obeys the frame's masks unless all bundles are whole
	Context     uint64 // address of the Context
	Frames      uint64 // address of the first frame
	FrameStep   uint64 // bytes from frame to frame
	Private     uint64 // address of the private memory of the first frame
	PrivateStep uint64 // bytes of private memory of a frame
	Width       uint32
	Count       uint32
	Shape       uint32
	// 1: each bundle of a group has a frame; SuspendsAndYields: and the code returns Yielded; 0: all share one frame
	Suspends     uint32
	Repeats      uint32 // 1: the code at Entry runs the number of bundles that its frame says
	WholeRepeats uint32 // 1: so does the code at Whole
	// Whole is the address of code for bundles without masked lanes; if the code suspends, for groups of such bundles
	// only. 0: Entry serves all.
	Whole uint64

	Next uint64 // number of the next or the current group
	End  uint64

	// Bytes to clear, 0 for none: of local memory before each group, and of the private memory of a frame before each
	// bundle.
	ClearLocal   uint64
	ClearPrivate uint64

	// The state. All zero at the beginning; TableSize is kept as long as the tables are.
	IsLocated uint32 // 1: Context describes group Next
	IsInside  uint32 // 1: the group has begun
	IsWaiting uint32 // 1: the bundle returned Service or Suspended and must be entered again
	IsWhole   uint32 // 1: the current bundle (of suspending code: the group) is whole
	HasMoved  uint32 // 1: in this round a bundle has done something else than to wait
	// Band is 0 if groups run row by row, else how many columns of groups are run at a time (Place). It is no state.
	Band      uint32
	Bundle    uint64    // the current bundle; after Service and Faulted the one that returned it
	Bundles   uint64    // of this group
	Run       uint64    // bundles of the current call of the code, from Bundle on
	Left      uint64    // bundles that have not ended, if the code suspends
	Position  [3]uint64 // local ids of the next bundle's first lane; for Packed code the first is the linear id
	TableSize [3]uint64 // size of the group to which the tables of local ids belong
}

// Place is the place of a group by its number, in an NDRange of that many groups in each dimension.
func (l *GroupLoop) Place(number uint64, groups [3]uint64) (place [3]uint64) {
	width, height := groups[0], groups[1]
	if l.Band == 0 {
		row := number / width
		return [3]uint64{number % width, row % height, row / height}
	}
	inPlane := number % (width * height)
	band := inPlane / (uint64(l.Band) * height)
	first := band * uint64(l.Band)
	inBand, columns := inPlane-first*height, min(uint64(l.Band), width-first)
	place = [3]uint64{inBand % columns, inBand / columns, number / (width * height)}
	if place[1]%2 == 1 {
		place[0] = columns - 1 - place[0]
	}
	place[0] += first
	if band%2 == 1 {
		place[1] = height - 1 - place[1]
	}
	return place
}

// SuspendsAndYields is a value of GroupLoop.Suspends.
const SuspendsAndYields = 2

// Frame is the index of the current bundle's frame.
func (l *GroupLoop) Frame() uint64 {
	if l.Suspends != 0 {
		return l.Bundle
	}
	return 0
}
