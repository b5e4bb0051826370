"""hashcat's benchmark of a kind of hashes, whose number is an argument, at three vector widths. There is no code of its
own for CPUs.

Prints a line for each: the width and the time of a hash in nanoseconds."""
import os
import subprocess
import sys
import tempfile

mode = sys.argv[1]
if "own" in sys.argv:
    sys.exit()
for width in (1, 4, 8):
    with tempfile.TemporaryDirectory() as cache:  # hashcat keeps the binaries of kernels by the name of the device
        command = ["hashcat", "-b", "-m", mode, "--machine-readable", "-D", "1", "--force", "--runtime", "4",
                   "--backend-vector-width", str(width), "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": cache, "XDG_DATA_HOME": cache})
    rates = [line.split(":")[5] for line in done.stdout.splitlines() if line.count(":") >= 5]
    if rates and float(rates[0]) > 0:
        print(f"width_{width} {1e9 / float(rates[0])}", flush=True)
    else:
        print(f"error width {width}: {(done.stderr or done.stdout).strip()[-200:]}", flush=True)
