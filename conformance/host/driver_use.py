# What the scripts share: use of the driver without kernels, and the two ends.
import ctypes
import numpy
import pyopencl as cl


def use():
    context = cl.Context(cl.get_platforms()[0].get_devices())
    queue = cl.CommandQueue(context)
    sent = numpy.arange(10000, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, sent.nbytes)
    cl.enqueue_copy(queue, buffer, sent)
    got = numpy.zeros_like(sent)
    cl.enqueue_copy(queue, got, buffer)
    queue.finish()
    assert (sent == got).all()


def finish(how):
    print("driver works", flush=True)
    if how == "fault":
        ctypes.string_at(8)
