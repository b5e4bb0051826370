#ifndef HEDDLE_MACHINE_H
#define HEDDLE_MACHINE_H

#include <stdint.h>

/* HEDDLE_DRIVER_VERSION is the version of the driver, as in clapi. */
#define HEDDLE_DRIVER_VERSION "0.1"

/* struct heddle_machine is what the device reports about the machine. Those are the facts of clapi/device_info.go,
 * which names the fields. What cannot be found out has a harmless value. */
struct heddle_machine {
	char name[128];              /* of the processor; never empty */
	char driver[32];             /* the driver's version, and a mark of the build */
	uint8_t uuid[16];            /* the same in all processes of this machine, and on no other machine */
	uint32_t vendor_id;          /* the PCI vendor of the processor's maker, or 0 */
	uint32_t compute_units;      /* processors that the process may use, at least 1 */
	uint32_t clock_mhz;          /* 0: not known */
	uint32_t cache_line_bytes;
	uint64_t cache_bytes;        /* of the largest data cache; 0: not known */
	uint64_t memory_bytes;       /* physical memory that the process may use */
	uint64_t max_alloc_bytes;    /* of a buffer */
	uint64_t max_constant_bytes; /* of a buffer for constant memory */
	uint64_t lanes;              /* 32-bit values in a SIMD register */
};

/* heddle_machine is this machine. It is looked at once, by the first caller, and always the same from then on. */
const struct heddle_machine *heddle_machine(void);

/* heddle_machine_read looks at the machine whose files (/proc, /sys, /etc) stand in a folder; the processor and its
 * registers are this one's. For tests; one call at a time. */
void heddle_machine_read(struct heddle_machine *machine, const char *folder);

#endif
