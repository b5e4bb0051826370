/*
 * The Go heap in large pages. A build that takes 40 MB of heap touches ten thousand pages for the first time, which
 * costs as much as the build itself: 1 to 4 microseconds each. The runtime takes memory in pieces of 4 MiB and more by
 * mapping them over address space that it has reserved; the linker's --wrap shows us those calls. The first piece of
 * each 64 MiB stays as it is, because applications with small kernels touch few pages of it.
 */
#include <stdint.h>
#include <sys/mman.h>
#include <sys/types.h>

enum { PIECE = 4 << 20, ARENA = 64 << 20 };

void *__real_mmap(void *, size_t, int, int, int, off_t);

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
	const int heap = MAP_ANONYMOUS | MAP_FIXED | MAP_PRIVATE;
	void *memory = __real_mmap(address, size, protection, flags, file, offset);
	if (memory != MAP_FAILED && flags == heap && protection == (PROT_READ | PROT_WRITE) && size % PIECE == 0 &&
	    (uintptr_t)memory % PIECE == 0 && (uintptr_t)memory % ARENA)
		madvise(memory, size, MADV_HUGEPAGE); /* advice: a kernel without large pages has none to give */
	return memory;
}
