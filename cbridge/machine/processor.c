#include "processor.h"

#include <cpuid.h>
#include <string.h>

enum { CACHES_MOST = 16 };
static const uint32_t extended = 0x80000000; /* leaves of AMD's range, which all makers answer */

static struct heddle_leaf ask(uint32_t number, uint32_t sub) {
	struct heddle_leaf l;
	__cpuid_count(number, sub, l.a, l.b, l.c, l.d);
	return l;
}

struct heddle_leaf heddle_vendor(void) {
	return ask(0, 0);
}

static int is_made_by(struct heddle_leaf vendor, const char *maker) {
	uint32_t text[] = {vendor.b, vendor.d, vendor.c};
	return !memcmp(text, maker, sizeof text);
}

uint32_t heddle_pci_vendor(struct heddle_leaf vendor) {
	static const struct {
		char maker[13];
		uint16_t id;
	} known[] = {{"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}, {"HygonGenuine", 0x1d94}, {"CentaurHauls", 0x1106}};
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (is_made_by(vendor, known[i].maker))
			return known[i].id;
	return 0;
}

int heddle_is_zen(struct heddle_leaf vendor, uint32_t signature) {
	enum { ZEN = 0x17, EXTENDED = 15 };
	uint32_t family = signature >> 8 & 15;
	if (family == EXTENDED)
		family += signature >> 20 & 0xff;
	return family >= ZEN && (is_made_by(vendor, "AuthenticAMD") || is_made_by(vendor, "HygonGenuine"));
}

int heddle_runs_on_zen(void) {
	return heddle_is_zen(heddle_vendor(), ask(1, 0).a);
}

void heddle_brand(char name[49]) {
	memset(name, 0, 49);
	if (ask(extended, 0).a < extended + 4)
		return;
	for (uint32_t part = 0; part < 3; part++) {
		struct heddle_leaf l = ask(extended + 2 + part, 0);
		memcpy(name + 16 * part, &l, 16);
	}
}

struct heddle_cache heddle_listed_caches(struct heddle_leaf (*entry)(uint32_t number)) {
	enum { END, INSTRUCTIONS = 2 };
	struct heddle_cache found = {0};
	for (uint32_t i = 0; i < CACHES_MOST; i++) {
		struct heddle_leaf e = entry(i);
		uint32_t kind = e.a & 31;
		if (kind == END)
			break;
		if (kind == INSTRUCTIONS)
			continue;
		uint64_t line = (e.b & 0xfff) + 1, partitions = (e.b >> 12 & 0x3ff) + 1, ways = (e.b >> 22) + 1;
		uint64_t bytes = line * partitions * ways * ((uint64_t)e.c + 1);
		if (!found.line_bytes)
			found.line_bytes = (uint32_t)line;
		if (bytes > found.bytes)
			found.bytes = bytes;
	}
	return found;
}

static struct heddle_leaf cache_of_all(uint32_t number) {
	return ask(4, number);
}

static struct heddle_leaf cache_of_amd(uint32_t number) {
	return ask(extended + 0x1d, number);
}

struct heddle_cache heddle_largest_cache(struct heddle_leaf vendor) {
	if (is_made_by(vendor, "AuthenticAMD") || is_made_by(vendor, "HygonGenuine"))
		return heddle_listed_caches(cache_of_amd);
	if (vendor.a >= 4)
		return heddle_listed_caches(cache_of_all);
	return (struct heddle_cache){0};
}
