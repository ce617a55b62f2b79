"""From the words of a rule to its policy. Deterministic; what it does not read completely, a person confirms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cicatrix.core.actions.action import Action
from cicatrix.core.actions.canonical import canonical
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Condition, Effect, Part, Policy, PolicyStatus
from cicatrix.core.policies.sentence import chinese, clauses, english, foreign, little, outline
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.tokens import Sentence, cut
from cicatrix.core.reading import languages, sentences

COMPILER: Final = "extractive/1"


def compile_rule(text: str, *, lexicon: Lexicon, episodes: Sequence[Action] = ()) -> Policy:
    """The policy of a rule's text. ``episodes`` are the calls that the rule was learnt from: it has to stop them.

    Its status is *active* only where every content word was read, every condition can be settled by code, and the
    checks of :mod:`~cicatrix.core.policies.activation` hold; ``why`` says what is missing.
    """
    from cicatrix.core.policies.activation import checked

    return checked(_read(text, lexicon), lexicon, episodes)


def _read(text: str, lexicon: Lexicon) -> Policy:
    draft = Draft()
    parts: list[Part] = []
    residue: list[str] = []
    whole = languages.language(text)
    for span in sentences.split(text):
        if span.code:
            continue
        words = span.of(text)
        language = (languages.language(words) if len(words.split()) >= 4 else "") or whole or "en"
        language = _guessed(words) if language == "en" else language
        sentence = cut(text, span.start, span.end, language)
        named = bool(draft.targets or draft.all_of)
        if any(token.kind == "cjk" for token in sentence.tokens):
            chinese.read(sentence, draft, lexicon)
        else:
            rows = clauses.cut(sentence, text)
            (english if language == "en" else foreign).read(rows, draft, lexicon)
        parts += sentence.parts
        residue += _unread(sentence, named=named)
    if not _is_enforceable(draft):
        draft, parts, residue = _outlined(text, whole or "en", lexicon) or (draft, parts, residue)
    return _policy(text, draft, tuple(parts), residue, lexicon)


def _outlined(text: str, language: str, lexicon: Lexicon) -> tuple[Draft, list[Part], list[str]] | None:
    """The outline of a text in whose clauses nothing was read that a call could be held to."""
    spans = [span for span in sentences.split(text) if not span.code]
    rows = [cut(text, span.start, span.end, language) for span in spans]
    draft = Draft()
    if not outline.read(rows, text, draft, lexicon) or not _is_enforceable(draft):
        return None
    return draft, [], []


def _guessed(words: str) -> str:
    """The language with most of its small words in a sentence taken for English; English unless it has more."""
    said = {token.fold for token in cut(words, 0, len(words)).tokens}
    return max(("en", "de", "es", "fr"), key=lambda name: len(said & little.of(name).function))


def _unread(sentence: Sentence, *, named: bool) -> list[str]:
    """Content words that nobody took. A pronoun is content as well, unless something was ``named`` before it."""
    small = little.of(sentence.language)
    unread: list[str] = []
    for token in sentence.tokens:
        named = named or token.read in ("targets", "conditions", "argv")
        plain = token.kind in ("word", "elided", "cjk")
        if token.read or token.kind == "mark" or (plain and token.fold in small.function):
            continue
        if not (plain and named and token.fold in small.pronouns):
            unread.append(token.text)
    return unread


def _policy(text: str, draft: Draft, parts: tuple[Part, ...], residue: list[str], lexicon: Lexicon) -> Policy:
    _used(draft, lexicon)
    effect = draft.effect if _is_enforceable(draft) else Effect.NONE
    policy = Policy(
        effect=effect,
        status=PolicyStatus.ADVICE if effect is Effect.NONE else PolicyStatus.ACTIVE,
        text=text,
        verbs=_opened(draft),
        targets=tuple(draft.targets),
        all_of=tuple(draft.all_of),
        argv=_canonical(draft.argv, lexicon),
        conditions=tuple(draft.conditions),
        exceptions=tuple(draft.exceptions),
        windows=draft.windows,
        before=draft.before if effect is Effect.PRECONDITION else None,
        by=draft.by if effect is Effect.REQUIRE_APPROVAL else "",
        parts=parts,
        residue=_residue(residue, effect),
        why=tuple(draft.why),
        lexicon=lexicon.version,
        compiler=COMPILER,
    )
    if effect is Effect.NONE:
        return replace(policy, why=("It says nothing that a call could be held to.",), parts=())
    return _of_appointments(policy)


def _is_enforceable(draft: Draft) -> bool:
    """Whether enough was read that a call could be held to it."""
    if draft.effect is Effect.NONE:
        return False
    if not draft.verbs and not draft.argv:
        return bool(draft.targets)
    told = draft.targets or draft.all_of or draft.argv or draft.conditions or draft.windows
    return bool(told) or _is_telling(draft.verbs)


def _used(draft: Draft, lexicon: Lexicon) -> None:
    """To use DROP, or force-push, is to do it: an act that no table has as a thing is none."""
    if draft.verbs != ["use"] or not draft.targets:
        return
    acts = {verb for target in draft.targets if not target.mods for verb in lexicon.acts(target.head)}
    if acts and all(lexicon.acts(target.head) and not lexicon.knows(target.head) for target in draft.targets):
        draft.verbs, draft.targets, draft.all_of = sorted(acts), draft.all_of, []


def _opened(draft: Draft) -> tuple[str, ...]:
    """The verbs; to open a file is to read it, to open a valve is not."""
    verbs = tuple(dict.fromkeys(draft.verbs))
    files = any(target.kind == "path" or target.head in _READABLE for target in (*draft.targets, *draft.all_of))
    return tuple(verb for verb in verbs if verb != "read") if "open" in verbs and not files else verbs


_READABLE: Final = frozenset(["file", "document", "email", "message", "letter", "report", "link", "attachment", "log"])


def _canonical(argv: tuple[str, ...], lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a command as those of a call are written: ``rm -rf`` is ``rm --force --recursive``."""
    if not any(word.startswith("-") for word in argv):
        return argv
    calls = canonical(Action(name="bash", args={"command": " ".join(argv)}), lexicon).calls
    return calls[0].argv if len(calls) == 1 and calls[0].argv else argv


def _residue(unread: list[str], effect: Effect) -> tuple[str, ...]:
    """ "Never restart directly: drain first" names the other way, so that nothing is lost with "directly"."""
    if effect is Effect.NONE:
        return ()
    passed = _MANNER if effect is Effect.PRECONDITION else frozenset()
    return tuple(word for word in dict.fromkeys(unread) if word.lower() not in passed)


_MANNER: Final = frozenset(["directly", "straight", "direkt", "directamente", "directement"])


def _of_appointments(policy: Policy) -> Policy:
    """Hours of a rule about appointments are those of the appointment, not of the moment at which it is made."""
    window = policy.windows[0] if policy.windows else None
    if window is None or not _APPOINTS.intersection(policy.verbs) or window.days or window.since or window.until:
        return policy
    if window.start and window.end:
        return policy
    op, hour = ("ge", window.start) if window.start else ("lt", window.end)
    condition = Condition("time", role="time", op=op, value=hour, evaluator="time")
    return replace(policy, windows=(), conditions=(*policy.conditions, condition))


_APPOINTS: Final = frozenset(["book", "schedule", "reschedule", "admit", "invite"])


def _is_telling(verbs: Sequence[str]) -> bool:
    """Whether verbs alone say enough: "never force-push", and not "never use"."""
    return any(verb not in ("use", "edit", "send", "create", "read", "run") for verb in verbs)
