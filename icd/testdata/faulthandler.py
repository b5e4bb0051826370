# Python's faulthandler takes SIGSEGV over after the library was loaded; faults of Python still reach it.
import ctypes, faulthandler, os, signal, sys
library = ctypes.CDLL(os.environ["LIBRARY"])
platform = ctypes.c_void_p()
assert library.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
faulthandler.enable()
device = ctypes.c_void_p()
assert library.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(device), None) == 0
status = ctypes.c_int(1)
library.clCreateContext.restype = ctypes.c_void_p
library.clCreateCommandQueue.restype = ctypes.c_void_p
context = library.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(status))
assert context and status.value == 0
queue = library.clCreateCommandQueue(ctypes.c_void_p(context), device, ctypes.c_uint64(0), ctypes.byref(status))
assert queue and status.value == 0
child = os.fork()
if child == 0:
    signal.alarm(5)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    ctypes.string_at(8)
    os._exit(0)
_, result = os.waitpid(child, 0)
assert os.WIFSIGNALED(result) and os.WTERMSIG(result) == 11, result
print("passed")
