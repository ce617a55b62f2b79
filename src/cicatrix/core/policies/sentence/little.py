"""Small words that the reader of phrases passes over, joins at, or stumbles at, by language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cicatrix.core.reading.grammar import table


@dataclass(frozen=True, slots=True)
class Little:
    """``articles`` begin a thing and limit nothing that a call could tell; ``passed`` neither narrow nor widen.
    ``relational`` words relate to something else or are a matter of judgement: nobody but a person settles them.
    ``subordinate`` words open a clause that only a person can settle."""

    articles: frozenset[str]
    adverbs: frozenset[str]
    prepositions: frozenset[str]
    joins: frozenset[str]
    pronouns: frozenset[str]
    auxiliaries: frozenset[str]
    persons: frozenset[str]
    relational: frozenset[str]
    subordinate: frozenset[str]

    @property
    def function(self) -> frozenset[str]:
        """Words that need not be read for a sentence to be read completely."""
        return self.articles | self.adverbs | self.prepositions | self.joins | self.auxiliaries | self.persons


_ENGLISH: Final = Little(
    articles=table(
        "a an the any all every each some our my your their his her its this that these those such both either neither",
        "no",
    ),
    adverbs=table(
        "please again ever always just simply also too either even still already anymore anyway really right first",
        "now so then one kindly yet more once only not there here out up over never else",
        "twice much many no-one less ahead back off away any time times anywhere everywhere than able",
    ),
    prepositions=table(
        "to from of in on at with for under below by over via into onto about against within through inside behind",
        "above beneath toward towards without around near across between per as upon off outside beyond like",
        "containing holding",
    ),
    joins=table("and or nor & , /"),
    pronouns=table("it them they he she him those these that this one ones"),
    auxiliaries=table(
        "is are was were be been being get gets got getting has have had having do does did doing will would shall",
        "should must may can could might need needs it's that's there's let",
    ),
    persons=table("i me you we us yourself yourselves"),
    relational=table(
        "new own other another same different old former last next previous initial current recent few several certain",
        "unusual similar relevant important sensitive big large small bad good wrong strange suspicious",
        "necessary needed",
        "directly straight manually otherwise two three four five six seven eight nine ten",
        "both double twice holiday holidays",
    ),
    subordinate=table(
        "if when whenever while once because since although whether whose which who where during unless until till"
    ),
)
_GERMAN: Final = Little(
    articles=table(
        "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner alle jede",
        "jeder jedes",
        "jeden jegliche jedem unser unsere unseren seine seinen ihre ihren diese dieser dieses diesen meine",
        "meinen meiner",
        "meinem irgendeine irgendwelche",
    ),
    adverbs=table(
        "bitte auch noch mehr immer einfach erst zuerst vorher mal nicht jemals nie niemals schon nur stets jetzt hier",
        "keinesfalls ab sofort kurz weder doch eben gerade lieber",
    ),
    prepositions=table(
        "zu von in im am an auf mit fur unter bei uber aus nach vom zum zur beim gegen ohne durch innerhalb ausserhalb",
        "unterhalb vor ins per",
    ),
    joins=table("und oder noch sowie & , /"),
    pronouns=table("er sie es ihn ihm ihnen das dies"),
    auxiliaries=table(
        "ist sind war waren wird werden worden wurde wurden werde sein hat haben darf durfen muss mussen soll",
        "sollen kann",
        "konnen",
    ),
    persons=table("ich du wir mich mir uns man ihr"),
    relational=table(
        "neue neuen neuer neues eigene eigenen andere anderen anderer wichtige grosse kleine direkt sonst"
    ),
    subordinate=table("wenn falls sobald wahrend weil dass solange"),
)
_SPANISH: Final = Little(
    articles=table(
        "el la los las un una uno unos unas todo toda todos todas cada ningun ninguna ninguno lo su sus mi mis nuestro",
        "nuestra nuestros nuestras este esta estos estas ese esa cualquier",
    ),
    adverbs=table(
        "siempre nunca ya tambien antes por_favor favor solo mas jamas no primero todavia nada despues ahora",
    ),
    prepositions=table("de del a al en con para por sobre bajo desde hacia contra sin fuera dentro entre hasta tras"),
    joins=table("y o e ni u & , /"),
    pronouns=table("lo los las le les ellos ellas ella se"),
    auxiliaries=table(
        "es son fue ser sido esta estan ha han debe deben debes puede pueden puedes hay que tiene tienen"
    ),
    persons=table("yo tu usted nosotros me te nos mi"),
    relational=table("nuevo nueva nuevos nuevas otro otra otros otras propio propia mismo misma grande importante"),
    subordinate=table("si cuando mientras porque donde aunque"),
)
_FRENCH: Final = Little(
    articles=table(
        "le la les l' un une des tout toute tous toutes chaque aucun aucune ce cet cette ces notre nos mon ma",
        "mes sa ses",
        "son leur leurs votre vos quelque",
    ),
    adverbs=table("toujours jamais plus aussi encore d'abord ne n' pas y en seulement deja prealable"),
    prepositions=table(
        "d' de du au aux a dans avec pour par sur sous vers depuis contre sans chez hors entre avant apres jusqu'"
    ),
    joins=table("et ou ni & , /"),
    pronouns=table("il elle ils elles eux celui celle s' se"),
    auxiliaries=table("est sont ete etre ont doit doivent peut peuvent faut qu' que sera seront soit"),
    persons=table("je j' me m' moi nous tu te t' vous on"),
    relational=table("nouveau nouvelle nouveaux nouvelles autre autres propre meme grand grande important"),
    subordinate=table("quand lorsque lorsqu' pendant parce si tant"),
)
_LANGUAGES: Final[Mapping[str, Little]] = {"en": _ENGLISH, "de": _GERMAN, "es": _SPANISH, "fr": _FRENCH}


def of(language: str) -> Little:
    """The small words of a language; English ones where it is none of ours."""
    return _LANGUAGES.get(language, _ENGLISH)


GENERIC: Final = table(
    "anything everything something nothing thing stuff anyone anybody everyone everybody somebody nobody someone",
    "person kind sort piece way lot case number figure entry item detail country land lander value worth total time",
    "etwas alle irgendwas nichts nada algo cualquier cualquiera rien quelque chose quoi soit tipo art pays pais",
    "paise fichero",
)
"""Nouns that say nothing of what they are about beside another."""

LIGHT: Final = table(
    "make do perform give have take put run carry issue create be go keep let get apply place add set hand execute use",
    "machen durchfuhren geben stellen haz hacer hagas realizar realices dar faire faites fais effectuer donner passer",
)
"""Verbs that say nothing beside a noun that names an act."""

FROM: Final = table("from von vom aus desde de depuis")
