#ifndef HEDDLE_PROCESSOR_H
#define HEDDLE_PROCESSOR_H

#include <stdint.h>

/* What CPUID knows. In a virtual machine each such instruction leaves the guest and takes microseconds, so only
 * what is needed is asked. */

/* struct heddle_leaf is an answer of CPUID. */
struct heddle_leaf {
	uint32_t a, b, c, d;
};

/* heddle_vendor is leaf 0: the highest leaf in a, the maker in b, d and c. */
struct heddle_leaf heddle_vendor(void);

/* heddle_pci_vendor is the PCI vendor of a processor's maker, 0 if it is not known. */
uint32_t heddle_pci_vendor(struct heddle_leaf vendor);

/* heddle_is_zen reports whether a processor is of AMD's Zen line of cores, given leaf 0 and a of leaf 1. */
int heddle_is_zen(struct heddle_leaf vendor, uint32_t signature);

/* heddle_runs_on_zen asks this processor. */
int heddle_runs_on_zen(void);

/* heddle_brand is the processor's model name; empty if it gives none. */
void heddle_brand(char name[49]);

struct heddle_cache {
	uint64_t bytes;      /* of the largest data cache */
	uint32_t line_bytes; /* of the first */
};

/* heddle_largest_cache reads the processor's list of caches. Zeros: not known. */
struct heddle_cache heddle_largest_cache(struct heddle_leaf vendor);

/* heddle_listed_caches walks a list whose entries have the form of leaf 4: type and level in a; ways, partitions and
 * line size, each less one, in b; sets less one in c. A list of type 0 ends it. */
struct heddle_cache heddle_listed_caches(struct heddle_leaf (*entry)(uint32_t number));

#endif
