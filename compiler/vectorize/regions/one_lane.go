package regions

// Code for one lane at a time.
//
// Some pieces of a kernel are no work for vectors: what reads and writes memory lane by lane and computes little between,
// and loops that go round until nobody else came between. Such a piece is written once, in general registers, in a loop
// over the active lanes of several sub-groups. While it is written, the values made in it, and those it reads that differ
// between lanes, are kept as if they were the same for all lanes: whole numbers in general registers, floats in lane 0 of
// vectors. So all rules for what is uniform (scalar.go) serve.
//
// What comes in from vectors is put into the frame before the loop, at lane*size, and what is read behind the loop comes
// back that way. All lanes' work of the piece is done for one lane before the next one's begins; nothing orders accesses
// of different work-items but barriers and atomic operations, and who makes a piece sees to these.

// TeamLanes is the largest number of lanes that one loop goes over: bits of a general register.
const TeamLanes = 64
