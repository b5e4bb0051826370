/*
 * What the C side has to do itself: start Go at the first call that needs it, find out that the process was forked, and
 * hand out extension functions.
 *
 * The first call finds out whether the environment has settings for us. If it has, Go starts at once, because only Go
 * knows what they mean and whether they are right. If not, as nearly always, calls that only look at the platform and its
 * device are answered without Go (discovery.c), and the environment is not looked at again.
 *
 * The Go runtime does not survive fork: the child has its memory and locks but none of its threads, so any call into
 * it could hang. The mark set by the fork handler is read by C code before Go is entered. A child that is forked before
 * Go was started is a process like any other: nothing of ours runs until then.
 */
#define _GNU_SOURCE
#include "_cgo_export.h"
#include "discovery.h"
#include "icd.h"
#include "prototypes_gen.h"
#include "../cbridge/host/host.h"
#include "../cbridge/host/scarce.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int heddle_state = HEDDLE_LOADED;
int heddle_is_traced;

static pthread_mutex_t start_mutex = PTHREAD_MUTEX_INITIALIZER; /* held while the library starts, and over a fork */

static void before_fork(void) {
	pthread_mutex_lock(&start_mutex);
}

static void after_fork(void) {
	pthread_mutex_unlock(&start_mutex);
}

static void after_fork_in_child(void) {
	if (heddle_state == HEDDLE_STARTED)
		__atomic_store_n(&heddle_state, HEDDLE_FORKED, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&start_mutex);
}

__attribute__((constructor)) static void watch_forks(void) {
	pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

static int begins_with(const char *text, const char *prefix) {
	return !strncmp(text, prefix, strlen(prefix));
}

/* has_settings: the environment has variables for us. What they say is for clapi/config to read, but for the one that
 * lets what comes before Go fail. */
static int has_settings(void) {
	int found = 0;
	for (char **entry = environ; entry && *entry; entry++) {
		if (begins_with(*entry, HEDDLE_FAIL_ALLOCATION))
			heddle_scarce_plan(*entry + sizeof HEDDLE_FAIL_ALLOCATION - 1);
		found |= begins_with(*entry, HEDDLE_PREFIX);
	}
	return found;
}

int heddle_open(void) {
	char was = heddle_thread_state;
	if (was & HEDDLE_THREAD_INSIDE) /* a handler has interrupted this */
		return 0;
	heddle_thread_state |= HEDDLE_THREAD_INSIDE;
	pthread_mutex_lock(&start_mutex);
	if (heddle_state == HEDDLE_LOADED && !has_settings() && !heddle_make_roots())
		__atomic_store_n(&heddle_state, HEDDLE_DISCOVERING, __ATOMIC_RELEASE);
	int is_early = heddle_state == HEDDLE_DISCOVERING;
	pthread_mutex_unlock(&start_mutex);
	heddle_thread_state = was;
	return is_early;
}

static int is_set_up; /* there are settings for us */

/* report_at_exit comes after the destructors of the application, which release objects, too. Without settings there is nothing to
 * report. */
__attribute__((destructor)) static void report_at_exit(void) {
	if (!is_set_up || __atomic_load_n(&heddle_state, __ATOMIC_ACQUIRE) != HEDDLE_STARTED || heddle_enter())
		return;
	heddleExit();
	heddle_leave();
}

static int is_waiting_for_go(void) {
	int state = __atomic_load_n(&heddle_state, __ATOMIC_ACQUIRE);
	return state == HEDDLE_LOADED || state == HEDDLE_DISCOVERING;
}

/* begin_process cannot be cancelled (pthread_cancel) before it is through: the next thread would wait for the mutex. */
static void begin_process(void) {
	int cancelling;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
	pthread_mutex_lock(&start_mutex);
	if (heddle_state == HEDDLE_LOADED)
		has_settings();
	heddle_settings_hide();
	if (is_waiting_for_go() && !heddle_make_roots() && !heddle_host_start()) {
		uintptr_t environment = heddle_state == HEDDLE_LOADED ? (uintptr_t)environ : 0; /* else known to be of no interest */
		is_set_up = environment != 0;
		heddle_is_traced = heddleStart((uintptr_t)heddle_dispatch, heddle_platform(), environment);
		__atomic_store_n(&heddle_state, HEDDLE_STARTED, __ATOMIC_RELEASE);
	}
	heddle_settings_show();
	pthread_mutex_unlock(&start_mutex);
	pthread_setcancelstate(cancelling, NULL);
}

/* begin_thread lets threads make their first calls one by one: the runtime hands out what it keeps for foreign threads under
 * a lock that waiting threads poll. A thousand threads at once took 15 s. */
static void begin_thread(void) {
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	int cancelling;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
	pthread_mutex_lock(&mutex);
	heddleBeginThread();
	heddle_watch_main();
	heddle_is_handler(); /* the runtime gives the thread a signal stack if it has none */
	heddle_thread_state |= HEDDLE_THREAD_BEGUN;
	pthread_mutex_unlock(&mutex);
	pthread_setcancelstate(cancelling, NULL);
}

/* refuse leaves a call that has not begun. */
static int32_t refuse(char was, int32_t status) {
	heddle_leave();
	heddle_thread_state = was;
	return status;
}

int32_t heddle_begin(void) {
	enum { OUT_OF_RESOURCES = -5, OUT_OF_HOST_MEMORY = -6 }; /* CL_… */
	char was = heddle_thread_state;
	if (was & HEDDLE_THREAD_INSIDE || heddle_is_handler())
		return OUT_OF_RESOURCES;
	heddle_thread_state |= HEDDLE_THREAD_INSIDE;
	heddle_enter_float_mode();
	heddle_sanitizer_release();
	if (is_waiting_for_go())
		begin_process();
	int state = __atomic_load_n(&heddle_state, __ATOMIC_ACQUIRE);
	if (state != HEDDLE_STARTED)
		return refuse(was, state == HEDDLE_FORKED ? OUT_OF_RESOURCES : OUT_OF_HOST_MEMORY);
	if (!(was & HEDDLE_THREAD_BEGUN))
		begin_thread();
	return 0;
}

int32_t heddle_other_system(void) {
	return -59; /* CL_INVALID_OPERATION */
}

/*
 * cl_khr_icd 2.0: the loader makes the dispatch table itself, by asking for each function by its name, and gives each
 * platform a word that all objects hold after the dispatch pointer. Loaders that do not know it use our table, in which
 * two slots hold a tag: those of functions that no loader looks up there.
 */
static int compare_function(const void *name, const void *function) {
	return strcmp(name, ((const struct heddle_function *)function)->name);
}

/* function_named is the function of a name, 0 if there is none. The tagged slots' functions stand outside the table. */
static uintptr_t function_named(const char *name) {
	const struct heddle_function *f =
		bsearch(name, heddle_functions, heddle_function_count, sizeof *heddle_functions, compare_function);
	if (!f)
		return 0;
	if ((uintptr_t)heddle_dispatch[f->slot] != HEDDLE_ICD2_TAG)
		return (uintptr_t)heddle_dispatch[f->slot];
	return !strcmp(name, "clGetPlatformIDs") ? (uintptr_t)clGetPlatformIDs : (uintptr_t)clUnloadCompiler;
}

/* is_platform: a call of one of the functions below is to be answered, and for our platform. */
static int is_platform(uintptr_t platform) {
	if (!heddle_is_early()) {
		if (heddle_enter())
			return 0;
		heddle_leave();
	}
	return platform == heddle_platform();
}

static uintptr_t get_function_for_platform(uintptr_t platform, uintptr_t name) {
	return name && is_platform(platform) ? function_named((const char *)name) : 0;
}

/* set_data_early writes the loader's word as long as there are no other handles than those that discovery.c made. */
static int set_data_early(uintptr_t data) {
	pthread_mutex_lock(&start_mutex);
	int is_early = heddle_state == HEDDLE_DISCOVERING;
	if (is_early)
		heddle_set_roots_data(data);
	pthread_mutex_unlock(&start_mutex);
	return is_early;
}

static int32_t set_platform_dispatch_data(uintptr_t platform, uintptr_t data) {
	if (heddle_is_early()) {
		if (platform != heddle_platform())
			return -32; /* CL_INVALID_PLATFORM */
		if (set_data_early(data))
			return 0;
	}
	int32_t refused = heddle_enter();
	if (refused)
		return refused;
	int32_t result = heddleSetPlatformDispatchData(platform, data);
	heddle_leave();
	return result;
}

/* Functions that an application or a loader may ask for by name, besides heddle_extensions. */
static const struct heddle_extension other_extensions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
	{"clIcdGetFunctionAddressForPlatformKHR", (void *)get_function_for_platform},
	{"clIcdSetPlatformDispatchDataKHR", (void *)set_platform_dispatch_data},
	{"clCreateCommandQueueWithPropertiesKHR", (void *)clCreateCommandQueueWithProperties},
	{0},
};

static uintptr_t extension_named(const struct heddle_extension *list, const char *name) {
	while (list->name && strcmp(name, list->name))
		list++;
	return (uintptr_t)list->function;
}

static uintptr_t find_extension(uintptr_t name) {
	if (!name)
		return 0;
	uintptr_t function = extension_named(other_extensions, (const char *)name);
	return function ? function : extension_named(heddle_extensions, (const char *)name);
}

/* Go is not needed for these two functions. So calls before it is started are not traced. */
uintptr_t clGetExtensionFunctionAddress(uintptr_t name) {
	uintptr_t function = find_extension(name);
	if (heddle_is_traced && !heddle_enter()) {
		HEDDLE_TRACE_END(HEDDLE_TRACE_BEGIN(clGetExtensionFunctionAddress, name), function);
		heddle_leave();
	}
	return function;
}

/* The specification names no error for a bad platform; the answer is the NULL of an unknown function. */
uintptr_t clGetExtensionFunctionAddressForPlatform(uintptr_t platform, uintptr_t name) {
	uintptr_t function = is_platform(platform) ? find_extension(name) : 0;
	if (heddle_is_traced && !heddle_enter()) {
		HEDDLE_TRACE_END(HEDDLE_TRACE_BEGIN(clGetExtensionFunctionAddressForPlatform, platform, name), function);
		heddle_leave();
	}
	return function;
}
