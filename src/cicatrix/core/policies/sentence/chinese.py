"""Orders in Chinese, whose words stand without spaces: marks of order first, then acts and things of the lexicon."""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.patterns import regex
from cicatrix.core.policies.lexicon import Lexicon
from cicatrix.core.policies.policy import Before, Condition, Effect, Except, Target, Window
from cicatrix.core.policies.sentence import limits
from cicatrix.core.policies.sentence.before import LASTING, LASTS, MOMENT
from cicatrix.core.policies.sentence.draft import Draft
from cicatrix.core.policies.sentence.phrases import read as read_phrase
from cicatrix.core.policies.sentence.things import content_of
from cicatrix.core.policies.sentence.tokens import Sentence, Token

_NEVER: Final = regex(
    "(?:请|千万|绝对)?(?:不要|不得|不许|不能|不可以?|不准|禁止|严禁|切勿|请勿|勿|别|绝不)(?:再|随便)?"
)
_ASKS: Final = regex(
    "(?:必须|需要?|要|请)?先?(?:问|请示|征求|告诉|通知|联系)(?:一下)?(?:我|我们)(?:的(?:意见|同意))?"
    "|(?:没有|未经|未得到|未获得)(?P<without>[^，。]{1,8}?)的?(?:批准|同意|审批|许可|确认)"
    "|(?:必须|需要?|须|要)?先?(?:经过|经(?!理)|由|得到|征得|获得)(?P<who>[^，。]{0,8}?)的?(?:批准|同意|审批|许可|确认)后?"
    "|(?:必须|需要?|须|要)(?P<needs>[^，。]{1,8}?)的?(?:批准|同意|审批|许可)"
)
_ONLY: Final = regex("只有(?P<who>[^，。]{1,8}?)(?:才)?(?:可以|能|能够|有权)")
_DAYS: Final = regex("(?:每?(?:周|星期|礼拜))([一二三四五六日天末])")
_BEFORE: Final = regex("(?:之前|以前|前)(?:$|，)?")
_FINE: Final = regex("(?:可以|没问题|除外|不受限制|不限)(?:$)")
_FIRST: Final = regex("^(?:必须|一定要|要|需要?|请)?先(?:让|由|请)?|^(?:必须|一定要|务必)")
_LIMIT: Final = regex("(超过|大于|多于|高于|低于|少于|小于|不足)$")
_FILLER: Final = regex(
    "[的了把被任何所有每个条张一份请将都都在下里中上内对向给用和与或及该这那此已再就才完成进行可超过以元]+"
)
_EACH: Final = regex("^(?:每(?:一)?[个条张次份]|任何|所有)")
_DEEP: Final = regex("下|目录|里|中")


def read(sentence: Sentence, draft: Draft, lexicon: Lexicon) -> None:
    """Reads one sentence into the draft: its clauses at commas, an order each."""
    rows: list[list[Token]] = [[]]
    for token in sentence.tokens:
        if token.kind == "mark" and token.text in "，,；;。：:":
            rows.append([])
        else:
            rows[-1].append(token)
    waiting: list[Token] = []
    for row in filter(None, rows):
        words = "".join(token.text for token in row)
        if draft.effect is not Effect.NONE and _FINE.search(words):
            _exception(sentence, row, draft, lexicon)
        elif waiting:
            _first(sentence, waiting, row, draft, lexicon)
            waiting = []
        elif _BEFORE.search(words) and not _ASKS.search(words):
            waiting = row
        else:
            _order(sentence, row, draft, lexicon)


def _order(sentence: Sentence, row: list[Token], draft: Draft, lexicon: Lexicon) -> None:
    words = "".join(token.text for token in row)
    asked, only = _ASKS.search(words), _ONLY.search(words)
    if asked:
        draft.by = draft.by or _who(asked)
        draft.strengthen(Effect.REQUIRE_APPROVAL)
        if asked["without"] and asked.end() == len(words):
            sentence.take(row, "by")  # what may not be done without it stands in the next clause
            return
    elif only:
        draft.strengthen(Effect.DENY)
        draft.conditions.append(Condition("not_in", role="principal", value=[only["who"]], evaluator="not_in"))
    elif _NEVER.search(words):
        draft.strengthen(Effect.DENY)
    else:
        return
    _say(sentence, row, draft, lexicon)


def _first(sentence: Sentence, main: list[Token], first: list[Token], draft: Draft, lexicon: Lexicon) -> None:
    """ "Before … , first …"."""
    words = "".join(token.text for token in first)
    asked = _ASKS.search(words)
    if asked:
        draft.by = _who(asked)
        draft.strengthen(Effect.REQUIRE_APPROVAL)
        sentence.take(first, "by")
    elif _NEVER.search(words):
        draft.strengthen(Effect.DENY)
        sentence.take(first, "effect")
    else:
        verbs, targets, _ = _read(_FIRST.sub("", words), lexicon)
        draft.before = Before(
            verbs=tuple(verbs),
            targets=(),
            same=True,
            max_age=LASTS if any(verb in LASTING for verb in verbs) else MOMENT,
            text=words,
        )
        del targets
        draft.effect = Effect.PRECONDITION
        sentence.take(first, "before")
    _say(sentence, main, draft, lexicon)


def _who(asked: re.Match[str]) -> str:
    who = asked["who"] or asked["needs"] or asked["without"] or ""
    return "me" if who in ("", "我", "我们") else who


def _exception(sentence: Sentence, row: list[Token], draft: Draft, lexicon: Lexicon) -> None:
    words = "".join(token.text for token in row)
    verbs, targets, _ = _read(words, lexicon)
    sentence.take(row, "exceptions")
    draft.exceptions.append(Except(targets=tuple(targets), verbs=tuple(verbs), text=words))


def _say(sentence: Sentence, row: list[Token], draft: Draft, lexicon: Lexicon) -> None:
    """Acts and things of a clause; paths, hosts and names in Latin letters as everywhere."""
    for place, token in enumerate(row):
        following = row[place + 1].text if place + 1 < len(row) else ""
        ahead = row[place - 1].text if place else ""
        if token.kind == "number" and (limit := _LIMIT.search(ahead)):
            value = limits.number(token.text)
            unit = "CNY" if following.startswith(("元", "块")) else ""
            op = "gt" if limit[1] in ("超过", "大于", "多于", "高于") else "lt"
            draft.conditions.append(
                Condition("number", role="amount", op=op, value=value, unit=unit, evaluator="number")
            )
            sentence.take([token], "conditions")
    unread: list[str] = []
    for token in row:
        if token.kind != "cjk":
            continue
        words = _ONLY.sub("", _ASKS.sub("", _NEVER.sub("", token.text)))
        words = _times(words, draft)
        words = re.sub("超过|大于|多于|高于|低于|少于|小于|之前|以前|必须|月末|月底|当月|每月|每次", "", words)
        verbs, targets, rest = _read(words, lexicon)
        draft.verbs += [verb for verb in verbs if verb not in draft.verbs]
        sends = bool({"send", "post", "publish", "disclose", "share"} & {*draft.verbs})
        for target in targets:
            kind = content_of(target.head) if sends else ""
            if kind:
                draft.conditions.append(Condition("content", role="content", value=[kind], evaluator="content"))
            else:
                (draft.all_of if draft.targets else draft.targets).append(target)
        unread += [rest] if rest else []
        if not rest:
            sentence.take([token], "verbs")
    others = Sentence([token for token in row if token.kind != "cjk"], "zh", sentence.parts)
    phrase = read_phrase(others, lexicon, "bare")
    found = [*phrase.alternatives, *phrase.beside]
    if found:
        draft.targets = [_deepened(target, row) for target in found]
    draft.conditions += phrase.conditions


def _times(words: str, draft: Draft) -> str:
    """Takes days of the week."""
    found = _DAYS.findall(words)
    if found:
        days = {day for name in found for day in ((5, 6) if name == "末" else (_WEEK[name],))}
        draft.windows = (Window(tuple(sorted(days))),)
    return _DAYS.sub("", words)


_WEEK: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}


def _deepened(target: Target, row: list[Token]) -> Target:
    """ "/etc/nginx 下的文件": what lies below it."""
    deep = any(token.kind == "cjk" and _DEEP.match(token.text) for token in row)
    if target.kind != "path" or not deep or target.literal.endswith("**"):
        return target
    return Target(literal=f"{target.literal.rstrip('/')}/**", kind="path")


def _inside(act: tuple[int, int, str], nouns: tuple[tuple[int, int, str], ...]) -> bool:
    """Whether a verb is only a part of a noun: 用 of 用户."""
    return any(start <= act[0] and act[1] <= stop and stop - start > act[1] - act[0] for start, stop, _ in nouns)


def _read(words: str, lexicon: Lexicon) -> tuple[list[str], list[Target], str]:
    """Verbs and things of a run, and what of it nobody knows. What is in no table is a thing."""
    words = _EACH.sub("", words)
    nouns = lexicon.nouns_within(words)
    acts = tuple(act for act in lexicon.acts_within(words) if not _inside(act, nouns))
    if len({start for start, *_ in acts}) > 1:  # 处方 is a thing beside 更改
        acts = tuple(act for act in acts if not lexicon.knows(words[act[0] : act[1]])) or acts
    verbs = list(dict.fromkeys(family for *_, family in acts))
    left = list(words)
    for start, stop, _ in acts:
        left[start:stop] = "\0" * (stop - start)
    remains = "".join(left)
    targets: list[Target] = []
    for piece in (_FILLER.sub("", run) for run in remains.split("\0")):
        known = lexicon.nouns_within(piece)
        heads = [name for *_, name in known if name not in ("file", "row")]
        if heads:
            extra = piece
            for start, stop, _ in reversed(known):
                extra = extra[:start] + extra[stop:]
            targets.append(Target(head=heads[-1], mods=(extra,) if len(extra) > 1 else ()))
        elif not known and len(piece) > 1:
            targets.append(Target(mods=(piece,)))
    return verbs, targets, ""
