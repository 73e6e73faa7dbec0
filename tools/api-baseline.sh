#!/usr/bin/env bash
# The SDK's jar as it was at the last tag, in .tools/api/baseline.jar: the build compares its public API with it. Before the
# first tag there is nothing to compare with.
set -euo pipefail

home=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
# shellcheck source=tools/lib.sh
source "$home/tools/lib.sh"

folder=$home/.tools/api
tag=$(git -C "$home" describe --tags --abbrev=0 --match 'v*' 2>/dev/null) || {
  rm -f "$folder/baseline.jar"
  say "no tag v* yet: the SDK's API has nothing to be compared with"
  exit 0
}
commit=$(git -C "$home" rev-parse "$tag^{commit}")
jar=$folder/$commit.jar
mkdir -p "$folder"
if [[ ! -f $jar ]]; then
  say "building the SDK of $tag, to compare its API"
  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  git -C "$home" archive "$commit" | tar -x -C "$work"

  (cd "$work" && mvn -B -q -pl sdk -am package -DskipTests) >"$folder/build.log" 2>&1 </dev/null ||
    { tail -n 15 "$folder/build.log" >&2; die "the SDK of $tag does not build (all of its output: $folder/build.log)"; }
  built=("$work"/sdk/target/meshbus-sdk-*.jar)
  for each in "${built[@]}"; do
    [[ $each == *-sources.jar || $each == *-javadoc.jar || $each == *-tests.jar ]] || cp "$each" "$jar.part"
  done
  mv "$jar.part" "$jar"
fi
cp "$jar" "$folder/baseline.jar.part"
mv "$folder/baseline.jar.part" "$folder/baseline.jar"
say "the SDK's API is compared with that of $tag"
