"""Orders in German, Spanish and French: the same kinds as in English, by the words that mark them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Before, Condition, Effect, Except
from cicatrix.core.policies.sentence import little, phrases
from cicatrix.core.policies.sentence.before import LASTING, LASTS, MOMENT, person_of
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.saying import say
from cicatrix.core.policies.sentence.tokens import Sentence, Token, find
from cicatrix.core.reading.grammar import table


@dataclass(frozen=True, slots=True)
class _Marks:
    """Patterns of :func:`~cicatrix.core.policies.sentence.tokens.find`, folded."""

    never: tuple[str, ...]  # forbids
    asks: tuple[str, ...]  # asks for a yes
    yes: str  # nouns of a yes, after "only after" and "without"
    after: tuple[str, ...]  # what follows comes first
    before: tuple[str, ...]  # what follows is done, what stands after the comma comes first
    unless: tuple[str, ...]  # an exception follows
    fine: tuple[str, ...]  # what stands before is excepted
    me: frozenset[str]
    only: tuple[str, ...]  # who alone may: a name stands at the star


_GERMAN: Final = _Marks(
    never=(
        "nie|niemals|keinesfalls mehr?",
        "darf|durfen|soll|sollen|kann nicht|nie|niemals mehr?",
        "kein|keine|keinen|keiner|keinem",
        "nichts",
        "ist|sind|bleibt|bleiben tabu|gesperrt|verboten|untersagt|eingefroren|schreibgeschutzt|unantastbar",
        "nicht mehr?",
        "finger|hande weg von?",
    ),
    asks=(
        "frag|fragt|fragen sie? mich|uns|vorher? immer? erst|vorher|zuerst?",
        "vorher? mit mir|uns vorher? absprechen|abstimmen|abklaren|klaren",
        "braucht|brauchen|bedarf|bedurfen|erfordert|erfordern immer? meine|meiner|die|der|eine|einer?",
        "zustimmung|freigabe|genehmigung|okay|ok|erlaubnis",
        "nur|erst mit|nach meiner|der|die|meinem? zustimmung|freigabe|genehmigung|okay|ok|erlaubnis",
        "ohne meine|die|meiner? zustimmung|freigabe|genehmigung|okay|ok|erlaubnis|rucksprache",
        "lauft|laufen|geht|gehen immer? uber|durch mich",
        "muss|mussen von|durch mir|mich freigegeben|genehmigt|abgenommen werden?",
    ),
    yes="zustimmung|freigabe|genehmigung|okay|ok|erlaubnis",
    after=(
        "erst , wenn|nachdem|sobald",
        "erst * wenn|nachdem|sobald",
        "erst * nach",
        "nur * wenn|nachdem",
        "erst nach",
    ),
    before=("bevor", "vor"),
    unless=("ausser|ausgenommen|es",),
    fine=("ist|sind ok|okay|erlaubt|ausgenommen|moglich", "geht|gehen"),
    me=table("mich mir uns meine meiner meinem meinen"),
    only=("nur|ausschliesslich von @", "nur|allein @ darf|durfen|kann|soll"),
)
_SPANISH: Final = _Marks(
    never=(
        "no * nunca|jamas",
        "nunca|jamas",
        "no se? debe|deben|puede|pueden|permite|permiten",
        "esta|estan|queda|quedan prohibido|prohibida|prohibidos|prohibidas",
        "ningun|ninguna|ninguno",
        "prohibido|prohibida",
        "no",
        "nada de",
    ),
    asks=(
        "preguntame|consultame|avisame|preguntadme a? mi? antes|primero?",
        "pregunta|consulta|habla|confirma a|con|conmigo primero?",
        "pideme|pide|pidele mi|el|la|tu? permiso|autorizacion|aprobacion|visto",
        "necesita|necesitan|requiere|requieren siempre? mi|la|el|una|su? aprobacion|autorizacion|permiso|visto bueno?",
        "sin|con mi|la|el|su? aprobacion|autorizacion|permiso|visto bueno?",
        "tiene|tienen|debe|deben que? pasar por mi|nosotros",
        "los|las|lo|la|debe|tiene|que? aprueba|autoriza|aprobar|autorizar siempre?",
        "pasa|pasan siempre? por mi",
    ),
    yes="aprobacion|autorizacion|permiso|visto",
    after=("solo|solamente * despues|tras|cuando de?", "no * hasta que?", "no * sin"),
    before=("antes de",),
    unless=("salvo|excepto|menos", "a menos que", "fuera de"),
    fine=("esta|estan bien|permitido|permitidos", "si se puede"),
    me=table("mi conmigo preguntame consultame avisame pideme"),
    only=("solo|solamente @ puede|debe|podra", "solo|solamente|unicamente por @"),
)
_FRENCH: Final = _Marks(
    never=(
        "ne|n' * jamais|plus|pas",
        "jamais",
        "aucun|aucune",
        "pas de|d'",
        "est|sont interdit|interdite|interdits|interdites",
        "interdit|interdiction de|d'",
        "ne|n' doit|doivent|peut|peuvent pas|jamais",
    ),
    asks=(
        "demande-moi|demandez-moi|consulte-moi|appelle-moi|previens-moi avant|d'abord?",
        "demande|demandez a",
        "passer|passe|passent|passez par moi|nous",
        "necessite|necessitent|exige|requiert|requierent toujours? mon|ma|l'|la|une?",
        "accord|validation|approbation|autorisation|feu",
        "sans|avec|apres mon|ma|l'|la|une? accord|validation|approbation|autorisation|feu",
    ),
    yes="accord|validation|approbation|autorisation",
    after=(
        "ne|n' * qu'|que apres|une|lorsque|quand",
        "seulement|uniquement * apres|une|si|lorsque|quand",
        "pas * avant",
    ),
    before=("avant de|d'", "avant"),
    unless=("sauf|excepte|hormis", "a moins que|de"),
    fine=("est|sont permis|autorise|possible|possibles",),
    me=table("moi nous mon ma demande-moi consulte-moi"),
    only=("seul|seule @ peut|doit", "seulement|uniquement par @"),
)
_LANGUAGES: Final = {"de": _GERMAN, "es": _SPANISH, "fr": _FRENCH}


def read(clauses: Sequence[Sentence], draft: Draft, lexicon: Lexicon) -> None:
    """Reads the clauses of one sentence into the draft, in order."""
    for place, clause in enumerate(clauses):
        marks = _LANGUAGES.get(clause.language)
        if marks is not None:
            _read_clause(clause, marks, draft, lexicon, leads=place + 1 < len(clauses))


def _read_clause(clause: Sentence, marks: _Marks, draft: Draft, lexicon: Lexicon, *, leads: bool) -> None:
    if draft.effect is not Effect.NONE and _exception(clause, marks, draft, lexicon):
        return
    if (
        _only_person(clause, marks, draft, lexicon)
        or _precondition(clause, marks, draft, lexicon)
        or _approval(clause, marks, draft, lexicon)
    ):
        return
    for pattern in marks.never:
        found = find(clause.tokens, pattern)
        if found and clause.language == "es" and pattern == "no" and not _verb_follows(clause, found[1], lexicon):
            continue
        if found:
            taken = clause.tokens[found[0] : found[1]]
            clause.take([token for token in taken if not lexicon.acts(token.fold)], "effect")
            draft.strengthen(Effect.DENY)
            closed = any(token.fold in _FIXED for token in taken)
            say(clause, draft, lexicon, "anywhere", ("edit", "delete") if closed else ("use",))
            return
    if leads:
        say(clause, draft, lexicon, "noun")
    elif draft.effect is not Effect.NONE:
        clause.take(clause.tokens, "way_out")


def _verb_follows(clause: Sentence, place: int, lexicon: Lexicon) -> bool:
    words = [token.fold for token in clause.tokens[place : place + 3]]
    words = [word for word in words if word not in ("se", "me", "te", "le", "les", "lo")]
    return bool(words) and (bool(lexicon.acts(words[0])) or words[0] in little.LIGHT)


_FIXED: Final = table("tabu gesperrt eingefroren schreibgeschutzt unantastbar")


def _only_person(clause: Sentence, marks: _Marks, draft: Draft, lexicon: Lexicon) -> bool:
    """ "Nur Ruth darf Rechnungen stornieren", "solo Marta puede cerrar cuentas"."""
    tokens = clause.tokens
    for pattern in marks.only:
        ahead, _, behind = pattern.partition(" @")
        found = find(tokens, ahead)
        if found is None:
            continue
        end = next((at for at in range(found[1], len(tokens)) if not tokens[at].is_name), len(tokens))
        modal = find(tokens[end : end + 1], behind.strip()) if behind.strip() else (0, 0)
        if end == found[1] or modal is None:
            continue
        who = " ".join(token.fold for token in tokens[found[1] : end])
        clause.take(tokens[found[0] : end + modal[1]], "conditions")
        draft.strengthen(Effect.DENY)
        draft.conditions.append(Condition("not_in", role="principal", value=[who], evaluator="not_in"))
        say(clause, draft, lexicon, "anywhere")
        return True
    return False


def _exception(clause: Sentence, marks: _Marks, draft: Draft, lexicon: Lexicon) -> bool:
    opening = next((found for pattern in marks.unless if (found := find(clause.tokens[:4], pattern))), None)
    closing = next((found for pattern in marks.fine if (found := find(clause.tokens, pattern))), None)
    at_end = closing is not None and closing[1] >= len(clause.tokens) - 1
    if not (opening and opening[0] == 0) and not at_end:
        return False
    span = opening if opening and opening[0] == 0 else closing
    assert span is not None
    said = " ".join(token.text for token in clause.tokens)
    clause.take(clause.tokens[span[0] : span[1]], "exceptions")
    phrase = phrases.read(clause, lexicon, "anywhere")
    clause.take(clause.rest(), "exceptions")
    draft.exceptions.append(
        Except((*phrase.alternatives, *phrase.beside), tuple(phrase.conditions), tuple(phrase.verbs), said)
    )
    return True


def _approval(clause: Sentence, marks: _Marks, draft: Draft, lexicon: Lexicon) -> bool:
    for pattern in marks.asks:
        found = find(clause.tokens, pattern)
        if not found:
            continue
        clause.take(clause.tokens[found[0] : found[1]], "by")
        draft.by = draft.by or _approver(clause, found, marks)
        draft.effect = Effect.REQUIRE_APPROVAL
        before = next((at for words in marks.before if (at := find(clause.tokens, words))), None)
        if before and before[0] > 1 and found[0] > 0:
            clause.take(clause.tokens[before[0] :], "by")  # "… avant d'être enregistrée"
        elif before:
            clause.take(clause.tokens[before[0] : before[1]], "by")
        say(clause, draft, lexicon, "anywhere")
        return True
    return False


def _approver(clause: Sentence, found: tuple[int, int], marks: _Marks) -> str:
    """Who says yes: a name that stands right after, else the speaker."""
    if any(token.fold in marks.me for token in clause.tokens):
        clause.take([token for token in clause.tokens if token.fold in marks.me], "by")
        return "me"
    after = clause.tokens[found[1] : found[1] + 5]
    named = [token for token in after if token.is_name or token.fold in ("von", "de", "del", "du", "der", "des")]
    clause.take(named, "by")
    return " ".join(token.text for token in named if token.is_name) or "me"


def _precondition(clause: Sentence, marks: _Marks, draft: Draft, lexicon: Lexicon) -> bool:
    tokens = clause.tokens
    for pattern in marks.after:
        found = find(tokens, pattern)
        if found is None:
            continue
        span = tokens[found[0] : found[1]]
        first = tokens[found[1] :]
        if not first or find(first[:4], marks.yes):
            return False
        kept = [token for token in span if token.fold not in _GLUE]
        clause.take([token for token in span if token.fold in _GLUE], "effect")
        main = [*tokens[: found[0]], *kept]
        if clause.language == "de" and span[-1].fold == "nach":
            main, first = [*main, *first[-2:]], first[:-2]
        return _settle(clause, main, first, draft, lexicon)
    for pattern in marks.before:
        found = find(tokens[:2], pattern)
        if found is None or found[0] != 0:
            continue
        comma = next((place for place, token in enumerate(tokens) if token.text == ","), None)
        main, first = (
            (tokens[found[1] : comma], tokens[comma + 1 :]) if comma else _split_noun(tokens[found[1] :], lexicon)
        )
        if not main or not first:
            return False
        if any(find(first, asked) for asked in marks.asks):
            clause.take(tokens[: found[1]], "effect")
            return False
        clause.take(tokens[: found[1]], "effect")
        return _settle(clause, main, first, draft, lexicon)
    return False


_GLUE: Final = table(
    "erst nur wenn nachdem sobald nach , solo solamente despues tras cuando de hasta que sin ne n' qu' apres une",
    "seulement",
    "uniquement lorsque quand si no pas avant",
)


_FIRST_WORDS: Final = table("immer zuerst erst siempre toujours primero")
_SECOND_ARTICLES: Final = table("die den das alle seine ihre einen eine el la los las un una le les l' une")


def _split_noun(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[list[Token], list[Token]]:
    """ "Vor dem Löschen eines Benutzers immer zuerst seine Dateien sichern": where the noun's part ends."""
    del lexicon
    place = next((at for at, token in enumerate(tokens) if token.fold in _FIRST_WORDS), None)
    if place is None:  # "vor jedem Deployment die Tests laufen lassen"
        place = next((at for at, token in enumerate(tokens) if at > 1 and token.fold in _SECOND_ARTICLES), None)
    return ([*tokens[:place]], [*tokens[place:]]) if place else ([], [])


def _settle(clause: Sentence, main: Sequence[Token], first: Sequence[Token], draft: Draft, lexicon: Lexicon) -> bool:
    person = person_of(first)
    inner = Sentence(list(first), clause.language, [])
    inner.take(person, "before")
    phrase = phrases.read(inner, lexicon, "anywhere")
    if phrase.weak:
        phrase.verbs = [verb for verb in phrase.verbs if verb not in ("create", "add", "edit")]
    clause.take(first, "before")
    own = {target.head for target in draft.targets}
    draft.effect = Effect.PRECONDITION
    draft.before = Before(
        verbs=tuple(phrase.verbs),
        targets=tuple(target for target in (*phrase.alternatives, *phrase.beside) if target.head not in own),
        same=True,
        max_age=LASTS if any(verb in LASTING for verb in phrase.verbs) else MOMENT,
        by=" ".join(token.text for token in person),
        text=" ".join(token.text for token in first if token.kind != "mark"),
    )
    persons = little.of(clause.language).persons
    rest = Sentence([token for token in main if token.fold not in persons], clause.language, clause.parts)
    say(rest, draft, lexicon, "anywhere")
    return True
