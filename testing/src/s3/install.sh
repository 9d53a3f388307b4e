#!/bin/sh
# Installs the S3 server that storage tests run against: Ceph's object gateway from Debian's packages.
# Needs root and apt. Exit code 0: it is there (now or before); 1: it cannot be had here, with the reason on stderr.
set -eu

# Test files run in parallel. The second one waits until the packages of the first are complete.
if command -v flock >/dev/null; then
  exec 9>"${TMPDIR:-/tmp}/stillreel-s3-$(id -u).lock"
  flock 9
fi

if command -v radosgw >/dev/null && command -v ceph-mon >/dev/null && command -v ceph-osd >/dev/null && command -v ceph >/dev/null; then exit 0; fi
if ! command -v apt-get >/dev/null; then echo "no apt-get here; set S3_TEST_URL to test against another S3 server" >&2; exit 1; fi
if [ "$(id -u)" != 0 ]; then echo "not root; run: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common" >&2; exit 1; fi

# Packages must not start their services: tests start their own, on a loopback port, with data in memory.
policy=/usr/sbin/policy-rc.d
made=""
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod +x "$policy"
  made=$policy
fi
trap '[ -z "$made" ] || rm -f "$made"' EXIT

export DEBIAN_FRONTEND=noninteractive
options="-y -q --no-install-recommends -o DPkg::Lock::Timeout=120 -o Dpkg::Options::=--force-unsafe-io"
apt-get install $options radosgw ceph-mon ceph-osd ceph-common >&2 || { apt-get update -q >&2 && apt-get install $options radosgw ceph-mon ceph-osd ceph-common >&2; }
