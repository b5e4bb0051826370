// Sizes of what pointers point to, casts between pointers to memory of devices and of hosts, a sub-group size that is
// the device's own, a 64-bit number under a mask of 32 bits, as LLVM's translator leaves it, and a function that calls
// itself, which no kernel calls.
//module sizes_and_usm_pointers.spv
//arg y uint[256] zero
//launch 200/50 48/16

kernel void sizes(global uint *y) { y[get_global_id(0)] = 2 * ((64 << 1) + 4 + (get_global_id(0) & 3)); }
