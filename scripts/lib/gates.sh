# Sourced by scripts/check and scripts/test: the gates that read the code without running it.

failures=() # what did not hold, by name

# verdict TESTS: the last line of a run: how it ended, what did not hold, and how the tests went.
verdict() {
    if [ ${#failures[@]} -eq 0 ]; then
        printf 'PASSED: %s\n' "$1"
    else
        local named
        named=$(printf ', %s' "${failures[@]}")
        printf 'FAILED (%s): %s\n' "${named:2}" "$1"
        return 1
    fi
}

static_gates() {
    local failed=0
    gate "format" .venv/bin/ruff format --check --quiet src tests scripts verifier || failed=1
    gate "lint" .venv/bin/ruff check --quiet src tests scripts verifier || failed=1
    gate "types" .venv/bin/mypy || failed=1
    gate "layers" .venv/bin/lint-imports || failed=1
    return "$failed"
}

# gate NAME COMMAND…: one line when it holds, all its words when it does not.
gate() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        printf '  ✓ %s\n' "$name"
    else
        printf '  ✗ %s\n%s\n' "$name" "$output"
        failures+=("$name")
        return 1
    fi
}
