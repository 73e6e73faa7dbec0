#!/bin/bash
# Runs nats-server and brings each new composed user list into force, as a transaction: copied beside the running one, that it
# is what the controller composed, the server's own check, the one bad principal put aside, rename, SIGHUP, and proof by the
# running config_digest. The server is never restarted for it, and never sees a list that it would refuse. What runs is left
# in applied.json (README.md). Everything is said on stderr, one line `event key=value`.
#
# NATS_CONF     the server's configuration, whose one include is "users.conf"   (/etc/nats/nats.conf)
# NATS_LIST     the composed list, in a mounted directory                       (users.conf beside it)
# NATS_APPLIED  directory of ours: what the server reads, and applied.json      (applied/ beside the configuration)
# NATS_MONITOR  the server's monitoring endpoint                                (127.0.0.1:8222)
# NATS_POLL     seconds between two looks at the list                           (1)
# NATS_LAME     seconds that clients get to move when we end                    (8)
set -u

conf=${NATS_CONF:-/etc/nats/nats.conf}
list=${NATS_LIST:-$(dirname "$conf")/users.conf}
applied=${NATS_APPLIED:-$(dirname "$conf")/applied}
monitor=${NATS_MONITOR:-127.0.0.1:8222}
poll=${NATS_POLL:-1}
lame=${NATS_LAME:-8}
[[ $conf == /* ]] || conf=$PWD/$conf
[[ $list == /* ]] || list=$PWD/$list
[[ $applied == /* ]] || applied=$PWD/$applied
liveMax=30   # seconds a reload may take until it runs: each connected client is authenticated anew
roundsMax=16 # checks of one list at most; each but the last puts a principal aside

next=$applied/next # what is being checked; no server reads it
server='' sleeper='' ending='' seen='' checked='' running='' refusal='' aside=''

say() { printf '%s\n' "$*" >&2; }

# One word of JSON: no quotes, no backslashes, no control characters.
word() { tr -d '"\134' <<<"$1" | tr '[:cntrl:]' ' ' | cut -c1-500 | sed 's/ *$//'; }

tell() {
  if printf '{"v":1,"list":"%s","checked":"%s","running":"%s","refused":"%s","aside":"%s","at":"%s"}\n' \
    "$(word "${seen##* }")" "$(word "$checked")" "$(word "$running")" "$(word "$refusal")" "$(word "$aside")" \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$applied/applied.new" && mv -f -- "$applied/applied.new" "$applied/applied.json"; then
    return
  fi
  say "applied-not-written directory=$applied"
}

# Changes when a file does: number, size and time of both, then the digest of the list.
stamp() {
  [[ -r $list && -r $conf ]] &&
    printf '%s %s' "$(stat -c '%i.%s.%.9Y' -- "$list" "$conf" | tr '\n' ' ')" "$(sha256sum <"$list" | cut -d' ' -f1)"
}

# The server would take an empty list, or a shorter one. The third line says what the rest hashes to.
is_composed() {
  [[ $(sed -n '3s/^# sha256 //p' "$1") == "$(tail -n +4 "$1" | sha256sum | cut -d' ' -f1)" ]]
}

# Whose entry covers a line of a list: each begins with a line `  # <principal>`.
principal_at() { head -n "$2" "$1" | sed -n '/^\]/s/.*//p; s/^  # \([a-z0-9.-]*\)$/\1/p' | tail -n1; }

# The list without one entry, which ends before the next one, or before the end of the array.
without() {
  awk -v name="  # $2" '/^  # /||/^]/{skip=($0==name)} !skip{print}' "$1" >"$1.less" && mv -f -- "$1.less" "$1"
}

# Checks what is in $next and puts the principals aside that the server names; sets checked and aside, or refusal.
check() {
  local said line name round
  aside=''
  for ((round = 0; round < roundsMax; round++)); do
    if said=$(nats-server -t -c "$next/nats.conf" 2>&1); then
      refusal='' checked=$(grep -o 'sha256:[0-9a-f]*' <<<"$said" | head -n1)
      return 0
    fi
    refusal=$(tail -n1 <<<"$said")
    line=$(grep -o 'users\.conf:[0-9]*' <<<"$said" | head -n1)
    [[ -n $line ]] || return 1
    name=$(principal_at "$next/users.conf" "${line#*:}")
    # Without its controller the mesh would be lost.
    [[ -n $name && $name != controller && $name != controller.* ]] || return 1
    without "$next/users.conf" "$name"
    # An array without anybody can mean everybody.
    ! grep -A1 '^[A-Z]*_USERS = \[$' "$next/users.conf" | grep -q '^\]' || return 1
    aside="$aside${aside:+ }$name"
    say "principal-put-aside name=$name why=\"$refusal\""
  done
  return 1
}

# From the mounted files to those that the server reads; a crash at any line leaves the old ones, or new ones that are sound.
take() {
  if ! { rm -rf -- "$next" && mkdir -p "$next" && cp -- "$conf" "$next/nats.conf" && cp -- "$list" "$next/users.conf"; }; then
    refusal="it cannot be copied to $next"
  elif ! is_composed "$next/users.conf"; then
    refusal="its body has not the sha256 of its header: cut, or edited by hand"
  elif check; then
    sync -- "$next/users.conf" "$next/nats.conf" &&
      mv -f -- "$next/users.conf" "$applied/users.conf" && mv -f -- "$next/nats.conf" "$applied/nats.conf" &&
      rm -rf -- "$next"
    return
  fi
  rm -rf -- "$next"
  say "user-list-refused why=\"$refusal\" kept=the-running-one"
  return 1
}

# A list that is refused does not keep a broker down that has run another one.
take_last() {
  local said
  aside=''
  [[ -r $applied/nats.conf ]] && said=$(nats-server -t -c "$applied/nats.conf" 2>&1) &&
    checked=$(grep -o 'sha256:[0-9a-f]*' <<<"$said" | head -n1)
}

# The digest of the configuration that the server runs.
ask() {
  { exec 3<>"/dev/tcp/${monitor%:*}/${monitor##*:}"; } 2>/dev/null || return 1
  printf 'GET /varz HTTP/1.0\r\nHost: %s\r\n\r\n' "$monitor" >&3
  sed -n 's/^ *"config_digest": *"\([^"]*\)".*/\1/p' <&3
  exec 3>&-
}

await_live() {
  local until=$((SECONDS + liveMax))
  while ((SECONDS < until)) && kill -0 "$server" 2>/dev/null; do
    running=$(ask)
    [[ -n $running && $running == "$checked" ]] && return 0
    sleep 0.05
  done
  say "reload-not-live checked=$checked running=$running"
  seen='' # and the next look takes it again
  return 1
}

# However many lists came since the last look, this takes the newest; one that comes meanwhile is the next look's.
look() {
  local now
  now=$(stamp) || return 0
  [[ $now != "$seen" ]] || return 0
  seen=$now
  if take && kill -HUP "$server" 2>/dev/null && await_live; then
    say "reload-live list=${seen##* } digest=$running${aside:+ aside=\"$aside\"}"
  fi
  tell
}

nap() {
  sleep "$1" &
  sleeper=$!
  wait -n ${server:+"$server"} "$sleeper" 2>/dev/null
  kill "$sleeper" 2>/dev/null
  wait "$sleeper" 2>/dev/null
  sleeper=''
}

# shellcheck disable=SC2317 # called by the trap
# Lame duck: no new clients, the others are told to move; whoever has not moved in time is cut off.
end() {
  local until=$((SECONDS + lame))
  [[ -z $ending ]] || return 0
  ending=yes
  [[ -n $server ]] || exit 0
  say "ending pid=$server"
  kill -USR2 "$server" 2>/dev/null
  while ((SECONDS < until)) && kill -0 "$server" 2>/dev/null; do sleep 0.1; done
  kill -TERM "$server" 2>/dev/null
}

trap end TERM INT
trap 'seen=""' HUP
trap '[[ -z $server ]] || kill -USR1 "$server"' USR1

mkdir -p "$applied" || exit 1
cd "$(dirname "$conf")" || exit 1 # paths in it count from where it lies
until { seen=$(stamp) && take; } || take_last; do
  say "waiting for=$list"
  nap "$poll"
done
nats-server -c "$applied/nats.conf" &
server=$!
await_live && say "broker-up pid=$server digest=$running"
tell
while kill -0 "$server" 2>/dev/null; do
  nap "$poll"
  [[ -n $ending ]] || look
done
[[ -z $ending ]] || exit 0
say "broker-ended pid=$server"
exit 1
