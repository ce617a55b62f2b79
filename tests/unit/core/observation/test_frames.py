"""Which attribute a predicate fills, and with which words."""

from __future__ import annotations

import pytest
from tests.unit.core.observation.reading import refused, told

from cicatrix.core.memories import MemoryType
from cicatrix.core.observation.findings import Pass

PREFERENCE, SEMANTIC, EPISODIC = MemoryType.PREFERENCE, MemoryType.SEMANTIC, MemoryType.EPISODIC


@pytest.mark.parametrize(
    ("text", "type", "attribute", "value", "negated"),
    [
        # what somebody is
        ("I'm lactose intolerant.", SEMANTIC, "allergy", "lactose", False),
        ("I'm flying to Oslo.", EPISODIC, "trip", "to Oslo", False),
        ("We're off to Crete.", EPISODIC, "trip", "to Crete", False),
        ("I'm heading to the shops.", EPISODIC, "", "to the shops", False),
        ("I'm not allergic to cats.", SEMANTIC, "allergy", "cats", True),
        ("I'm scared of heights.", SEMANTIC, "fear", "heights", False),
        ("I'm on a keto diet.", PREFERENCE, "diet", "keto", False),
        ("I'm keen on chess.", PREFERENCE, "likes", "chess", False),
        ("I'm averse to crowds.", PREFERENCE, "likes", "crowds", True),
        ("I'm strictly against animal testing.", PREFERENCE, "likes", "animal testing", True),
        ("I'm not comfortable with heights.", PREFERENCE, "likes", "heights", True),
        ("I'm fascinated by volcanoes.", PREFERENCE, "likes", "volcanoes", False),
        ("I'm epileptic.", SEMANTIC, "condition", "epileptic", False),
        ("I'm on UTC+3.", SEMANTIC, "timezone", "UTC+3", False),
        ("I'm married.", SEMANTIC, "marital_status", "married", False),
        ("I was born in Oslo.", SEMANTIC, "birthplace", "Oslo", False),
        ("I'm based in Ghent.", SEMANTIC, "residence", "Ghent", False),
        ("I'm from Porto.", SEMANTIC, "origin", "Porto", False),
        ("I'm a civil engineer at Arup.", SEMANTIC, "job", "civil engineer", False),
        ("I'm called Bo.", SEMANTIC, "name", "Bo", False),
        ("Alba is 12.", SEMANTIC, "age", "12", False),
        # what a thing is
        ("The API is on port 8080.", SEMANTIC, "port", "8080", False),
        ("The app is at v3.2.", SEMANTIC, "version", "v3.2", False),
        ("The report is due on 4 June.", SEMANTIC, "deadline", "4 June", False),
        ("The bakery is run by Olga.", SEMANTIC, "owner", "Olga", False),
        ("The studio is located in Bergen.", SEMANTIC, "location", "Bergen", False),
        ("The spare key is under the mat.", SEMANTIC, "location", "under the mat", False),
        ("The checkout is down.", SEMANTIC, "status", "down", False),
        ("The trail is 1.5 km long.", SEMANTIC, "value", "1.5 km long", False),
        # what somebody does
        ("I can't stand cold coffee.", PREFERENCE, "likes", "cold coffee", True),
        ("I eat fish twice a week.", PREFERENCE, "food", "fish twice a week", False),
        ("I don't eat gluten.", PREFERENCE, "food", "gluten", True),
        ("I can't have dairy.", PREFERENCE, "food", "dairy", True),
        ("I have an aversion to seafood.", PREFERENCE, "likes", "seafood", True),
        ("I have a soft spot for tramways.", PREFERENCE, "likes", "tramways", False),
        ("I need to avoid salt.", PREFERENCE, "likes", "salt", True),
        ("I find flashcards ineffective.", PREFERENCE, "likes", "flashcards", True),
        ("I find it hard to study with music.", PREFERENCE, "likes", "study with music", True),
        ("I prioritize comfort.", PREFERENCE, "", "comfort", False),
        ("I believe in second chances.", PREFERENCE, "", "second chances", False),
        ("I don't want to fly.", PREFERENCE, "wants", "to fly", True),
        ("I learn best by doing.", PREFERENCE, "", "best by doing", False),
        ("I only wear linen.", PREFERENCE, "", "linen", False),
        ("I only use vegan soap.", PREFERENCE, "uses", "vegan soap", False),
        ("I use vim.", SEMANTIC, "uses", "vim", False),
        ("I take the tram to work.", SEMANTIC, "commute", "tram to work", False),
        ("I take metformin twice a day.", SEMANTIC, "medication", "metformin", False),
        ("I follow a paleo diet.", PREFERENCE, "diet", "paleo", False),
        ("We keep kosher.", PREFERENCE, "diet", "kosher", False),
        ("The ticket costs 12 euros.", SEMANTIC, "price", "12 euros", False),
        ("I work as a nurse in Lyon.", SEMANTIC, "job", "nurse", False),
        ("I work for the post office.", SEMANTIC, "employer", "post office", False),
        ("I started a new job at Volta last week.", SEMANTIC, "employer", "Volta", False),
        ("I got a job at Volta.", SEMANTIC, "employer", "Volta", False),
        ("I just got hired at Northwind!", SEMANTIC, "employer", "Northwind", False),
        ("I got hired by Northwind.", SEMANTIC, "employer", "Northwind", False),
        ("I cycle to work every day.", SEMANTIC, "commute", "cycle", False),
        ("I went vegan in January.", PREFERENCE, "diet", "vegan", False),
        ("I'm fluent in Portuguese.", SEMANTIC, "speaks", "Portuguese", False),
        ("I've been diagnosed with lupus.", SEMANTIC, "condition", "lupus", False),
        ("I joined Volta in March.", SEMANTIC, "employer", "Volta", False),
        ("I speak Greek and Turkish.", SEMANTIC, "speaks", "Greek and Turkish", False),
        ("My colleagues call me Ozzy.", SEMANTIC, "name", "Ozzy", False),
        ("I go by Ozzy.", SEMANTIC, "name", "Ozzy", False),
        ("I moved to Bonn.", SEMANTIC, "residence", "Bonn", False),
        ("I have lived in Bonn since 2020.", SEMANTIC, "residence", "Bonn", False),
        ("My son turned 7 in May.", SEMANTIC, "age", "7", False),
        ("I have an allergy to latex.", SEMANTIC, "allergy", "latex", False),
        ("I have asthma.", SEMANTIC, "condition", "asthma", False),
        ("I have three cats.", SEMANTIC, "pet", "three cats", False),
        ("I have a brother.", SEMANTIC, "sibling", "brother", False),
        ("I own a sailing boat.", SEMANTIC, "has", "sailing boat", False),
        ("We decided to drop XML.", SEMANTIC, "decision", "drop XML", False),
        ("I can speak Welsh.", SEMANTIC, "speaks", "Welsh", False),
        ("I can juggle.", SEMANTIC, "skill", "juggle", False),
        ("I used to smoke.", SEMANTIC, "", "", True),
        ("I'm learning Welsh.", EPISODIC, "", "Welsh", False),
        ("I've been learning Welsh since 2021.", SEMANTIC, "", "Welsh", False),
        ("I've visited Malta.", EPISODIC, "", "Malta", False),
    ],
)
def test_frame(text: str, type: MemoryType, attribute: str, value: str, negated: bool) -> None:
    found = told(text)
    assert (found.type, found.attribute, found.value, found.negated) == (type, attribute, value, negated)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The soup tastes odd.", Pass.OPINION),
        ("The view was stunning.", Pass.OPINION),
        ("I love this photo.", Pass.ANAPHORA),
        ("I love it.", Pass.ANAPHORA),
        ("I did.", Pass.OPINION),
        ("I took it.", Pass.ANAPHORA),
        ("I'm allergic to it.", Pass.ANAPHORA),
        ("I can make a list.", Pass.OPINION),
        ("I can't imagine a list.", Pass.SMALL_TALK),
        ("I feel so alive.", Pass.OPINION),
        ("I'll try my best.", Pass.OPINION),
    ],
)
def test_a_remark_fills_nothing(text: str, why: Pass) -> None:
    assert refused(text) is why


def test_who_speaks_for_several_has_no_name() -> None:
    assert told("We're called Growth.").attribute == ""
