// The native functions of client.js, by Node-API.
#include "client.h"
#include <node_api.h>

#define METHOD(name) \
	static napi_value name##_method(napi_env env, napi_callback_info info) { \
		client_##name(); \
		return NULL; \
	}
METHOD(open)
METHOD(work)
METHOD(finish)

static napi_value begin(napi_env env, napi_value exports) {
	const napi_property_descriptor methods[] = {
		{"open", NULL, open_method, NULL, NULL, NULL, napi_default, NULL},
		{"work", NULL, work_method, NULL, NULL, NULL, napi_default, NULL},
		{"finish", NULL, finish_method, NULL, NULL, NULL, napi_default, NULL},
	};
	napi_define_properties(env, exports, 3, methods);
	return exports;
}

NAPI_MODULE(client, begin)
