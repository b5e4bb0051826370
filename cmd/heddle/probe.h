#ifndef HEDDLE_PROBE_H
#define HEDDLE_PROBE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef void *object; /* any handle */

struct probe_session {
	object context, queue, program, kernel, buffer;
};

const char *probe_open_loader(const char *name);
int32_t probe_platforms(uint32_t room, object *list, uint32_t *count);
int32_t probe_platform_text(object platform, uint32_t name, size_t room, char *text);
int32_t probe_device_of(object platform, object *device);
int32_t probe_device_info(object device, uint32_t name, size_t room, void *value);
int32_t probe_begin(struct probe_session *s, object device, size_t bytes);
int32_t probe_make(struct probe_session *s, object device, const char *source, const char *name);
void probe_drop(struct probe_session *s);
int32_t probe_copy(struct probe_session *s, int is_write, size_t bytes, void *memory);
int32_t probe_launch(struct probe_session *s, size_t items, size_t group);

#endif
