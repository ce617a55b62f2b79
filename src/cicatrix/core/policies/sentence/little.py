"""Small words of five languages that the reader of phrases passes over, joins at, or stumbles at."""

from __future__ import annotations

from typing import Final

from cicatrix.core.reading.grammar import table

ARTICLES: Final = table(
    "a an the any all every each some our my your their his her its this that these those such both either neither no",
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner alle jede jeder",
    "jedes jeden",
    "jegliche unser unsere seine seinen ihre diese dieser dieses",
    "el la los las un una unos unas todo toda todos todas cada ningun ninguna ninguno lo su sus mi nuestro nuestra",
    "le les l' une des du tout toute tous toutes chaque aucun aucune ce cette ces notre nos mon ma mes sa ses son",
)
"""Determiners: they limit nothing that a call could tell."""

GENERIC: Final = table(
    "anything everything something nothing thing things stuff anyone anybody everyone everybody somebody nobody",
    "someone",
    "people kind sort piece one ones much way lot of case name number file files record entry item items details",
    "figures",
    "etwas alles irgendwas nichts nada algo cualquier cualquiera rien tout quelque chose tipo art",
)
"""Nouns that say nothing of what they are about beside another."""

ADVERBS: Final = table(
    "please again ever always just simply also too either even still already at_all anymore anyway really right first",
    "back any_more now so then please kindly yet more once only not once further there here out up ever over",
    "bitte auch noch mehr immer einfach erst zuerst vorher mal nicht jemals",
    "siempre nunca ya tambien antes por favor solo mas nunca jamas",
    "toujours jamais plus aussi encore d'abord ne pas y en",
)
"""Words that neither narrow nor widen what is said."""

PREPOSITIONS: Final = table(
    "to from of in on at with for under below by over via into onto about against within through inside behind above",
    "beneath toward towards without around near across between during per as upon off outside beyond",
    "zu von in im am an auf mit fur unter bei uber aus nach vom zum zur beim gegen ohne durch innerhalb",
    "ausserhalb unterhalb",
    "de del a al en con para por sobre bajo desde hacia contra sin fuera dentro",
    "d' au aux dans avec pour par sur sous vers depuis contre sans chez hors",
)
JOINS: Final = table("and or nor & und oder noch sowie y o e ni et ou , /")
PRONOUNS: Final = table(
    "it them they he she him her those these that this one ones",
    "er sie es ihn ihm ihnen lo los las les le ellos ellas il elle ils elles eux",
)
AUXILIARIES: Final = table(
    "is are was were be been being get gets got getting has have had having do does did will would shall should",
    "must may",
    "can could might need needs to it's that's",
    "ist sind war waren wird werden worden wurde wurden werde sein hat haben darf durfen muss mussen soll sollen kann",
    "es son fue ser sido esta estan se ha han debe deben puede pueden hay que",
    "est sont ete etre a ont doit doivent peut peuvent il faut se s' qu' que n' qui",
)
PERSONS: Final = table(
    "i me you we us yourself ich du sie wir mich mir uns yo tu usted nosotros me je moi vous nous on"
)
FROM: Final = table("from von vom aus desde de depuis")
RELATIONAL: Final = table(
    "new own other another same different old former last next previous initial current recent few many several",
    "certain",
    "unusual similar relevant important sensitive big large small bad good wrong strange suspicious necessary needed",
    "neue neuen neuer eigene andere anderen nuevo nueva otro otra nouveau nouvelle autre",
    "directly straight manually carefully quickly blindly automatically otherwise instead directement",
    "directamente direkt",
)
"""Words that relate to something else, or are a matter of judgement: nobody but a person settles them."""

SUBORDINATE: Final = table(
    "if when whenever while once because since although whether whose which who where during that's unless",
    "wenn falls sobald wahrend weil dass si cuando mientras porque quand lorsque pendant parce",
)
"""Words that open a clause which only a person can settle."""

LIGHT: Final = table(
    "make do perform give have take put run carry issue create be go keep let get apply place add set hand execute use",
    "machen durchfuhren geben stellen haz hacer hagas realizar realices dar faire faites fais effectuer donner passer",
)
"""Verbs that say nothing beside a noun that names an act."""

PLACED: Final = table(
    "appear show occur stand end turn be come figure erscheinen vorkommen stehen aparecer figurar apparaitre"
)
"""What words do in a text: "names must not appear in ads"."""
