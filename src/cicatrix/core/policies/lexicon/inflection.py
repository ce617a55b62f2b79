"""From a form that somebody wrote to the base forms that it can come from, in four languages.

Rules only, and generous: what no table knows is dropped there. ``löschst`` leads to ``loschen``, ``shipped`` to
``ship``, ``borres`` to ``borrar``. Irregular forms stand in a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from cicatrix.core.reading.grammar import table

_IRREGULAR: Final = """
send sent, pay paid, buy bought, sell sold, tell told, write wrote written, give gave given, take took taken, get
got gotten gets, go went gone, put put, set set, cut cut, shut shut, run ran, read read, make made, build built,
bring brought, see saw seen, forgive forgave forgiven, withdraw withdrew withdrawn, hide hid hidden, freeze froze
frozen, overwrite overwrote overwritten, rewrite rewrote rewritten, undo undid undone, lay laid, throw threw thrown,
show shown, find found, leave left, hold held, rebuild rebuilt, resend resent, quit quit, ship shipped shipping,
reset reset, ring rang rung, stick stuck, let let, speak spoke spoken, choose chose chosen,
geben gib gibt gibst gab gegeben, versenden versandt, senden gesandt, nennen genannt, nehmen nimm nimmt genommen,
freigeben freigegeben freigibt, herunterfahren heruntergefahren, schliessen schliesst schliess geschlossen,
abschliessen abgeschlossen, unterschreiben unterschrieben, verschreiben verschrieben, schreiben geschrieben,
ausschreiben ausgeschrieben, abschreiben abgeschrieben, verschieben verschoben, anbieten angeboten, uberweisen
uberwiesen, zuweisen zugewiesen, verlassen verlassen, entlassen entlassen, erheben erhoben, anheben angehoben,
abbrechen abgebrochen, lesen lies liest gelesen, ansehen angesehen, anrufen angerufen, versprechen versprich
versprochen, widerrufen widerrufen, entziehen entzogen, hochladen hochgeladen, herunterladen heruntergeladen, laden
geladen ladt, zusammenfuhren zusammengefuhrt, erhalten erhalten, annehmen angenommen, aufnehmen aufgenommen,
beschreiben beschrieben, unterzeichnen unterzeichnet,
pedir pide pida pidas pides pidan, reiniciar reinicies, pagar pague pagues paguen, publicar publique
publiques publiquen, enviar envia envie envies envien, cargar cargue cargues, tocar toque toques toquen, dar da des
den dado, modificar modifique modifiques modifiquen, cerrar cierra cierre cierres cierren, despedir despide despida
despidas, devolver devuelve devuelva devuelvas devuelto, mover mueve mueva muevas, ver visto, escribir escrito,
abrir abierto, entregar entregue entregues, aplazar aplace aplaces, autorizar autorice autorices, descargar
descargue descargues, colgar cuelga, renovar renueva renueve renueves, desplegar despliega despliegue despliegues,
envoyer envoie envoies envoient envoyez envoye envoyee envoyees envoyes, payer paie paies payez, vendre vends vend
vendez vendu vendue, emettre emets emettez emis emise, transmettre transmets transmis transmise, ecrire ecris
ecrivez ecrit ecrite, lire lis lisez lu lue, ouvrir ouvre ouvert ouverte, voir vois voyez vu vue, soumettre soumets
soumis soumise, souscrire souscrit, prescrire prescrit prescrite, inscrire inscrit inscrite, recevoir recois recu
recue, jeter jette jettes, appeler appelle appelles, rappeler rappelle rappelles, supprimer supprime, mettre mets
mettez mis mise mises, eteindre eteins eteint, promettre promets promis
"""
_VOWELS: Final = frozenset("aeiou")
_GERMAN: Final = ("t", "e", "st", "te", "ten", "et", "est", "end", "ende", "enden", "")
PREFIXES: Final = table(
    "ab an auf aus ein her hin hoch herunter hinzu los mit nach neu um unter vor weg weiter wieder",
    "zu zuruck zusammen durch frei offline live",
)
"""Of separable verbs: zurückgesetzt, auszurollen."""
_SPANISH: Final = (
    (
        "ar",
        "o as a amos an e es emos en ad ando ado ada ados adas aron aba aban ase aran ara arse arlo arla arlos arlas",
    ),
    ("er", "o es e emos en a as amos an ed iendo ido ida idos idas ieron erse erlo erla"),
    ("ir", "o es e imos en a as amos an id iendo ido ida idos idas ieron irse irlo irla"),
)
_FRENCH: Final = (
    ("er", "e es ons ez ent er ant ee ees s era eront"),
    ("ir", "is it issons issez issent i ie ies issant"),
    ("re", "s ons ez ent u ue us ues ant"),
)


@cache
def _irregular() -> dict[str, str]:
    table: dict[str, str] = {}
    for entry in _IRREGULAR.split(","):
        base, *forms = entry.split()
        table.update((form, base) for form in forms)
    return table


def bases(word: str) -> Iterator[str]:
    """Possible base forms of a folded word, the likelier first, with repeats; the word itself is one."""
    yield word
    if word in _irregular():
        yield _irregular()[word]
    if not word.isascii():
        return
    yield from _english(word)
    yield from _german(word)
    yield from _romance(word)


def singular(word: str) -> str:
    """A folded noun without its English plural: ``boxes`` → ``box``, ``status`` stays."""
    if word in _ODD:
        return _ODD[word]
    if len(word) < 4 or not word.isascii() or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "is")) and word not in _ODD_PLURALS:
        return word
    if any(char.isdigit() for char in word) or word in _SAME:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


_ODD: Final = {
    "people": "person", "children": "child", "men": "man", "women": "woman",
    "ads": "ad",
    "knives": "knife", "shelves": "shelf", "halves": "half", "wives": "wife", "dbs": "db", "vms": "vm", "prs": "pr",
}  # fmt: skip
_ODD_PLURALS: Final = table("vcpus cpus gpus menus skus taxis")
_SAME: Final = table(
    "dns https sms gps ios aws redis kubernetes news series species sales goods premises address business process",
    "access pass kms jenkins prometheus windows postgres sos vps css less plus always chaos macos pos gas atlas",
    "canvas alias bias kudos",
)


def _english(word: str) -> Iterator[str]:
    if word.endswith("ies") or word.endswith("ied"):
        yield word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
    for ending in ("ed", "ing"):
        root = word.removesuffix(ending)
        if root == word or len(root) < 2:
            continue
        yield root
        yield root + "e"
        if len(root) > 2 and root[-1] == root[-2] and root[-1] not in _VOWELS:
            yield root[:-1]
        if ending == "ed" and len(root) > 1 and root.endswith("i"):
            yield root[:-1] + "y"


def _german(word: str) -> Iterator[str]:
    yield from _german_regular(word)
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix)
        if rest == word or len(rest) < 4:
            continue
        if rest.startswith("ge"):
            yield from (prefix + base for base in _german_regular(rest[2:]))
        if rest.startswith("zu"):
            yield prefix + rest[2:]
    if word.startswith("ge") and len(word) > 5:
        yield from _german_regular(word[2:])


def _german_regular(word: str) -> Iterator[str]:
    for ending in _GERMAN:
        root = word.removesuffix(ending) if ending else word
        if (root != word or not ending) and len(root) > 2:
            yield root + "en"
            yield root + "n"


def _romance(word: str) -> Iterator[str]:
    for infinitive, endings in (*_SPANISH, *_FRENCH):
        for ending in endings.split():
            if word.endswith(ending) and len(word) - len(ending) > 2:
                yield word[: -len(ending)] + infinitive
