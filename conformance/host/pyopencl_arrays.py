# Arrays, elementwise, reduction and scan kernels of pyopencl, each compared with numpy.
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import GenericScanKernel

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)


def arrays():
    a, b = (random.random(5003, dtype=np.float32) for _ in range(2))
    x, y = cl_array.to_device(queue, a), cl_array.to_device(queue, b)
    assert np.allclose((x + 2 * y).get(), a + 2 * b, rtol=1e-6)
    assert np.allclose((x * y - x).get(), a * b - a, rtol=1e-5, atol=1e-6)
    assert (cl_array.arange(queue, 0, 1000, 3, dtype=np.int32).get() == np.arange(0, 1000, 3)).all()


def elementwise():
    a = random.random(5003, dtype=np.float32)
    x = cl_array.to_device(queue, a)
    z = cl_array.empty_like(x)
    ElementwiseKernel(context, "float k, float *x, float *z", "z[i] = k * x[i] + i", "line")(5.0, x, z)
    assert np.allclose(z.get(), 5 * a + np.arange(5003), rtol=1e-6)


def reduction():
    for n in (1, 63, 5003, 100000):
        a = random.integers(0, 1000, n).astype(np.int32)
        x = cl_array.to_device(queue, a)
        total = ReductionKernel(context, np.int32, neutral="0", reduce_expr="a+b", map_expr="x[i]*2",
                                arguments="__global int *x")
        assert int(total(x).get()) == 2 * int(a.sum()), n
        assert int(cl_array.max(x).get()) == a.max(), n


def scan():
    for n in (1, 63, 5003, 100000):
        a = random.integers(0, 100, n).astype(np.int32)
        x = cl_array.to_device(queue, a)
        GenericScanKernel(context, np.int32, arguments="__global int *x", input_expr="x[i]", scan_expr="a+b",
                          neutral="0", output_statement="x[i] = item;")(x)
        assert (x.get() == np.cumsum(a)).all(), n


for test in (arrays, elementwise, reduction, scan):
    test()
    print(test.__name__, "right")
print("passed")
