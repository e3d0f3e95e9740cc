#!/bin/sh
# Starts Ronda from this folder: nothing is fetched from the network, nothing is written to the stick.
# Linux and macOS (there start.command is the same file, to be double-clicked). Words after it go to `ronda serve`.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
version=$(cat "$here/VERSION")

python=
for name in "${RONDA_PYTHON:-python3}" python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null 2>&1 && tag=$("$name" -c 'import sys; assert sys.version_info >= (3, 11)
print("%d.%d" % sys.version_info[:2])' 2>/dev/null); then
        if grep -qx "$tag" "$here/PYTHONS"; then
            python=$name
            break
        fi
    fi
done
if [ -z "$python" ]; then
    echo "Ronda needs one of these versions of Python: $(tr '\n' ' ' <"$here/PYTHONS")(https://www.python.org/downloads/)" >&2
    exit 1
fi

case $(uname -s) in
    Darwin) data="$HOME/Library/Application Support" ;;
    *) data=${XDG_DATA_HOME:-$HOME/.local/share} ;;
esac
place="$data/ronda/program-$version-$tag"
if [ ! -e "$place/installed" ]; then
    echo "Installing Ronda $version (once, about a minute) …"
    rm -rf "$place"
    mkdir -p "$data/ronda"
    "$python" -m venv --without-pip "$place"
    # pip comes with the folder: some systems have Python without it.
    PYTHONPATH=$(echo "$here"/wheelhouse/pip-*.whl) "$place/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-index --find-links "$here/wheelhouse" "ronda==$version"
    touch "$place/installed"
fi
if [ "${RONDA_ONLY_INSTALL:-}" ]; then
    echo "$place/bin/ronda"
    exit 0
fi
exec "$place/bin/ronda" serve --open "$@"
