"""PyOpenCL's scans, reductions and sorts or, with the argument "own", numpy's.

Prints a line for each: its name and the least time of a call in nanoseconds."""
import sys
import time

import numpy as np

OWN = len(sys.argv) > 1 and sys.argv[1] == "own"
COUNT = 1 << 22
SECONDS = 0.5

random = np.random.default_rng(1)
floats = random.random(COUNT, np.float32)
integers = random.integers(0, 1 << 30, COUNT, np.int32)
keys = random.integers(0, 1 << 30, COUNT, np.uint32)


def own():
    return {
        "sum": lambda: floats.sum(dtype=np.float32),
        "dot": lambda: np.dot(floats, floats),
        "max": lambda: floats.max(),
        "elementwise": lambda: 2 * floats + floats * floats,
        "scan": lambda: np.cumsum(integers),
        "sort": lambda: np.sort(keys),
        "copy_if": lambda: integers[integers > 1 << 29],
        "exp": lambda: np.exp(floats),
    }


def opencl():
    import pyopencl as cl
    import pyopencl.algorithm
    import pyopencl.array as array
    import pyopencl.clmath as clmath
    import pyopencl.elementwise as elementwise
    import pyopencl.scan as scan

    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    f, i, k = (array.to_device(queue, a) for a in (floats, integers, keys))
    out, sums = array.empty_like(f), array.empty_like(i)
    add = elementwise.ElementwiseKernel(context, "float *o, const float *x", "o[i] = 2 * x[i] + x[i] * x[i]", "add")
    scanned = scan.InclusiveScanKernel(context, np.int32, "a + b", neutral="0")
    sorter = cl.algorithm.RadixSort(context, "unsigned *k", key_expr="k[i]", sort_arg_names=["k"], key_dtype=np.uint32)

    cases = {
        "sum": lambda: array.sum(f).get(),
        "dot": lambda: array.dot(f, f).get(),
        "max": lambda: array.max(f).get(),
        "elementwise": lambda: add(out, f),
        "scan": lambda: scanned(i, sums),
        "sort": lambda: sorter(k)[0][0],
        "copy_if": lambda: cl.algorithm.copy_if(i, "ary[i] > (1 << 29)")[1].get(),
        "exp": lambda: clmath.exp(f),
    }
    check(abs(float(cases["sum"]()) - floats.sum(dtype=np.float64)) < 20, "sum")
    scanned(i, sums)
    check(np.array_equal(sums.get(), np.cumsum(integers, dtype=np.int32)), "scan")
    check(np.array_equal(cases["sort"]().get(), np.sort(keys)), "sort")
    check(int(cases["copy_if"]()) == int((integers > 1 << 29).sum()), "copy_if")
    return {name: finished(case, queue) for name, case in cases.items()}


def check(good, name):
    if not good:
        print(f"error {name} is wrong")
        sys.exit(1)


def finished(case, queue):
    def run():
        case()
        queue.finish()
    return run


def least(case):
    case()
    best, end = float("inf"), time.perf_counter() + SECONDS
    while True:
        begin = time.perf_counter()
        case()
        now = time.perf_counter()
        best = min(best, now - begin)
        if now > end:
            return best


for name, case in (own() if OWN else opencl()).items():
    print(name, 1e9 * least(case), flush=True)
