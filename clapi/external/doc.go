// Package external wraps file descriptors by which other processes and APIs share semaphores and memory: Signal is the
// payload of a semaphore, Fence something that happens once, Memory a part of the address space.
//
// An import takes the descriptor over when it succeeds, and leaves it alone otherwise. Waiting costs no thread.
package external
