#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <string.h>

#include "buildid.h"

/* search is a walk over the loaded objects. */
struct search {
	uint8_t *id;
	size_t length;
};

/* take looks for the build id among the notes from at to end. */
static void take(struct search *s, const char *at, const char *end)
{
	while (end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
		const char *name = at + sizeof *note;
		const char *content = name + ((note->n_namesz + 3u) & ~3u);
		if (content > end || note->n_descsz > (size_t)(end - content))
			return;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
			note->n_descsz <= HEDDLE_BUILD_ID_BYTES) {
			memcpy(s->id, content, note->n_descsz);
			s->length = note->n_descsz;
			return;
		}
		at = content + ((note->n_descsz + 3u) & ~3u);
	}
}

/* visit stops at the object that contains this function. */
static int visit(struct dl_phdr_info *object, size_t size, void *of)
{
	struct search *s = of;
	uintptr_t here = (uintptr_t)visit;
	int is_ours = 0;
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		is_ours |= part->p_type == PT_LOAD && here - (object->dlpi_addr + part->p_vaddr) < part->p_memsz;
	}
	for (int i = 0; is_ours && i < object->dlpi_phnum && s->length == 0; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		const char *at = (const char *)(object->dlpi_addr + part->p_vaddr);
		if (part->p_type == PT_NOTE)
			take(s, at, at + part->p_memsz);
	}
	return is_ours;
}

size_t heddle_build_id(uint8_t id[HEDDLE_BUILD_ID_BYTES])
{
	struct search s = { id, 0 };
	dl_iterate_phdr(visit, &s);
	return s.length;
}
