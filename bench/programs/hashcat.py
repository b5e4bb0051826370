"""hashcat's benchmark of some kinds of hashes, at two vector widths. There is no code of its own for CPUs.

Prints a line for each: the kind, the width and the time of a hash in nanoseconds."""
import os
import subprocess
import sys
import tempfile

MODES = {0: "md5", 100: "sha1", 1400: "sha256", 1700: "sha512", 1000: "ntlm", 17400: "sha3", 3000: "lm", 400: "phpass",
         2500: "wpa", 3200: "bcrypt"}

if len(sys.argv) > 1 and sys.argv[1] == "own":
    sys.exit()
for mode, name in MODES.items():
    for width in (1, 4):
        with tempfile.TemporaryDirectory() as home:
            command = ["hashcat", "-b", "-m", str(mode), "--machine-readable", "-D", "1", "--force", "--runtime", "4",
                       "--backend-vector-width", str(width), "--quiet"]
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": home})
        rates = [line.split(":")[5] for line in done.stdout.splitlines() if line.count(":") >= 5]
        if rates and float(rates[0]) > 0:
            print(f"{name}_width_{width} {1e9 / float(rates[0])}", flush=True)
        else:
            print(f"error {name} at width {width}: {(done.stderr or done.stdout).strip()[-200:]}", flush=True)
