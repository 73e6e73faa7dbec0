# shellcheck shell=bash disable=SC2154 # sourced by verify.sh, which sets home and mark
# The container engine for the beds tagged `containers`.

# Names everything that is missing at once, and installs nothing: an engine is a choice of the machine's owner.
containers_preflight() {
  local package missing=()
  engine=
  if [[ -n ${DOCKER_HOST-} ]] || { has docker && timeout 10 docker info >/dev/null 2>&1; }; then
    has docker || die "DOCKER_HOST is set, and there is no docker client on PATH. Install it: apt-get install docker.io"
    timeout 10 docker info >/dev/null 2>&1 || die "no engine answers at DOCKER_HOST=$DOCKER_HOST"
    engine=docker
    return
  fi
  # Each is needed: crun does not start on mixed cgroups; netavark, its resolver and iptables make the bridge networks.
  for package in podman:podman runc:runc iptables:iptables netavark:/usr/lib/podman/netavark \
    aardvark-dns:/usr/lib/podman/aardvark-dns; do
    has "${package#*:}" || [[ -x /usr/sbin/${package#*:} ]] || missing+=("${package%%:*}")
  done
  ((${#missing[@]} == 0)) || die "the container beds need a running Docker, or Podman. No Docker answers here, and for Podman these are missing: ${missing[*]}
  Install them: apt-get install ${missing[*]}"
  engine=podman
}

# A Podman that works where limits may not be raised (containers, small VMs): its defaults ask for more files than the hard
# limit and fail. The mark is how verify.sh finds what tests left running, inside containers too. The socket is not under
# .tools, as a socket's path may have 107 bytes only.
containers_start() {
  local conf=$home/.tools/containers/containers.conf files processes tenths
  [[ $engine == podman ]] || return 0
  mkdir -p "${conf%/*}"
  files=$(ulimit -Hn) processes=$(ulimit -Hu)
  [[ $files != unlimited ]] && ((files <= 1048576)) || files=1048576
  [[ $processes != unlimited ]] && ((processes <= 32768)) || processes=32768
  cat >"$conf" <<END
[containers]
env = ["MESHBUS_VERIFY=$mark"]
default_ulimits = ["nofile=$files:$files", "nproc=$processes:$processes"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
END
  export CONTAINERS_CONF=$conf
  socketDir=$(mktemp -d)
  export DOCKER_HOST=unix://$socketDir/podman.sock
  # Ryuk would be one more image to fetch, and verify ends what is left itself. The host is named, as Testcontainers takes the
  # bridge's address for it when it believes that it runs in a container.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  set -m # a group of its own, so that a terminal's Ctrl-C reaches the tests first and the engine after them
  podman system service --time=0 "$DOCKER_HOST" </dev/null >"$home/.tools/containers/podman.log" 2>&1 9>&- &
  enginePid=$!
  set +m
  for ((tenths = 0; tenths < 100; tenths++)); do
    [[ ! -S $socketDir/podman.sock ]] || return 0
    kill -0 "$enginePid" 2>/dev/null || break
    sleep 0.1
  done
  die "Podman's service does not start: $(tail -n 3 "$home/.tools/containers/podman.log")"
}

containers_stop() {
  [[ -z ${enginePid-} ]] || { end_group "$enginePid"; wait "$enginePid" 2>/dev/null || true; }
  [[ -z ${socketDir-} ]] || rm -rf -- "$socketDir"
}
