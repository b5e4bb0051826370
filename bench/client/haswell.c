// Loaded before the other driver (LD_PRELOAD), this makes a driver that asks LLVM for the processor see one with AVX2 and
// no more, so that code of AVX2 is compared with code of AVX2.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// llvm::StringRef
struct text { const char *bytes; size_t length; };

// llvm::StringMap<bool>: a table of pointers to entries whose names follow them; empty places hold 0 or a mark.
struct entry { size_t length; bool on; };
struct map { struct entry **places; unsigned count; };
static struct entry *const removed = (struct entry *)-8L;

// llvm::sys::getHostCPUName
struct text _ZN4llvm3sys14getHostCPUNameEv(void) { return (struct text){"haswell", 7}; }

// llvm::sys::getHostCPUFeatures, without what came after Haswell.
bool _ZN4llvm3sys18getHostCPUFeaturesERNS_9StringMapIbNS_15MallocAllocatorEEE(struct map *features) {
	void *llvm = dlopen("libLLVM-15.so.1", RTLD_LAZY | RTLD_NOLOAD);
	bool (*ask)(struct map *) = llvm ? dlsym(llvm, __func__) : NULL;
	if (!ask || !ask(features)) return false;
	for (unsigned i = 0; i < features->count; i++) {
		struct entry *e = features->places[i];
		if (!e || e == removed) continue;
		const char *name = (const char *)(e + 1);
		if (!strncmp(name, "avx512", 6) || !strncmp(name, "amx", 3)) e->on = false;
	}
	return true;
}
