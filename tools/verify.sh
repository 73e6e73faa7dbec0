#!/usr/bin/env bash
# Everything: the build, unit tests, beds on real servers, and one table of what ran. Called as ./meshbus verify.
set -euo pipefail

home=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
# shellcheck source=tools/lib.sh
source "$home/tools/lib.sh"
# shellcheck source=tools/containers.sh
source "$home/tools/containers.sh"

usage='usage: ./meshbus verify [--long] [--containers] [mvn arguments]
  --long        the fault beds twenty times and more, hours
  --containers  the beds tagged "containers" and no others; needs a running Docker, or Podman'

# The names in bed-tests/needs.txt; without the file, the beds need a bus.
read_needs() {
  local file=$home/bed-tests/needs.txt line number=0
  needs=(nats)
  [[ -f $file ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1)) line=${line%%#*} line=${line//[[:space:]]/}
    case $line in
      '' | nats) ;;
      containers) ;; # the beds of that tag run with --containers only
      postgres | rabbitmq | node | chromium) needs+=("$line") ;;
      *) die "$file:$number: '$line' is unknown; nats, postgres, rabbitmq, node, chromium and containers are known" ;;
    esac
  done <"$file"
}

describe_servers() {
  local name text
  text="nats-server $(nats_version "$MESHBUS_NATS_SERVER")"
  for name in "${needs[@]:1}"; do text+=", $name $("$home/tools/install-servers.sh" --version "$name")"; done
  [[ -z ${engine-} ]] || text+=", $($engine --version | tr -d ,)"
  echo "$text, JDK $javaVersion, Maven $mavenVersion"
}

# Only this run's reports are counted: those of an earlier run go first.
reports() { find "$home" -path '*/target/*-reports/TEST-*.xml' -not -path '*/.tools/*' "$@"; }

# Ends what the tests left, whichever group or session it moved to: everything started by this run has its mark in the environment.
end_leftovers() {
  local pid tenths left=()
  for pid in $(marked); do
    left+=("$(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | cut -c1-100)")
    kill -TERM "$pid" 2>/dev/null || true
  done
  ((${#left[@]})) || return 0
  for ((tenths = 0; tenths < 50; tenths++)); do
    [[ -n $(marked) ]] || break
    sleep 0.1
  done
  for pid in $(marked); do kill -KILL "$pid" 2>/dev/null || true; done
  printf 'meshbus: ended what the tests had left running: %s\n' "${left[@]}" >&2
}

marked() { grep -lsz "^MESHBUS_VERIFY=$mark\$" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }

# shellcheck disable=SC2317 # called by the trap
clean_up() {
  trap '' INT TERM HUP
  end_leftovers
  containers_stop
}

# The table; its last line is for machines, and its status the verdict: 0 only if something ran, nothing failed, nothing was skipped.
summary() {
  reports -print0 | sort -z | xargs -0 -r grep -m1 -H -oE '<testsuite [^>]*' | awk -v root="$home/" -v servers="$(describe_servers)" \
    -v took="$1" '
    function number(name) { return match($0, " " name "=\"[0-9.,]+\"") ? clean(substr($0, RSTART, RLENGTH)) : 0 }
    function clean(text) { gsub(/[^0-9.]/, "", text); return text + 0 }
    {
      path = substr($0, length(root) + 1); module = substr(path, 1, index(path, "target/") - 2); if (module == "") module = "."
      if (!(module in tests)) order[++modules] = module
      tests[module] += number("tests"); failed[module] += number("failures") + number("errors")
      skipped[module] += number("skipped"); seconds[module] += number("time")
    }
    function line(name, t, f, s, time) { printf "%-24s %8s %8s %8s %10s\n", name, t, f, s, time }
    END {
      print ""; line("module", "run", "failed", "skipped", "time")
      for (i = 1; i <= modules; i++) {
        m = order[i]; line(m, tests[m], failed[m], skipped[m], sprintf("%.1f s", seconds[m]))
        t += tests[m]; f += failed[m]; s += skipped[m]
      }
      line("all, with the build", t + 0, f + 0, s + 0, took " s"); print "ran on: " servers; print ""
      printf "%d passed, %d failed, %d skipped\n", t - f - s, f, s
      exit !(t > 0 && f == 0 && s == 0)
    }'
}

arguments=() containers=
while (($#)); do
  case $1 in
    --long) arguments+=(-Dverify.long=true) ;;
    # `groups` is for the unit tests, which have none of that tag.
    --containers) containers=yes arguments+=(-Dit.excludedGroups= -Dit.groups=containers -Dgroups=containers) ;;
    -h | --help) echo "$usage"; exit ;;
    *) arguments+=("$1") ;;
  esac
  shift
done

find_java
need_build_tools
read_needs
[[ -z $containers ]] || containers_preflight
need_nats
((${#needs[@]} == 1)) || "$home/tools/install-servers.sh" "${needs[@]:1}"
lock build "another build or verify is running here"
"$home/tools/api-baseline.sh"

mark=$$-$(date +%s%N)
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
[[ -z $containers ]] || containers_start
reports -delete
export MESHBUS_HOME=$home
cd "$home"
status=0 began=$SECONDS
# Modules that do not depend on a failed one still run. The mark is not in our own environment: it would mark us too.
supervise env MESHBUS_VERIFY="$mark" mvn -B -fae verify "${arguments[@]}" || status=$?
end_leftovers
verdict=0
summary $((SECONDS - began)) || verdict=1
exit $((status || verdict))
