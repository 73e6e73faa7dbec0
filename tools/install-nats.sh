#!/usr/bin/env bash
# Puts nats-server >= 2.11 at .tools/nats-server/nats-server. A stable Debian is behind, so it is taken from the newest suites,
# through an apt root of its own: the machine's mirror, proxy and signing keys, none of the machine's package lists or state.
set -euo pipefail

home=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
# shellcheck source=tools/lib.sh
source "$home/tools/lib.sh"
target=$home/.tools/nats-server/nats-server

give_up() { # WHY
  local engine hint=''
  for engine in docker podman; do
    if has $engine && timeout 10 $engine info >/dev/null 2>&1; then
      hint=", or take it out of its container image:
  id=\$($engine create nats:2) && mkdir -p '${target%/*}' && $engine cp \$id:/nats-server '$target'; $engine rm \$id"
      break
    fi
  done
  die "nats-server 2.11 or later is needed and cannot be got here: $1
  Install nats-server, put it on PATH or name it in MESHBUS_NATS_SERVER$hint"
}

lock nats "nats-server is being installed"
[[ ! -x $target ]] || exit 0 # the one we waited for installed it
for tool in apt-get dpkg-deb; do has $tool || give_up "no $tool on this machine"; done

work=$home/.tools/nats-server.apt
trap 'rm -rf -- "$work"' EXIT
rm -rf -- "$work" # of one that was killed
mkdir -p "$work"/{sources,lists/partial,cache/archives/partial,x}

# shellcheck disable=SC1091
codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
# shellcheck disable=SC2016 # apt's variable
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' "Codename: $codename" \
  'Component: main' 2>/dev/null | head -n1) || true
[[ -n $mirror ]] || give_up "apt knows no Debian mirror for '$codename' (run apt-get update as root, then again)"

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[[ -r $keyring ]] || give_up "no $keyring to check signatures with (package debian-archive-keyring)"

cat >"$work/sources/newest.sources" <<END
Types: deb
URIs: $mirror
Suites: forky sid
Components: main
Signed-By: $keyring
END
cat >"$work/apt.conf" <<END
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/sources";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "$work/lists";
Dir::Cache "$work/cache";
Acquire::Languages "none";
Acquire::Retries "3";
APT::Sandbox::User "root";
END

say "taking nats-server from Debian's newest suites into .tools/nats-server (once)"
export APT_CONFIG=$work/apt.conf
{
  supervise apt-get -qq -o APT::Update::Error-Mode=any update &&
    cd "$work" && supervise apt-get -qq download nats-server && dpkg-deb -x nats-server_*.deb x
} >"$home/.tools/nats-server.log" 2>&1 || give_up "apt: $(tail -n 3 "$home/.tools/nats-server.log")"

version=$(nats_version "$work/x/usr/sbin/nats-server") || give_up "the program in the package does not run here"
at_least 2.11 "$version" || give_up "the newest suites have only $version"
mkdir -p "${target%/*}"
mv -- "$work/x/usr/sbin/nats-server" "$target" # last, and at once: whoever sees the file may run it
rm -f -- "$home/.tools/nats-server.log"
say "nats-server $version is there"
