"""Patterns and word tables for :mod:`cicatrix.core.observation.frames`: what people are, do, have and call theirs.

All but names are matched without regard to case, on text with straight quotes, from the first word behind the verb.
"""

from __future__ import annotations

import re
from typing import Final

from cicatrix.core.observation.values import NAME
from cicatrix.core.text import stem


def verbs(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in alternatives), re.IGNORECASE)


# -- what somebody is --------------------------------------------------------------------------------------------------

ALLERGIC: Final = re.compile(r"(?:[a-z]+ly )?(?:allergic|intolerant|hypersensitive) (?:to|of) (?P<what>.+)", re.I)
INTOLERANT: Final = re.compile(r"(?P<what>[a-z]+)[- ](?:intolerant|allergic)\b", re.I)
DIET: Final = re.compile(
    r"(?:a |an |on a |on an |doing )?(?:[a-z]+ly )?(?:strict |lifelong |mostly )?(?P<what>vegetarian|vegan"
    r"|pescatarian|pescetarian|flexitarian|teetotal(?:ler)?|lacto[- ]vegetarian|(?:gluten|dairy|lactose|sugar"
    r"|meat)[- ]free|keto(?:genic)?|low[- ]carb|halal|kosher|plant[- ]based|paleo)\b(?: diet)?",
    re.I,
)
AGE: Final = re.compile(r"(?P<what>\d{1,3})(?:[ -]years?[ -]old| yo\b|\W*$| and\b)", re.I)
FROM: Final = re.compile(rf"(?:a native of|from)\s+(?:the )?(?P<what>{NAME})")
ZONE: Final = re.compile(
    r"(?:in|on)(?: the)? (?P<what>[\w+:/-]+)(?: standard| summer)?(?: time)? ?(?:time[- ]?zone)\b|(?:in"
    r"|on) (?P<utc>(?:UTC|GMT)[+-]?\d*)",
    re.I,
)
MARRIED: Final = re.compile(
    r"(?:happily |recently |newly )?(?P<what>married|single|divorced|engaged|widowed"
    r"|separated)\b(?: to (?:a )?(?P<who>[A-Z]\w+))?"
)
BORN: Final = re.compile(r"born (?:on|in) (?:the )?(?P<what>.+)", re.I)
FAN: Final = re.compile(
    r"(?:a )?(?:(?:huge|big|massive|great|real|die-?hard|total) )?(?:fan of|fond of|keen on|crazy about|mad about"
    r"|into|obsessed with|in love with|passionate about|interested in|addicted to|hooked on|partial to"
    r"|fan of) (?P<what>.+)",
    re.I,
)
AFRAID: Final = re.compile(r"(?:terrified|scared|afraid|frightened|phobic) of (?P<what>.+)", re.I)
BASED: Final = re.compile(r"(?:based|living|located|residing) (?=(?:in|at|near|on)\b)", re.I)
FLUENT: Final = re.compile(r"(?:fluent|bilingual) in (?P<what>[A-Z][a-z]+(?:(?:, | and )[A-Z][a-z]+)*)")
DIAGNOSED: Final = re.compile(r"(?:\w+ly )?diagnosed with (?P<what>.+)", re.I)
JOB_AT: Final = re.compile(r"(?:(?:an? |the )?(?:new )?(?:job|position|role|offer)|hired) (?=at|with|by|from)", re.I)
LEARNS_AT: Final = re.compile(r"\b(?:uni(?:versity)?|college|school|academy|kindergarten|nursery)\b", re.I)
GOES_TO: Final = verbs("cycle bike walk drive commute run")
GOOD_AT: Final = re.compile(
    r"(?:(?:very|really|quite|pretty|so) )?(?:good|great|brilliant|excellent|(?P<bad>bad|terrible|awful|hopeless"
    r"|rubbish|poor))"
    r" (?:at|with) (?P<what>(?!it\b|that\b|this\b).+)",
    re.I,
)
CALLED: Final = re.compile(r"(?:called|named|known as) (?P<what>.+)", re.I)
SICK: Final[tuple[tuple[int, re.Pattern[str]], ...]] = (
    (1, _any(r"(?:\w+ )?(?:exhausted|tired|hungry|thirsty|sleepy|hung ?over|wiped|drained|stressed|worn out|busy|late"
             r"|cold|in a meeting|in meetings|on (?:my|the) way|driving|knackered|beat|swamped)\b")),
    (3, _any(r"(?:\w+ )?(?:jet-?lagged|nauseous|dizzy|in pain|upset|sad|anxious|nervous|overwhelmed)\b")),
    (5, _any(r"(?:\w+ )?(?:sore|stiff|aching|achy|sunburnt|sunburned|bruised)\b")),
    (14, _any(r"(?:\w+ )?(?:sick|ill|unwell|poorly|feverish|contagious|in hospital|recovering|injured|off sick"
              r"|on crutches|down with|unavailable|away|out of (?:the )?office|ooo|out of town|on (?:holiday"
              r"|vacation|leave|parental leave|a break|sick leave|a business trip|a trip|call)"
              r"|travell?ing|abroad|house-?sitting|visiting)\b")),
)  # fmt: skip
"""States that pass, with the days after which they are taken to be over."""
AILMENT: Final = re.compile(
    r"(?:a |an |the |some )?(?:\w+ ){0,2}?(?:cold|flu|headache|fever|migraine today|hangover|cough|stomach bug"
    r"|stomach ache|toothache|sore throat|sprained \w+|back pain|jet lag|covid)\b",
    re.I,
)
CONDITION: Final = re.compile(
    r"(?:a |an |the )?(?:\w+ ){0,3}?(?:diabetes|diabetic|asthma|asthmatic|epilepsy|epileptic|coeliac|celiac"
    r"|heart (?:condition|disease|problem)|pacemaker|hypertension|high blood pressure|h(?:a)?emophilia"
    r"|h(?:a)?emophiliac|lupus|crohn'?s?|adhd|autis\w+|dyslexi\w+|colou?r[- ]?blind|deaf|blind|wheelchair|arthritis"
    r"|insomnia|anxiety disorder|depression|ptsd|migraines|pregnant|immunocompromised|parkinson\w*"
    r"|multiple sclerosis|ms\b(?=\.?$)|cancer|kidney disease|endometriosis|vertigo|claustrophobi\w+"
    r"|peanut allergy)\b",
    re.I,
)
ALLERGY: Final = re.compile(
    r"(?:a |an )?(?:\w+ )?(?:(?:an? )?(?:severe |bad |mild |serious |deadly |nasty "
    r"|life-threatening )?(?P<what>[\w ]+?) allerg(?:y|ies)|allerg(?:y|ies) to (?P<to>.+)"
    r"|(?:an? )?intolerance to (?P<of>.+)|(?P<in>\w+) intolerance)",
    re.I,
)
JOBS: Final = (
    "accountant|actor|actress|analyst|architect|artist|author|baker|barista|biologist|builder|carpenter|chef|chemist"
    "|consultant|cook|counsell?or|dancer|dentist|designer|developer|director|doctor|driver|economist|editor"
    "|electrician|engineer|farmer|firefighter|florist|founder|freelancer|gardener|geologist|hairdresser|historian"
    "|illustrator|investor|journalist|judge|lawyer|lecturer|librarian|linguist|manager|mathematician|mechanic"
    "|midwife|musician|nurse|nutritionist|painter|paramedic|pharmacist|photographer|physicist|physiotherapist|pilot"
    "|plumber|poet|police officer|producer|professor|programmer|psychologist|receptionist|recruiter|researcher"
    "|sailor|scientist|sculptor|secretary|soldier|statistician|student|surgeon|surveyor|tailor|teacher|technician"
    "|therapist|translator|tutor|vet|veterinarian|waiter|waitress|welder|writer|admin|administrator|assistant|cto"
    "|ceo|cfo|officer|intern|apprentice|trainer|coach|social worker|trader|banker|contractor|salesperson|buyer"
    "|planner|bookkeeper|joiner|potter|optician|interpreter|copywriter|lead|head of \\w+|product owner"
)
JOB: Final = re.compile(
    rf"(?:an? |the )?(?P<what>(?:[\w'-]+ ){{0,3}}?(?:{JOBS}))\b(?! (?:of mine|fan)\b)(?:\W|$)", re.I
)
INTRODUCED: Final = re.compile(rf"(?P<what>{NAME})(?=\W*$|,| and\b| from\b| by the way\b)")
DEMONYM: Final = re.compile(
    r"(?:ish|ese|ian|can|ch|[a-z]an|ic|ist|im|German|Greek|Dutch|Swiss|Thai|Czech|Jewish|ADHD|OOO|OK)$"
)

# -- what somebody does ------------------------------------------------------------------------------------------------

LOOKS: Final = verbs("look sound seem taste smell appear")
"""What follows these is how something struck somebody."""
AVERSE: Final = _any(
    r"(?:\w+ly )?(?:averse to|opposed to|uncomfortable (?:with|around|in)|uninterested in|allergic to the idea of"
    r"|tired of|sick of|fed up with|bored (?:of|by)|annoyed by|put off by|against) (?P<what>.+)"
)
COMFORTABLE: Final = _any(
    r"(?:\w+ly )?(?:comfortable (?:with|around|in)|fascinated by|drawn to|loyal to|committed to|dedicated to"
    r"|devoted to|advocates? (?:for|of)|an? (?:\w+ )?advocate (?:for|of)|an? (?:\w+ )?(?:believer|supporter) (?:in"
    r"|of)) (?P<what>.+)"
)
AVERSION: Final = _any(
    r"(?:an?|no|zero|little|some|any)?\s*(?:\w+ ){0,2}?(?P<of>no interest|little interest|zero interest|interest"
    r"|aversion|dislike|phobia|fear|distaste|objection|bias|preference|soft spot|weakness|passion|hatred|love|thing"
    r"|tolerance|intolerance) (?:to|for|of|in|against|towards?) (?P<what>.+)"
)
DISLIKING: Final = re.compile(
    r"no interest|little|zero|aversion|dislike|phobia|fear|distaste|objection|bias|hatred|tolerance", re.I
)
OBLIGES: Final = verbs("need have try prefer aim")
TO_AVOID: Final = re.compile(
    r"(?:to (?:avoid|steer clear of|stay away from)|not to (?:use|have|eat|wear|buy|get)) (?P<what>.+)", re.I
)
FOUND: Final = re.compile(
    r"(?P<what>(?!it |that |this |out |the time |a (?:way|place|job|new) )[\w' -]{3,60}?) (?P<how>(?:(?:too|very"
    r"|really|so|quite|a bit|extremely|highly) )?[a-z-]+(?:ing|ive|ful|ous|able|ible|ish|ed|al|ic|y|less)\b)(?=\W*$"
    r"|[,;.]| and\b| for\b| to\b)",
    re.I,
)
FOUND_HARD: Final = re.compile(r"it (?P<how>(?:\w+ )?[a-z]+) to (?P<what>.+)", re.I)
DULL: Final = re.compile(
    r"\b(?:hard|difficult|impossible|too|un\w+|in(?:effective|efficient|convenient)|dis\w+|de(?:motivating|pressing)"
    r"|boring|tedious|annoying|childish|frustrating|tiring|exhausting|confusing|overwhelming|stressful|scary|gross"
    r"|painful|irritating|restrictive|\w+less)\b",
    re.I,
)
VALUES: Final = verbs("prioritize prioritise adhere value advocate")
CHOOSES: Final = verbs(
    "use wear buy watch read play listen choose consider dine shop travel fly stay cook feed adopt purchase order"
    " drive ride visit attend take work sleep answer accept book own keep support smoke celebrate participate go"
)
"""What somebody does only, never or not by choice: a preference."""
HABITS: Final = frozenset(["uses"])
ABOUT: Final = re.compile(
    r"(?:with|on|against|for|in|at|to|from|out|away|into|by|around|over|up|down|off|late|through|farther|further"
    r"|smoothly|well|fast|slow)\b",
    re.I,
)
AT_HAND: Final = re.compile(
    r"(?:this|that|these|those|all the|your)\b|the (?:\w+ ){0,2}?(?:way|theme|colou?rs?|vibe|design|details?|look"
    r"|photo|picture|pic|energy|enthusiasm|freedom|contrast|painting|outfit|message|passion|creativity|memories|view"
    r"|leaves|idea|attitude|spirit|poses)\b",
    re.I,
)
"""Something at hand that is praised: "I love the theme"."""
LIKES: Final = verbs("like love adore enjoy prefer fancy favour favor cherish")
HATES: Final = verbs("hate dislike despise loathe detest abhor")
AVOIDS: Final = verbs("avoid refuse decline shun")
FOOD: Final = verbs("eat drink consume")
MOVES: Final = verbs("move relocate")
MOVES_TO: Final = re.compile(
    r"(?:(?:back|out|over|away|up|down|house|home|here|abroad|again|recently|permanently|together|all the way"
    r"|with [\w' ]+?|from [\w ,.'-]+?)\s+)*(?:to|into)\s",
    re.I,
)
"""Somebody moves to a place; who moves something else does not."""
TRAVELS: Final = verbs("go fly travel drive sail head cycle")
SOMEWHERE: Final = re.compile(r"(?:back |over |up |down |out )?to (?:the )?[A-Z]")
"""Where a journey goes that has no day yet."""
USES: Final = verbs("use run drive ride")
BEARS: Final = verbs("stand bear tolerate abide handle")
HAS: Final = verbs("have own keep")
DECIDES: Final = verbs("decide agree settle standardise standardize")
MEETING: Final = (
    "appointment|meeting|exam|interview|class|lesson|flight|deadline|call|party|reservation|booking|review|check-?up"
    "|surgery|operation|wedding|concert|show|recital|race|match|game|practice|rehearsal|shift|trip|train|conference"
    "|presentation|demo|session|course|birthday|anniversary|dinner|lunch|date|viewing|hearing|delivery|workshop"
    "|webinar|marathon|retreat|holiday|vacation|tournament|festival"
)
APPOINTMENT: Final = re.compile(rf"(?:an?|my|the|our|another)?\s*(?P<what>(?:[\w'-]+ ){{0,3}}?(?:{MEETING})s?)\b", re.I)
IN_MIND: Final = re.compile(
    r"(?:the |an? |no |any |some |good |bad |vague |strange |slightest |faintest )*(?:feeling|idea|impression|question"
    r"|hunch|suspicion|clue|doubt|thought)s?\b(?! (?:box|board|book|paper)s?\b)",
    re.I,
)
"""What somebody has in mind and nowhere else: nothing about him that lasts."""
PETS: Final = re.compile(
    r"(?:\w+ ){0,3}?(?:dogs?|cats?|pupp(?:y|ies)|kittens?|hamsters?|parrots?|rabbits?|horses?|tortoises?|goldfish"
    r"|guinea pigs?|snakes?|budgies?|lizards?|chickens?|ponies|pony)\b",
    re.I,
)
CHILDREN: Final = re.compile(
    r"(?:\w+ ){0,3}?(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|twins|toddlers?)\b", re.I
)
SIBLINGS: Final = re.compile(r"(?:\w+ ){0,3}?(?:brothers?|sisters?|siblings?)\b", re.I)
TRANSPORT: Final = re.compile(
    r"(?:the |my |a )?(?:bus|train|tram|bike|metro|subway|underground|ferry|car|tube)\b", re.I
)
MEDICINE: Final = re.compile(
    r"(?:\w+ )?(?P<what>\w+(?:in|ine|ol|ide|one|am|il|ate|pril|statin|formin)|medication\w*|medicine"
    r"|antidepressants?|antihistamines?|blood thinners?|beta[- ]blockers?|painkillers|steroids|pills?|tablets?"
    r"|the pill|\d+ ?mg .+)\b.*?(?:\bevery\b|\bdaily\b|\bfor (?:my|high|blood|the)\b|\bmg\b|\btwice\b|\bonce\b"
    r"|\bin the (?:morning|evening)\b|\beach\b|\bat night\b|[.!]?$)",
    re.I,
)
PORT: Final = re.compile(r"(?:on |at )?port (?P<what>\d{1,5})\b", re.I)
VERSION: Final = re.compile(
    r"(?:on |at |version )*(?P<what>v\d+(?:\.\d+)*(?:[-+]\w+)*|\d+(?:\.\d+){2,}(?:[-+]\w+)*|version \d[\d.]*)", re.I
)
BARE_VERSION: Final = re.compile(
    r"(?:on |at |version )*(?P<what>v?\d+(?:\.\d+)+(?:[-+]\w+)*|v\d+\b|version \d+)(?! ?[a-z%])", re.I
)
OWNED: Final = re.compile(r"(?:owned|maintained|run|managed|led) by (?:the )?(?P<what>.+)", re.I)
STATUS: Final = re.compile(
    r"(?P<what>down|up|live|offline|online|deprecated|in beta|closed|open|blocked|delayed|done|complete[d]?|finished"
    r"|cancell?ed|on hold|paused|approved|rejected|sold|overdue|ready|out of stock|available|frozen|read-only"
    r"|retired|archived|broken|fixed)\b",
    re.I,
)
DUE: Final = re.compile(r"due (?:on |by |in |at )?(?P<what>.+)", re.I)
ON_TIME: Final = re.compile(
    r"(?:on|at|in|for|from|by) (?P<what>(?:the )?(?:next |this |early |late )*(?:\d{1,2}:\d\d"
    r"|\d{1,2} ?(?:am|pm|o'clock)\b|\d{1,2}(?=\W*$| (?:on|in)\b)|noon|midnight|tomorrow"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\b|\d{1,2}(?:st|nd|rd|th)\b|\d{4}-\d\d-\d\d).*)",
    re.I,
)
"""When something is: "on Monday", "at 9:30"."""
PUT_OFF: Final = re.compile(
    r"(?:moved|shifted|pushed|postponed|rescheduled|deferred|delayed|brought|put|changed)(?: back| forward| off)?"
    r"(?: from [\w :.-]+?)? (?:to|until|till) (?P<what>.+)",
    re.I,
)
LOCATED: Final = re.compile(
    r"(?:in|at|on|under|behind|inside|next to|near) (?!charge|time|progress|general|fact|beta|hold|sale|call"
    r"|holiday)",
    re.I,
)
LANGUAGES: Final = re.compile(
    r"(?:fluent |good |some |a (?:little|bit of) |native )?(?P<what>[A-Z][a-z]+(?:(?:, | and (?:a (?:little|bit of) "
    r"|some )?)[A-Z][a-z]+)*)"
)
REMARK: Final = _any(
    r"^(?:so |really |very |super |quite |pretty |just |absolutely |totally |such |truly |also |always |a bit "
    r"|a lot of |kinda |an? )*(?:awesome|great|good|nice|amazing|fun|funny|cool|lovely|wonderful|fantastic|perfect"
    r"|beautiful|incredible|delicious|terrible|awful|bad|boring|interesting|inspiring|impressive|exciting|hard|tough"
    r"|rough|crazy|insane|special|important|true|right|wrong|okay|ok|fine|sweet|cute|adorable|stunning|gorgeous"
    r"|magical|unreal|breathtaking|relaxing|rewarding|worth it|blast|pleasure|relief|the best|everything|so much fun"
    r"|challenging|helpful|powerful|unforgettable|sad|weird|strange|hilarious|priceless|key|worth|horrible|wild|huge"
    r"|eye-opening|emotional|intense|vivid|it)(?:\W*$|[,!—-]| (?:for|to|and|that|when|how|because|experience|time"
    r"|day|idea|feeling|too|though|but|of you|\w+ing|in|with|!)\b.*$)",
)
