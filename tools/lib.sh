# shellcheck shell=bash disable=SC2034,SC2154 # sets for, and uses from, the script that sources it
# What the root script and its helpers share. Sourced, with $home = the root of the repository.
# Everything said here goes to stderr: stdout belongs to the command (JSON, MCP).

say() { printf 'meshbus: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# at_least 2.11 2.9.10 → no. Compares major and minor, which is all we ask of any tool.
at_least() {
  local wantMajor=${1%%.*} wantMinor=${1#*.} major minor
  [[ $2 =~ ^([0-9]+)(\.([0-9]+))? ]] || return 1
  major=$((10#${BASH_REMATCH[1]})) minor=$((10#${BASH_REMATCH[3]:-0}))
  ((major > wantMajor || (major == wantMajor && minor >= wantMinor)))
}

# Sets java, javaHome and javaVersion: $JAVA_HOME, then PATH, then what Debian has unpacked; the first that is 17 or later.
# The version is read from the JDK's `release` file: starting a JVM to ask would double the cost of a short command.
find_java() {
  local candidate
  for candidate in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(type -P java || true)" /usr/lib/jvm/*/bin/java; do
    [[ -n $candidate && -x $candidate ]] || continue
    java=$(readlink -f -- "$candidate") javaHome=${java%/bin/java}
    javaVersion=$(java_version)
    at_least 17.0 "$javaVersion" && return 0
  done
  die "no JDK 17 or later (looked at JAVA_HOME, PATH and /usr/lib/jvm). Install one: apt-get install openjdk-17-jdk-headless"
}

java_version() {
  local line
  if [[ -r $javaHome/release ]]; then
    while IFS= read -r line; do
      [[ $line =~ ^JAVA_VERSION=\"([^\"]+)\" ]] && { echo "${BASH_REMATCH[1]}"; return; }
    done <"$javaHome/release"
  fi
  # A vendor's start script, or a JDK without the file.
  [[ $("$java" -version 2>&1) =~ version\ \"([^\"]+)\" ]] && echo "${BASH_REMATCH[1]}"
}

# A compiler and Maven, asked for only when something has to be built. Sets mavenVersion.
need_build_tools() {
  [[ -x $javaHome/bin/javac ]] ||
    die "$javaHome has no compiler. Install a JDK: apt-get install openjdk-17-jdk-headless"
  has mvn || die "Maven 3.8 or later is needed to build, and there is no mvn on PATH. Install it: apt-get install maven"
  export JAVA_HOME=$javaHome
  [[ $(mvn --batch-mode --version 2>&1) =~ Apache\ Maven\ ([0-9.]+) ]] || die "mvn --version fails: $(mvn --version 2>&1 | tail -n1)"
  mavenVersion=${BASH_REMATCH[1]}
  at_least 3.8 "$mavenVersion" || die "Maven $mavenVersion is too old, 3.8 or later is needed. Install it: apt-get install maven"
}

nats_version() { # BINARY → 2.15.1
  [[ $("$1" --version 2>/dev/null) =~ ^nats-server:\ v([0-9]+\.[0-9]+[^ ]*) ]] && echo "${BASH_REMATCH[1]}"
}

# Exports MESHBUS_NATS_SERVER when a nats-server >= 2.11 is here; fails quietly when there is none.
find_nats() {
  local own=$home/.tools/nats-server/nats-server found
  if [[ -n ${MESHBUS_NATS_SERVER-} ]]; then
    [[ -x $MESHBUS_NATS_SERVER ]] || die "MESHBUS_NATS_SERVER names $MESHBUS_NATS_SERVER, which is no program"
    at_least 2.11 "$(nats_version "$MESHBUS_NATS_SERVER")" ||
      die "MESHBUS_NATS_SERVER names $MESHBUS_NATS_SERVER, which is not nats-server 2.11 or later"
  elif found=$(type -P nats-server) && at_least 2.11 "$(nats_version "$found")"; then
    MESHBUS_NATS_SERVER=$found
  elif [[ -x $own ]]; then # was checked when it was put there
    MESHBUS_NATS_SERVER=$own
  else
    return 1
  fi
  export MESHBUS_NATS_SERVER
}

need_nats() {
  find_nats || { "$home/tools/install-nats.sh" && find_nats; } || exit 1
}

# lock FILE WHAT: holds .tools/FILE on descriptor 9 until this (sub)shell ends; says so when it has to wait.
lock() {
  mkdir -p "$home/.tools"
  exec 9>"$home/.tools/$1.lock"
  flock -n 9 && return
  say "waiting: $2"
  flock 9
}

# supervise COMMAND…: runs it in a process group of its own and returns its status. When we are told to end, the whole
# group ends first, whoever sent the signal and to whichever process: a terminal's Ctrl-C or one `kill`.
supervise() {
  local child status=0
  set -m
  "$@" </dev/null 9>&- &
  child=$!
  set +m
  # shellcheck disable=SC2064 # the child is known now
  { trap "end_group $child; exit 130" INT; trap "end_group $child; exit 143" TERM; trap "end_group $child; exit 129" HUP; }
  wait "$child" || status=$?
  trap - INT TERM HUP
  return "$status"
}

end_group() {
  local tenths
  trap '' INT TERM HUP
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for ((tenths = 0; tenths < 100; tenths++)); do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null || true
}
