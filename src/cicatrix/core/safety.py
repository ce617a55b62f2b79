"""Word-level safety links: what a question must not be answered without, though it shares no word with it.

Similarity ranks an allergy below thirty notes about snacks. A critical memory (see ``rescue_importance``) that speaks
of a hazard linked to the question is put before the model whatever its rank. The table is small and open: a line is a
set of *occasions* (words of a question) and the *hazards* (words of a critical memory) that concern them. It can only
ever add a critical memory, never remove anything, so a line too many costs a few tokens and a line too few a life.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cicatrix.core.text import content_stems

_LINKS: Final[tuple[tuple[str, str], ...]] = (
    # any meal concerns any allergy, intolerance or diet
    (
        "eat food meal snack lunch dinner breakfast brunch supper dessert cake cookie biscuit recipe cook bake grill "
        "restaurant menu dish dine dining cuisine eatery foodie "
        "treat candy chocolate drink smoothie catering picnic barbecue potluck takeaway buffet "
        "groceries ingredient kitchen chef taste sauce salad soup sandwich pastry",
        "allergy allergic anaphylaxis anaphylactic intolerance intolerant celiac coeliac epipen vegan vegetarian halal "
        "kosher diabetes diabetic peanut nut almond hazelnut walnut cashew pistachio gluten wheat lactose dairy milk "
        "egg shellfish shrimp prawn crab fish sesame soy mustard celery lupin sulfite",
    ),
    # dishes and what is in them
    ("marzipan frangipane macaron amaretto amaretti nougat praline baklava pesto granola muesli", "almond nut peanut"),
    ("nutella gianduja praline", "hazelnut nut"),
    ("satay trail pad thai mole brittle", "peanut nut"),
    ("hummus tahini halva falafel", "sesame"),
    ("bread pasta pizza noodle couscous beer seitan flour dumpling croissant bagel", "gluten wheat celiac coeliac"),
    ("cheese butter yogurt yoghurt cream latte cappuccino milkshake custard icecream", "lactose dairy milk"),
    ("mayonnaise omelette meringue custard quiche frittata", "egg"),
    ("sushi paella ceviche chowder scampi bouillabaisse", "shellfish fish shrimp prawn crab seafood"),
    ("tofu tempeh miso edamame", "soy"),
    # medicine
    (
        "medicine medication pill tablet dose drug prescribe prescription painkiller antibiotic vaccine injection "
        "surgery anesthesia anaesthesia doctor hospital dentist pharmacy ibuprofen aspirin paracetamol amoxicillin "
        "penicillin headache fever",
        "allergy allergic anaphylaxis anaphylactic penicillin aspirin ibuprofen latex pregnant pregnancy diabetes "
        "diabetic epilepsy epileptic asthma pacemaker anticoagulant warfarin hemophilia kidney liver",
    ),
    # the body at risk elsewhere
    ("run hike climb swim dive ski sport gym exercise workout marathon sauna flight altitude", "asthma heart epilepsy"),
    ("run hike climb camp garden picnic beekeeping outdoors", "bee wasp sting"),
    ("cat dog pet kitten puppy horse", "cat dog pet horse animal dander fur hair asthma"),
    ("glove balloon condom", "latex"),
)


@cache
def _table() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple((frozenset(content_stems(a)), frozenset(content_stems(b))) for a, b in _LINKS)


def linked_hazards(query_stems: tuple[str, ...]) -> frozenset[str]:
    """The stems of hazards that concern a query with these stems; empty when no line speaks of it."""
    asked = set(query_stems)
    return frozenset().union(*(hazards for occasions, hazards in _table() if occasions & asked))
