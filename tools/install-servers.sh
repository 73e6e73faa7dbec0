#!/usr/bin/env bash
# install-servers.sh NAME…: makes sure that the servers and programs the beds need are on this machine; names as in
# bed-tests/needs.txt. Looks first, so that a machine that has them needs neither root nor a network.
set -euo pipefail

home=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
# shellcheck source=tools/lib.sh
source "$home/tools/lib.sh"

# The program that shows a package's presence. Server programs lie outside PATH on Debian.
program_of() {
  case $1 in
    postgres) type -P postgres || printf '%s\n' /usr/lib/postgresql/*/bin/postgres | xargs -r readlink -e | sort -V | tail -n1 ;;
    rabbitmq) type -P rabbitmq-server || readlink -e /usr/sbin/rabbitmq-server /usr/lib/rabbitmq/bin/rabbitmq-server | head -n1 ;;
    node) type -P node ;;
    chromium) type -P chromium || type -P google-chrome ;;
  esac
}

package_of() {
  case $1 in
    postgres) echo postgresql ;;
    rabbitmq) echo rabbitmq-server ;;
    node) echo nodejs ;;
    chromium) echo chromium ;;
    *) die "unknown server '$1': nats, postgres, rabbitmq, node, chromium and containers are known" ;;
  esac
}

as_root() { if ((EUID == 0)); then "$@"; else sudo -n "$@"; fi; }

# Beds start their own servers on their own ports. Debian starts what it installs, so for the time of the installation a
# policy forbids it, and units that a later boot would start are disabled: those of the packages we added, no others.
install_quietly() {
  local policy=/usr/sbin/policy-rc.d log=$home/.tools/install.log package
  if [[ ! -e $policy ]]; then
    trap 'as_root rm -f /usr/sbin/policy-rc.d' EXIT
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
  fi
  # No group of its own here (supervise): half-done package work is worse than one that ends a moment later.
  { as_root apt-get -qq -o DPkg::Lock::Timeout=300 update &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
  } </dev/null >"$log" 2>&1 9>&- || { tail -n 15 "$log" >&2; die "apt-get could not install: $* (all of its output: $log)"; }
  if [[ -d /run/systemd/system ]]; then
    for package in postgresql rabbitmq-server; do
      [[ " $* " != *" $package "* ]] || as_root systemctl disable --now --quiet "$package" || true
    done
  fi
}

# version NAME: one word or a few for the summary.
version() {
  local program
  program=$(program_of "$1" || true)
  [[ -n $program ]] || { echo missing; return; }
  case $1 in
    postgres) "$program" --version | sed -E 's/.* ([0-9]+\.[0-9]+).*/\1/' ;;
    # Asking the server would start an Erlang node.
    rabbitmq) dpkg-query -W -f '${Version}' rabbitmq-server 2>/dev/null || echo "$program" ;;
    node) "$program" --version | tr -d v ;;
    chromium) "$program" --version 2>/dev/null | sed -E 's/^[^0-9]*([0-9.]+).*/\1/' ;;
  esac
}

if [[ ${1-} == --version ]]; then version "$2"; exit; fi

missing=()
find_missing() {
  local name package
  missing=()
  for name; do
    package=$(package_of "$name")
    [[ -n $(program_of "$name" || true) ]] || missing+=("$package")
  done
}

find_missing "$@"
((${#missing[@]})) || exit 0
lock install "servers are being installed"
find_missing "$@"
((${#missing[@]})) || exit 0
has apt-get || die "the beds need ${missing[*]} (Debian's names), and there is no apt-get here: install them and run again"
as_root true 2>/dev/null || die "the beds need ${missing[*]}, and installing takes root. Run: sudo apt-get install -y ${missing[*]}"
say "installing ${missing[*]} through apt (once)"
install_quietly "${missing[@]}"
find_missing "$@"
((${#missing[@]} == 0)) || die "apt-get installed ${missing[*]}, and the programs are still not there"
