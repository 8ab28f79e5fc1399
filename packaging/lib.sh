# Sourced by every script of this folder: where things are, which version is made, and how a missing tool is told.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC PYTHONUTF8=1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# Cargo's profile `dist` writes target/dist too, under names of its own.
out=$root/target/dist
work=$root/target/packaging
stage=$work/stage
mkdir -p "$out" "$stage"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)

# A tree with changes is no commit: what it makes says so.
if [ -z "${ADV_COMMIT:-}" ] && [ -e .git ] && command -v git > /dev/null; then
    ADV_COMMIT=$(git rev-parse HEAD)
    git diff --quiet HEAD || ADV_COMMIT="$ADV_COMMIT-changed"
    ADV_DATE=$(git log -1 --date=short --format=%cd)
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
fi
export ADV_COMMIT=${ADV_COMMIT:-unknown} ADV_DATE=${ADV_DATE:-unknown} SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800}

# missing <what> <what was not made> <how to get it>: ends the script with code 3
missing() {
    echo "packaging/$(basename "$0"): $1 is missing, so $2 was not made: $3" >&2
    exit 3
}

# need <command> <what is made> <how to get it>
need() {
    command -v "$1" > /dev/null || missing "$@"
}

# The target, the host where none is named: `ADV_TARGET=x86_64-unknown-linux-musl packaging/archive`.
need cargo "anything" "install Rust, https://rustup.rs"
target=${ADV_TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
case $target in *windows*) exe=.exe ;; *) exe= ;; esac
python=$work/venv/bin/python
[ -x "$python" ] || [ ! -x "$work/venv/Scripts/python.exe" ] || python=$work/venv/Scripts/python.exe

# The profile; another than `dist` is for trying the scripts.
profile=${ADV_PROFILE:-dist}
export CARGO_TARGET_DIR=$work/cargo
# No path of this machine gets into what is shipped.
export RUSTFLAGS="--remap-path-prefix=$root=/adv --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
