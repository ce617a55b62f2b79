"""Small word tables for :mod:`cicatrix.core.text`: words that carry no subject, irregular forms, other spellings.

The tables are ours, short on purpose, and applied to queries and texts alike, so an odd entry can cost a distinction
but never make a query miss the text it was copied from. Words are written as they stand after folding (lower case, no
accents, no apostrophes).
"""

from __future__ import annotations

from typing import Final


def _words(*groups: str) -> frozenset[str]:
    return frozenset(word for group in groups for word in group.split())


STOP_WORDS: Final = _words(
    # English: articles and determiners
    "a an the this that these those any all both each every either neither some such no none other another same own",
    "few more most much many one ones",
    # pronouns, and contractions as they are written without an apostrophe
    "i me my mine myself you your yours yourself yourselves u ur we us our ours ourselves he him his himself",
    "she her hers herself it its itself they them their theirs themselves who whom whose which what when where why how",
    "im ive youre youve youll youd weve theyre theyve theyll theyd hes shes thats theres heres whats whos wheres hows",
    "lets itll",
    # to be, to have, to do, and the modal verbs
    "am is are was were be been being have has had having do does did doing done will would shall should can could may",
    "might must ought cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt shouldnt wouldnt",
    "couldnt mustnt neednt aint gonna wanna",
    # prepositions and conjunctions
    "of at by for with about against between into through during before after above below to from up down in on out",
    "off over under onto upon within without toward towards via per and or but nor if then than so as because while",
    "until unless since though although whether",
    # adverbs that point at nothing
    "again also just only very too not here there now once further really quite rather even still ever already yet",
    "etc eg ie else instead maybe perhaps am pm oh ok okay yes yeah well please thanks",
    "like get gets got getting gotten let",
    # German
    "der das und oder nicht ein eine einen einem einer ich wir ihr ist sind wird werden wurde haben auf von zum zur",
    "dem auch aber wenn fuer uber",
    # French, Spanish, Portuguese, Italian: function words that are no English words and no well-known names
    "le la les une est sont dans avec sur qui que quoi et ou mais ne pas du des au aux ce cette ces nous vous ils elle",
    "el los las unos una con por para del es como pero mas lo su sus se nos muy esta este esto",
    "um uma nao dos nas em ao aos seu sua foi ser ele ela isso il gli della delle dei nel nella che di non sono",
    # Russian
    "и в во не на я с со что как это то по но из у за от к о же бы так его ее они мы вы он она оно для мне мой моя",
    "мои меня если при или ли быть был была было были есть нет да уже еще где когда кто чем тем",
)
"""Function words: they never match, never veto, and do not count in the length of a text."""


def _irregular(*lines: str) -> dict[str, str]:
    """``base form form`` → each form mapped to its base."""
    table: dict[str, str] = {}
    for line in lines:
        for entry in line.split(","):
            base, *forms = entry.split()
            table.update(dict.fromkeys(forms, base))
    return table


IRREGULAR: Final = _irregular(
    # verbs whose past is another word to a stemmer
    "go went gone goes, buy bought, bring brought, think thought, seek sought, fight fought, catch caught",
    "teach taught, make made, take took taken, give gave given, see saw seen, come came, become became",
    "begin began begun, run ran, write wrote written, eat ate eaten, drink drank drunk, drive drove driven",
    "fly flew flown, ride rode ridden, swim swam swum, sing sang sung, ring rang rung, speak spoke spoken",
    "break broke broken, choose chose chosen, fall fell fallen, feel felt, find found, forget forgot forgotten",
    "forgive forgave forgiven, grow grew grown, hear heard, hide hid hidden, hold held, keep kept",
    "know knew known, learn learnt, leave left, lend lent, lose lost, mean meant, meet met, pay paid, say said",
    "sell sold, send sent, sit sat, sleep slept, spend spent, stand stood, understand understood",
    "steal stole stolen, tell told, throw threw thrown, wake woke woken, wear wore worn, win won, build built",
    "draw drew drawn, dream dreamt, feed fed, lead led, lie lay lain, rise rose risen, arise arose arisen",
    "shake shook shaken, shoot shot, show shown, sew sewn, stick stuck, strike struck, sweep swept, swing swung",
    "tear tore torn, bite bit bitten, blow blew blown, hang hung, light lit, shine shone, shrink shrank shrunk",
    "sink sank sunk, spin spun, spring sprang sprung, freeze froze frozen, bind bound, bend bent, bleed bled",
    "breed bred, deal dealt, dig dug, grind ground, kneel knelt, lay laid, prove proven, slide slid, spill spilt",
    "spoil spoilt, swear swore sworn, weave wove woven, overcome overcame, withdraw withdrew withdrawn",
    "burn burnt, smell smelt",
    # nouns and adjectives
    "child children, person people, man men, woman women, foot feet, tooth teeth, mouse mice, goose geese",
    "wife wives, knife knives, shelf shelves, half halves, wolf wolves, loaf loaves",
    "datum data, criterion criteria, analysis analyses, index indices, matrix matrices, vertex vertices",
    "good better best, bad worse worst",
    # other spellings and short forms of the same word
    "mother mom mum moms mums mommy mummy, father dad dads daddy, child kid kids, grandmother grandma granny",
    "grandfather grandpa granddad, husband hubby, photo photograph photographs picture pictures pic pics",
    "movie film films, television tv tvs, bicycle bike bikes, hike hiking, refrigerator fridge, application app apps",
    "repository repo repos, information info, document doc docs, config configuration configurations configs",
    "database db, january jan, february feb, august aug, september sept, october oct, november nov, december dec",
    "color colour colours colors, favorite favourite favourites favorites, flavor flavour flavours, neighbor neighbour",
    "neighbors neighbours, behavior behaviour behaviours, humor humour, labor labour, honor honour, center centre",
    "centers centres, theater theatre, gray grey, program programme programmes, tire tyre tyres, jewelry jewellery",
    "license licence licences, defense defence, offense offence, catalog catalogue, dialog dialogue, skeptic sceptic",
    # number words
    "2 two, 3 three, 4 four, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, 11 eleven, 12 twelve",
)
"""Form → base, looked up before stemming (the base is then stemmed like any other word)."""
