"""ffmpeg's OpenCL filters or, with the argument "own", its filters for the CPU that do the same.

Prints a line for each: its name and the time of a frame in nanoseconds, with the copies to the device and back, and
without the time of a chain that has no filter."""
import re
import subprocess
import sys

OWN = len(sys.argv) > 1 and sys.argv[1] == "own"
SIZE, FRAMES = "1280x720", 100

# name, the filter for OpenCL, and for the CPU
CASES = [
    ("avgblur", "avgblur_opencl=sizeX=5", "avgblur=sizeX=5"),
    ("boxblur", "boxblur_opencl=luma_radius=3", "boxblur=luma_radius=3"),
    ("convolution", "convolution_opencl=0m='-2 -1 0 -1 1 1 0 1 2'", "convolution=0m='-2 -1 0 -1 1 1 0 1 2'"),
    ("sobel", "sobel_opencl", "sobel"),
    ("erosion", "erosion_opencl", "erosion"),
    ("dilation", "dilation_opencl", "dilation"),
    ("unsharp", "unsharp_opencl=lx=5:ly=5:la=1", "unsharp=lx=5:ly=5:la=1"),
    ("transpose", "transpose_opencl=dir=clock", "transpose=dir=clock"),
    ("nlmeans", "nlmeans_opencl=s=2:p=3:r=5", "nlmeans=s=2:p=3:r=5"),
]


def seconds(chain, frames):
    """The time that ffmpeg takes for some frames through a chain of filters."""
    command = ["ffmpeg", "-hide_banner", "-benchmark", "-nostdin"]
    if not OWN:
        command += ["-init_hw_device", "opencl=ocl", "-filter_hw_device", "ocl"]
    command += ["-f", "lavfi", "-i", f"testsrc2=size={SIZE}:rate=100,format=yuv420p", "-frames:v", str(frames), "-vf",
                chain, "-f", "null", "-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    found = re.search(r"rtime=([0-9.]+)s", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return float(found.group(1))


for name, opencl, own in CASES:
    frames = 10 if name == "nlmeans" else FRAMES
    try:
        chain = own if OWN else f"hwupload,{opencl},hwdownload,format=yuv420p"
        taken = seconds(chain, frames) - seconds("null" if OWN else "hwupload,hwdownload,format=yuv420p", frames)
        print(name, 1e9 * max(taken, 1e-6) / frames, flush=True)
    except RuntimeError as error:
        print(f"error {name}: {error}", flush=True)
