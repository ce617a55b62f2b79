# Sourced by the scripts beside it. Makes .venv when there is none, and installs only when the requirement files changed.
# Nothing here reads standard input.

unset PYTHONDONTWRITEBYTECODE # compiled modules are what makes the second run quick

say() { printf '%s\n' "$*" >&2; }

# The first Python on this machine that is new enough; `python3` is preferred, for it is what its owner chose.
find_python() {
    local candidate
    for candidate in "${CICATRIX_PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
        if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    say "Cicatrix needs Python 3.11 or newer, and none was found."
    say "Install one, or name it: CICATRIX_PYTHON=/path/to/python3.12 $0"
    return 1
}

# ensure_environment base|dev: an environment with the pinned packages, and Cicatrix itself, editable.
# `dev` holds everything in `base`, so either may follow the other.
ensure_environment() {
    local wanted=$1 stamp=.venv/installed-$1 fingerprint python
    if [ ! -x .venv/bin/python ]; then
        python=$(find_python)
        say "Making .venv with $("$python" --version) …"
        "$python" -m venv --clear .venv
    fi
    fingerprint=$(cksum "requirements/$wanted.txt" pyproject.toml)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$fingerprint" ]; then
        return 0
    fi
    say "Installing the pinned packages of requirements/$wanted.txt (once; later runs skip this) …"
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input --require-hashes -r "requirements/$wanted.txt"
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input --no-deps --no-build-isolation --editable .
    printf '%s\n' "$fingerprint" >"$stamp"
}

# ensure_browser: a Chromium that the browser tests can drive. Debian's own where we may install it, Playwright's elsewhere.
ensure_browser() {
    if [ -x /usr/bin/chromium ] || [ -f .venv/installed-browser ]; then
        return 0
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing Chromium for the browser tests …"
        apt-get update -qq </dev/null >&2
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core </dev/null >&2
    else
        say "Installing a browser for the browser tests …"
        .venv/bin/python -m playwright install chromium </dev/null >&2
        : >.venv/installed-browser
    fi
}

# ensure_strace: lets system calls fail and records them, for the tests of crashes. Linux only; where it cannot be
# installed those tests say so.
ensure_strace() {
    if command -v strace >/dev/null 2>&1 || [ "$(uname -s)" != Linux ]; then
        return 0
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing strace for the tests of crashes …"
        apt-get update -qq </dev/null >&2
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends strace </dev/null >&2
    else
        say "strace is not installed: no faults in system calls and no power loss are tried."
    fi
}
