// Functions of the driver itself, past the loader: those that a loader does not know, and calls that it would answer.
#ifndef HEDDLE_DRIVER_H
#define HEDDLE_DRIVER_H

#include "check.h"
#include <dlfcn.h>

// driver_function is an exported function of the driver that OCL_ICD_VENDORS names.
static inline void *driver_function(const char *name) {
	char path[4096] = "";
	FILE *list = fopen(getenv("OCL_ICD_VENDORS"), "r");
	if (list && fgets(path, sizeof path, list)) path[strcspn(path, "\n")] = 0;
	if (list) fclose(list);
	void *driver = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
	void *found = driver ? dlsym(driver, name) : NULL;
	check(found != NULL, "there is no %s in %s", name, path);
	if (!found) exit(done());
	return found;
}

#endif
