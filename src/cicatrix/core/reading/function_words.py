"""Function words of German, Spanish and French: small words that say nothing of what a text is about.

They are kept apart by language, because one language's article is another's noun ("die", "sin", "man"), and they count
only in a text that was recognised as being in that language. Words are folded (lower case, no accents).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cicatrix.core.reading.grammar import table
from cicatrix.core.text import fold, stem

FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "de": table(
        # articles, pronouns
        "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines dieser diese",
        "dieses diesen diesem jener jene jenes jeder jede jedes jeden jedem jeder alle allen aller alles manche einige",
        "ich du er sie es wir ihr mich dich sich uns euch ihn ihm ihnen mir dir mein meine meinen meinem dein deine",
        "sein seine seinen seinem seiner unser unsere unseren euer eure ihre ihren ihrem ihrer man jemand niemand wer",
        "was wen wem wessen welche welcher welches etwas nichts selbst selber beide beides",
        # prepositions and joints
        "in im ins an am ans auf aus bei beim mit nach von vom vor zu zum zur fur uber unter um durch gegen ohne bis",
        "seit wahrend wegen trotz zwischen neben hinter statt anstatt ab je pro per und oder aber sondern denn weil da",
        "dass ob wenn falls als wie wo wann warum sobald solange bevor nachdem damit sonst also so doch",
        # to be, to have, what must and may
        "ist sind war waren sei seid bin bist wird werden wurde wurden worden geworden hat haben",
        "habe hast hatte hatten",
        "muss mussen musst musste darf durfen durft soll sollen sollte sollten kann konnen konnte konnten will wollen",
        "wollte mag mogen mochte mochten lassen lass lasst",
        # manner and time words without a subject
        "nicht nie niemals immer stets bitte danke nur auch noch schon mehr sehr ganz immer wieder erst zuerst dann",
        "danach davor vorher nachher jetzt hier dort dabei dazu davon darauf daran daruber dafur damit mal ja nein",
        "hin her weg los einfach gern gerne eben halt denn zwar etwa fast kaum meist meistens oft keinesfalls",
    ),
    "es": table(
        "el la los las un una unos unas lo al del este esta esto estos estas ese esa eso esos esas aquel aquella",
        "yo tu usted ustedes nosotros vosotros ellos ellas ella me te se nos os le les mi mis",
        "tus su sus nuestro nuestra",
        "nuestros nuestras vuestro quien quienes que cual cuales cuyo algo alguien alguno alguna algun ningun ninguno",
        "ninguna nada nadie todo toda todos todas cada cualquier cualquiera otro otra otros otras mismo misma ambos",
        "de a en con por para sin sobre entre hasta desde hacia segun contra durante tras ante bajo y e",
        "o u ni pero sino",
        "porque pues aunque si cuando como donde mientras ya luego entonces asi es son era eran",
        "fue fueron ser sea sean",
        "esta estan estaba estar ha han he hay haber habia debe deben debes debo deber debia deberia deberian puede",
        "pueden puedes poder podria tiene tienen tienes tener no nunca jamas siempre tampoco",
        "tambien solo solamente muy",
        "mas menos tan tanto mucho mucha muchos muchas poco pocos antes despues ahora aqui alli",
        "hoy siempre favor gracias",
        "vez veces aun todavia casi quiza hace hacer",
    ),
    "fr": table(
        "le la les un une des du de d l au aux ce cet cette ces cela ca ceci je tu il elle on",
        "nous vous ils elles me te",
        "se lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos moi toi soi eux qui que quoi dont ou",
        "quel quelle quels quelles quelque quelques chaque tout toute tous toutes aucun aucune rien personne autre",
        "autres meme memes plusieurs certains en y dans sur sous avec sans pour par vers chez entre contre depuis",
        "pendant avant apres jusque jusqu selon des et ou mais donc car ni or si quand lorsque lorsqu puisque puisqu",
        "parce comme alors afin est sont etait etaient etre soit soient suis es sommes etes a as",
        "ai ont avons avez avait",
        "avaient avoir ete faut doit doivent dois devez devons devrait devraient peut peuvent pouvez pouvons pouvoir",
        "ne n pas jamais toujours plus moins tres trop peu aussi encore deja bien ici la",
        "bas seulement uniquement merci",
        "svp plait s c j m t qu faire fait fais faites fois",
    ),
}

ROUTINE_WORDS: Final[dict[str, frozenset[str]]] = {
    "de": table(
        "schreiben schreibe schreib antworten antworte sagen sage sag zeigen fragen frage frag machen mache mach tun",
        "benutzen benutze verwenden verwende nehmen nimm geben gib gehen geht kommen kommt bleiben bleibt beginnen",
        "brauchen braucht vermeiden vermeide achten achte erlaubt verboten untersagt freigabe genehmigung erlaubnis",
        "zustimmung frau herr tag woche monat jahr heute morgen neu neue alt alte gross klein teil stelle sache art",
    ),
    "es": table(
        "escribir escribe escriba responder responde decir di diga mostrar preguntar pregunta hacer haz",
        "haga hagas usar usa",
        "use utilizar utiliza poner pon ponga dar da ir va quedar empezar empieza terminar",
        "termina evitar evita permitir",
        "permiso autorizacion aprobacion permitido prohibido prohibida senor senora don dona dia semana mes ano nuevo",
        "nueva viejo grande pequeno parte cosa tipo",
    ),
    "fr": table(
        "ecrire ecris ecrivez repondre reponds dire dis dites montrer demander demande demandez",
        "utiliser utilise utilisez",
        "mettre mets mettez donner donne donnez aller va rester reste commencer commence terminer termine eviter evite",
        "evitez permission autorisation accord approbation permis interdit interdite obligatoire madame monsieur jour",
        "semaine mois annee nouveau nouvelle vieux grand petit partie chose genre",
    ),
}
"""Words of any task, in any trade, like :data:`~.grammar.ROUTINE` in English."""


@cache
def untelling_stems(language: str) -> frozenset[str]:
    """The stems that make no tag in a language; none for English, whose own are told apart elsewhere."""
    words = FUNCTION_WORDS.get(language, frozenset()) | ROUTINE_WORDS.get(language, frozenset())
    return frozenset(map(stem, words))


def content_words(text: str, language: str) -> list[str]:
    """The words of a text that are no function words of the language, folded, in order."""
    small = FUNCTION_WORDS.get(language, frozenset())
    words = "".join(char if char.isalnum() else " " for char in fold(text)).split()
    return [word for word in words if word not in small]
