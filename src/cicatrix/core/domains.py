"""Domains of life: which standing preferences concern a question that shares no word with them.

"I am an ethical vegan" concerns "stylish jackets for autumn", and "no gas-powered cars" concerns "my long commute". The
table is small and open, word by word: a line is a domain and the words that speak of it. A preference of a domain that
the question names is a candidate; what puts it above others of its domain is what it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from cicatrix.core.text import content_stems

_DOMAINS: Final[tuple[tuple[str, str], ...]] = (
    (
        "food",
        "food foods eat eating dine dining restaurant restaurants meal meals lunch dinner breakfast brunch supper "
        "cuisine cuisines dish dishes snack snacks recipe cook cooking bake baking menu cafe bistro eatery "
        "eateries bakery buffet street-food steakhouse vegan vegetarian gluten dairy lactose meat seafood fish "
        "shellfish sushi spicy spice dessert desserts drink drinks wine beer coffee tea bar bars pub pubs tasting "
        "halal kosher allergy allergic barbecue bbq pizza pasta burger noodles vegetable vegetables sugar salad "
        "soup chef fast-food organic diet",
    ),
    (
        "travel",
        "travel traveling travelling trip trips vacation vacations holiday holidays tour tours touring tourist "
        "tourists visit visiting visitor destination destinations sightseeing sights itinerary hotel hotels "
        "hostel resort cruise beach beaches island islands museum museums landmark landmarks adventure adventures "
        "excursion excursions attraction attractions explore exploring hike hiking backpacking safari abroad "
        "crowd crowds nightlife outdoors getaway road-trip flight flights airport airbnb camping national-park "
        "theme-park snorkeling diving scuba activity activities experience experiences heights height high "
        "altitude elevation enclosed spaces zipline climb climbing boat water sun exposure gallery galleries zoo "
        "aquarium captivity history historical cultural culture festival market shopping tourist-trap city cities "
        "local nature park parks trail guided exotic sightsee",
    ),
    (
        "fashion",
        "wear wearing clothes clothing outfit outfits fashion wardrobe dress dresses shirt shirts jacket jackets "
        "coat coats shoe shoes sneakers boots heels bag bags handbag purse jewelry jewellery accessory "
        "accessories jeans trousers pants sweater sweaters leather fabric fabrics silk wool cotton fur brand "
        "brands stylish designer secondhand thrift suit suits tie watch watches sunglasses hat scarf formalwear "
        "swimwear garment",
    ),
    (
        "beauty",
        "skin skincare makeup cosmetic cosmetics beauty hair haircare hairstyle haircut shampoo conditioner "
        "moisturizer moisturiser serum serums lotion cleanser foundation lipstick mascara eyeliner nail nails "
        "manicure perfume fragrance fragrances scent sunscreen spf acne anti-aging wrinkles facial spa salon "
        "deodorant exfoliator toner concealer blush complexion treatment",
    ),
    (
        "fitness",
        "fitness workout workouts exercise exercises exercising gym gyms training trainer yoga pilates run "
        "running jog jogging cardio strength muscle muscles weightlifting weights swim swimming cycling marathon "
        "stretching endurance sport sports athletic aerobics crossfit hiit routine flexibility core abs lose- "
        "weight stamina",
    ),
    (
        "health",
        "health healthy doctor medicine medication medicines supplement supplements vitamin vitamins sleep stress "
        "anxiety pain headache therapy therapist treatment remedy remedies diet wellness hospital vaccine injury",
    ),
    (
        "pets",
        "pet pets dog dogs puppy puppies cat cats kitten kittens breed breeds breeder bird birds parrot fish "
        "aquarium hamster rabbit rabbits reptile reptiles snake lizard turtle horse animal animals adopt adopting "
        "adoption shelter fur vet leash companion terrarium rodent",
    ),
    (
        "games",
        "game games gaming gamer gamers video-game console consoles playstation xbox nintendo switch rpg rpgs "
        "shooter multiplayer singleplayer single-player puzzle puzzles board-game strategy mmo microtransactions "
        "esports play playing player players steam vr esport quest",
    ),
    (
        "shows",
        "show shows series movie movies film films tv television watch watching documentary documentaries anime "
        "sitcom drama dramas comedy comedies thriller horror netflix streaming stream episode episodes season "
        "binge cinema actor actors director subtitles reality sci-fi romcom genre theater theatre performance "
        "performances stand-up comedian entertainment live musical musicals",
    ),
    (
        "vehicles",
        "car cars vehicle vehicles suv suvs sedan truck trucks pickup motorcycle motorcycles motorbike bike bikes "
        "van minivan electric hybrid gas-powered diesel engine drive driving commute commuting automaker "
        "automobile dealership mileage horsepower transmission tesla ev evs convertible hatchback lease leasing "
        "test-drive",
    ),
    (
        "learning",
        "learn learning study studying course courses class classes classroom lecture lectures textbook textbooks "
        "tutor tutoring teach teacher teaching tutorial tutorials education educational degree university college "
        "school exam exams homework lesson lessons skill skills language languages master workshop workshops "
        "bootcamp certification training curriculum instructor seminar student",
    ),
    (
        "music",
        "music song songs album albums concert concerts band bands playlist guitar piano singer jazz rock "
        "classical opera",
    ),
    (
        "reading",
        "book books novel novels read reading author authors fiction nonfiction audiobook audiobooks library "
        "poetry comic",
    ),
    (
        "home",
        "home house apartment flat furniture decor decorate decorating kitchen bedroom garden gardening cleaning "
        "appliance sofa rent neighbourhood neighborhood interior",
    ),
    (
        "work",
        "work job jobs career office meeting meetings colleague resume interview remote project projects email emails",
    ),
    (
        "money",
        "money budget invest investing investment savings save bank loan mortgage stocks crypto insurance tax taxes",
    ),
)


BINDING: Final = frozenset({"condition", "diet", "fear"})
"""Attributes that bind whatever is asked for in their domain: no dish is good that the diet forbids. What is critical,
as an allergy, is left to core/safety.py."""


@cache
def _table() -> dict[str, tuple[str, ...]]:
    """Stem → the domains that it speaks of."""
    found: dict[str, list[str]] = {}
    for domain, words in _DOMAINS:
        for stem in content_stems(words):
            found.setdefault(stem, []).append(domain)
    return {stem: tuple(domains) for stem, domains in found.items()}


def domains_of(stems: Iterable[str]) -> tuple[str, ...]:
    """The domains that words with these stems speak of, in order, each once; empty where none is known."""
    table = _table()
    return tuple(dict.fromkeys(domain for stem in stems for domain in table.get(stem, ())))
