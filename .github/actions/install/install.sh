#!/usr/bin/env bash
# install.sh FILE [SHA256] installs a release file of Heddle, a path or an address, and tries the driver.
set -euo pipefail
file=$1 sum=${2:-}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

case "$file" in
http://* | https://*)
	folder=$(mktemp -d)
	curl --fail --location --silent --show-error --output "$folder/${file##*/}" "$file"
	file=$folder/${file##*/}
	;;
esac
[ -f "$file" ] || { echo "there is no file $file" >&2; exit 1; }
if [ -n "$sum" ]; then
	echo "$sum  $file" | sha256sum --check --quiet || { echo "$file has another checksum" >&2; exit 1; }
fi
if ! ldconfig -p | grep -q 'libOpenCL\.so\.1'; then
	as_root apt-get update -qq
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ocl-icd-libopencl1
fi
case "$file" in
*.deb) as_root dpkg -i "$file" ;;
*.tar.gz) as_root tar -C / --no-same-owner --keep-directory-symlink -xzf "$file" ;;
*) echo "$file is neither a .deb nor a .tar.gz" >&2; exit 1 ;;
esac
heddle doctor
