#!/bin/sh
# Installs espeak-ng, which speaks the words of the transcript tests. Needs root and apt.
# Exit code 0: it is there (now or before); 1: it cannot be had here, with the reason on stderr. The tests use tones then.
set -eu

if command -v espeak-ng >/dev/null; then exit 0; fi
if ! command -v apt-get >/dev/null; then echo "no apt-get here" >&2; exit 1; fi
if [ "$(id -u)" != 0 ]; then echo "not root; run: apt-get install --no-install-recommends espeak-ng" >&2; exit 1; fi

export DEBIAN_FRONTEND=noninteractive
options="-y -q --no-install-recommends -o DPkg::Lock::Timeout=120"
apt-get install $options espeak-ng >&2 || { apt-get update -q >&2 && apt-get install $options espeak-ng >&2; }
