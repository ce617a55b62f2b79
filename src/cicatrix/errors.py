"""Every error Cicatrix raises: one tree, one shape.

Each class has a stable ``code`` (callers may match on it), an HTTP status, an exit code of the
command line and an anchor in ``docs/reference/errors.md``. The message says what happened, ``hint`` what to do next.

::

    CicatrixError                    1  500
    ├── UsageError                   2  400   the call itself is wrong; nothing was written
    │   ├── InvalidInput                      a value is malformed or too large
    │   │   ├── InvalidText                   text that is no Unicode (lone surrogates)
    │   │   ├── InvalidTime                   a date that cannot be read or lies outside years 1..9999
    │   │   └── Ambiguous                     words that several things answer to, where one is meant
    │   ├── NamespaceMissing                  no namespace was named: scope is never guessed
    │   └── PersonMissing                     an act that takes a person, by nobody in particular
    ├── NotFound                     1  404   no such handle in this namespace
    ├── Refused                      1  422   understood, and not done
    │   ├── NoProvenance                      a claim that no episode supports
    │   ├── StateConflict                409  the thing is not in a state that allows this
    │   ├── ClockBehind                  409  a given "now" lies before the ledger's last entry
    │   ├── Stopped                      403  the gate stops this call; nothing was done
    │   │   ├── ActionDenied         4       a rule forbids it
    │   │   │   └── PreconditionUnmet        something has to be done first
    │   │   └── ApprovalNeeded       5       a person has to permit it
    │   ├── HostRefused                  421  the page was asked under a name that is not this machine's
    │   └── OriginRefused                403  a form of another site
    ├── VerificationFailed           3  409   the ledger does not hash to what it says
    ├── EmbedderFailed               1  502   the embedder cannot be reached or answers nonsense
    ├── ModelFailed                  1  502   the model cannot be reached or gives no whole reply
    │   ├── ReplyUnusable                     its replies do not have the asked shape, the mended one neither
    │   └── BudgetSpent              7  429   tokens: the limits of a call, a run or a day
    ├── Busy                         7  503   another writer holds the file; safe to try again
    └── StoreError                   1  500   the database cannot be used
        ├── NotALedger                        the file is no Cicatrix database
        ├── SchemaTooNew                      written by a newer version of Cicatrix
        ├── ReadOnly                     403  this caller or file may only be read
        └── Unsettled                         a commit failed, and a crash might bring it back
"""

from __future__ import annotations

from typing import ClassVar


class CicatrixError(Exception):
    """Root of the tree. ``str(error)`` is one sentence that says what happened."""

    code: ClassVar[str] = "error"
    http_status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 1
    default_hint: ClassVar[str] = "Run `cicatrix doctor`; if it finds nothing, report this with the message above."

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint if hint is not None else self.default_hint

    @property
    def docs(self) -> str:
        """Anchor of this error in the documentation."""
        return f"docs/reference/errors.md#{self.code}"

    def as_json(self) -> dict[str, dict[str, str]]:
        """The one shape in which an error leaves the house, on every interface."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint, "docs": self.docs}}


class UsageError(CicatrixError):
    code = "usage"
    http_status = 400
    exit_code = 2
    default_hint = "Correct the call; nothing was written."


class InvalidInput(UsageError):
    code = "invalid_input"


class InvalidText(InvalidInput):
    code = "invalid_text"
    default_hint = "Send valid Unicode: decode the bytes with the right encoding, or replace the lone surrogate."


class InvalidTime(InvalidInput):
    code = "invalid_time"
    default_hint = "Write times as ISO 8601 with a zone, for example 2026-11-30T09:30:00+01:00."


class Ambiguous(InvalidInput):
    code = "ambiguous"
    default_hint = "Name the one you mean by its handle: M-7, PB-03."


class NamespaceMissing(UsageError):
    code = "namespace_missing"
    default_hint = "Name one: --namespace acme/support, CICATRIX_NAMESPACE, or `cicatrix init` to write cicatrix.toml."


class PersonMissing(UsageError):
    code = "person_missing"
    default_hint = "Name whose decision it is: --by dana, or by='dana' in Python. At a terminal it is yours."


class NotFound(CicatrixError):
    code = "not_found"
    http_status = 404
    default_hint = "Check the handle and the namespace; `cicatrix playbook show` and `cicatrix episode list` list them."


class Refused(CicatrixError):
    code = "refused"
    http_status = 422
    default_hint = "The reason says what is missing; nothing was changed."


class NoProvenance(Refused):
    code = "no_provenance"
    default_hint = "Name an episode whose words carry the claim: --evidence ep4. No provenance, no memory."


class StateConflict(Refused):
    code = "state_conflict"
    http_status = 409
    default_hint = "Look at it first: `cicatrix explain ID`."


class ClockBehind(Refused):
    code = "clock_behind"
    http_status = 409
    default_hint = "Use a --now at or after the last entry; when something happened goes into --occurred-at."


class Stopped(Refused):
    """The gate's word on a call that is therefore not made. ``verdict`` is ``gd-n``, ``rules`` are the handles of those
    that spoke, ``quote`` the words that taught the first, ``approval`` the ``ap-n`` that a person can grant."""

    code = "stopped"
    http_status = 403

    def __init__(
        self,
        message: str,
        *,
        verdict: str = "",
        rules: tuple[str, ...] = (),
        quote: str = "",
        approval: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.verdict = verdict
        self.rules = rules
        self.quote = quote
        self.approval = approval


class ActionDenied(Stopped):
    code = "action_denied"
    exit_code = 4
    default_hint = 'Do something else. Where the rule is wrong, a person says so: `cicatrix correct PB-05 "…"`.'


class PreconditionUnmet(ActionDenied):
    code = "precondition_unmet"
    default_hint = "Do what has to come first by a tool whose calls are recorded, then try again."


class ApprovalNeeded(Stopped):
    code = "approval_needed"
    exit_code = 5
    default_hint = (
        "A person grants it with `cicatrix approve ap-1 --by NAME`; then make the same call again, unchanged."
    )


class HostRefused(Refused):
    code = "host_refused"
    http_status = 421
    default_hint = "Open http://127.0.0.1 with the port that `cicatrix serve` printed."


class OriginRefused(Refused):
    code = "origin_refused"
    http_status = 403
    default_hint = "Use the page's own form, opened under the address that `cicatrix serve` printed."


class VerificationFailed(CicatrixError):
    code = "verification_failed"
    http_status = 409
    exit_code = 3
    default_hint = "Do not write to this file. Keep it, and restore the last backup that verifies."


class Busy(CicatrixError):
    code = "busy"
    http_status = 503
    exit_code = 7
    default_hint = "Another process holds the file. Nothing was left half-written; try again."


class StoreError(CicatrixError):
    code = "store"
    default_hint = "Check the path, the disk and the permissions of the database file."


class EmbedderFailed(CicatrixError):
    code = "embedder"
    http_status = 502
    default_hint = "Words are found without vectors meanwhile. Check the embedder; `cicatrix doctor` says what waits."


class ModelFailed(CicatrixError):
    """``tokens``: what the failed call may have cost."""

    code = "model"
    http_status = 502
    default_hint = "Check the endpoint and the key; `cicatrix config show` says which is asked."

    def __init__(self, message: str, *, tokens: int = 0, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.tokens = tokens


class ReplyUnusable(ModelFailed):
    """``reply`` are the last words that came, ``fault`` why they cannot be used."""

    code = "reply_unusable"
    default_hint = "`cicatrix inbox` keeps what came; try again, or name a larger model."

    def __init__(
        self, message: str, *, reply: str = "", fault: str = "", tokens: int = 0, hint: str | None = None
    ) -> None:
        super().__init__(message, tokens=tokens, hint=hint)
        self.reply = reply
        self.fault = fault


class BudgetSpent(ModelFailed):
    code = "budget_spent"
    http_status = 429
    exit_code = 7
    default_hint = "Raise CICATRIX_BUDGET_TOKENS_PER_CALL, _PER_RUN or _PER_DAY if that is meant."


class NotALedger(StoreError):
    code = "not_a_ledger"
    default_hint = "Name another file with --db; an empty or missing file becomes a new ledger."


class SchemaTooNew(StoreError):
    code = "schema_too_new"
    default_hint = "Upgrade Cicatrix; the file was left untouched."


class ReadOnly(StoreError):
    code = "read_only"
    http_status = 403
    default_hint = "Open the file with the right to write, or use a command that only reads."


class Unsettled(StoreError):
    code = "unsettled"
    default_hint = (
        "Nobody reads it now, and the next write that succeeds settles that it is not there."
        " If everything that has the file open ends before one does, look whether it is there before you try again."
    )
