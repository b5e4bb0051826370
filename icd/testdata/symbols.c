/* Every function of the table is exported and in the dispatch table; unknown extension functions are NULL. */
#include "program.h"

int main(void) {
	load();
	if (CALL(void *, clGetExtensionFunctionAddress, "clIcdGetPlatformIDsKHR") != function("clIcdGetPlatformIDsKHR"))
		fail("clIcdGetPlatformIDsKHR is not found by name");
	if (CALL(void *, clGetExtensionFunctionAddress, "clNoSuchFunctionKHR") || CALL(void *, clGetExtensionFunctionAddress, NULL))
		fail("an unknown function is found");
	void ***platform = NULL;
	if (CALL(int, clIcdGetPlatformIDsKHR, 1, &platform, NULL) || !platform)
		fail("clIcdGetPlatformIDsKHR");
	if ((*platform)[1] != function("clGetPlatformInfo") || (*platform)[148] != function("clSetContextDestructorCallback"))
		fail("the dispatch table has another order");
	for (int i = 0; i < 149; i++)
		if (!(*platform)[i])
			fail("the dispatch table has an empty slot");
	if (CALL(int, clRetainContext, (void *)0xdeadbeef) != -34 || CALL(int, clRetainContext, platform) != -34)
		fail("a garbage handle is taken for a context");
	int status = 0;
	if (CALL(void *, clCreateProgramWithBuiltInKernels, (void *)0xdeadbeef, 0, NULL, NULL, &status) || status != -34)
		fail("a missing function does not look at its handle");
	if (CALL(void *, clCreateProgramWithBuiltInKernels, new_context(), 0, NULL, NULL, &status) || status != -30)
		fail("a missing function does not say so");
	puts("passed");
	return 0;
}
