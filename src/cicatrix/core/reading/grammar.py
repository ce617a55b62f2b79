"""Word tables for reading English instructions (:mod:`cicatrix.core.reading.english`). Ours, and small on purpose.

A word that is missing here costs a lesson, which is kept as a dead letter and can be seen; it never makes a wrong one.
All words are lower case; apostrophes are straight.
"""

from __future__ import annotations

from typing import Final


def table(*groups: str) -> frozenset[str]:
    """The words of all groups, which are written with spaces between."""
    return frozenset(word for group in groups for word in group.split())


VERBS: Final = table(
    # words and pages
    "write rewrite reword rephrase draft edit proofread spell capitalise capitalize hyphenate abbreviate quote cite",
    "credit attribute translate summarise summarize shorten cut trim crop caption title label tag name rename",
    "headline open begin start lead close end finish conclude mention state say tell describe explain define",
    "introduce announce publish post share tweet schedule queue promote pin boost link embed format indent align",
    "number bullet italicise underline bold highlight mark date sign address greet apologise apologize thank",
    "congratulate answer reply respond phrase word refer call speak talk discuss report brief present show display",
    "illustrate draw paint",
    # messages and people
    "send resend forward copy cc bcc mail email e-mail message text phone ring notify inform warn alert ping page",
    "escalate hand pass transfer route assign reassign delegate refer invite introduce meet contact consult involve",
    "ask request confirm clarify verify check double-check recheck validate review approve sign-off authorise",
    "authorize reject refuse decline deny permit allow offer promise guarantee commit agree accept discuss",
    "negotiate wait pause hold delay postpone remind follow listen escort greet seat serve hire interview train",
    # data, code, machines
    "run rerun execute test retest build rebuild compile deploy redeploy release ship roll rollback revert restart",
    "reboot start stop kill scale drain cordon push force-push pull fetch merge rebase squash branch fork clone",
    "commit install uninstall upgrade update downgrade patch pin lock unlock enable disable toggle turn switch",
    "rotate revoke grant expose hide mask redact encrypt decrypt hash salt sanitise sanitize escape validate parse",
    "encode decode log trace monitor measure profile benchmark cache index query select insert delete drop truncate",
    "alter migrate back backup restore archive purge wipe clean clear reset configure set unset define declare",
    "import export load unload save store keep retain record document annotate comment read open scan search find",
    "look see watch inspect audit investigate diagnose debug reproduce isolate catch handle raise throw return wrap",
    "mock stub type lint refactor extract split join combine group sort order rank filter count sum round convert",
    "calculate compute estimate compare map connect disconnect mount unmount attach detach upload download sync",
    "copy paste move place put leave touch create make add append prepend remove replace swap exchange change",
    "modify adjust use reuse apply avoid skip ignore omit include exclude limit restrict reduce lower increase",
    "extend expand cap",
    # money, law, trade
    "pay charge bill invoice refund reimburse credit debit discount price quote order reorder purchase buy sell",
    "book rebook cancel renew reserve ship deliver return restock stock count weigh pack label file submit register",
    "declare deduct withhold transfer wire reconcile post accrue depreciate tax notarise redline initial",
    "countersign serve",
    # kitchen, care, hands
    "wash rinse dry wipe sanitise boil simmer fry bake roast grill chill cool freeze thaw defrost heat reheat",
    "preheat season salt taste stir whisk fold knead rest chop slice dice mince peel drain strain plate garnish",
    "cover seal wrap dose administer prescribe measure lift lower tighten loosen fasten unplug plug switch replace",
    "oil sand paint sweep wear carry bring take fetch give get hang stack pile",
    # mind and manner
    "be do have let make ensure remember forget note consider think decide choose pick prefer favour favor assume",
    "guess treat count expect aim try focus concentrate prioritise prioritize plan prepare learn know understand",
    "watch respect follow stick adhere abide obey observe comply remain stay sit stand go come work act behave",
    "speak look feel repeat point direct guide lead steer push tell teach suggest recommend propose advise insist",
    "demand require prevent block close reopen resolve triage downgrade merge snooze mute unmute subscribe",
    "unsubscribe unfollow fix repair solve correct redo undo retry resubmit regenerate recreate reuse revise polish",
    "improve finish complete cover frame shoot record film edit cut blur light centre center balance match pair",
    "contrast fill pad space trust rely depend lean bet stop quit refrain beware mind drop leave spare save protect",
    "guard secure defend double triple halve rotate alternate vary mix blend separate distinguish identify",
    "recognise recognize spot flag star bookmark rate score grade rank vote poll survey collect gather source",
    "obtain acquire request",
    # more of many trades
    "acknowledge ack silence throttle failover snapshot provision deprovision quarantine scrub",
    "autoscale reindex debounce",
    "instrument containerise containerize paginate minify vendor deprecate sunset stage unstage amend waive compensate",
    "sympathise sympathize empathise empathize onboard offboard capitalise amortise amortize expense levy remit tally",
    "itemise itemize allocate apportion reclassify net gross offset disburse inject swab sterilise sterilize disinfect",
    "bandage titrate reposition bathe elevate hydrate flush discard dispose vaccinate isolate",
    "intubate transfuse discharge",
    "admit depose subpoena stipulate settle plead disclose witness arbitrate serve bates-stamp docket execute append",
    "blanch braise sear poach deglaze reduce marinate zest sieve caramelise caramelize saute steam",
    "smoke cure pickle proof",
    "portion brine baste julienne sift scrape trim debone scale-up praise encourage scaffold differentiate supervise",
    "excuse quiz demonstrate rehearse target retarget segment brand rebrand localise localize optimise optimize tease",
    "dispatch palletise palletize reroute expedite stow lash strap haul collect consolidate despatch",
    "rig animate playtest",
    "nerf buff spawn texture script voice localise render retouch composite storyboard knock call-back wear sharpen",
    "lubricate torque calibrate weld sand solder prune water fertilise fertilize feed groom walk neuter",
    "tune fine-tune train evaluate normalise normalize tokenise tokenize",
    "count-in fact-check spell-check cross-check spot-check side-step sidestep eliminate minimise minimize maximise",
    "maximize standardise standardize acknowledge escort ventilate evacuate barricade shred laminate stamp staple",
)
"""Base forms that open an imperative."""

NOT_VERBS: Final = table(
    "i you he she it we they this that these those there here my your his her its our their a an the some any every",
    "each no not nothing nobody none all both either neither many much few most more less several another other",
    "such what which who whom whose when where why how if unless until while because since although though whereas",
    "whether as and or but so yet nor for in on at by to of from with without within about above below over under",
    "after before through during between among against into onto upon per via than then thus hence therefore",
    "however moreover also too very quite rather really just only even still already ever never always often",
    "sometimes usually maybe perhaps please thanks thank sorry great good nice fine bad wrong right yes yeah nope",
    "ok okay well oh wow hey hi hello dear sure true false half one two three four five six seven eight nine ten",
    "first second third last next is are was were am been being has had having does did doing will would shall",
    "should can could may might must today tomorrow yesterday now again once twice soon later today's somebody",
    "someone everyone everybody people almost nearly hardly barely despite except besides instead like unlike amid",
    "plus minus",
)
"""Words that are never taken for an unknown verb."""

AUXILIARIES: Final = table(
    "is are was were am be been has have had do does did will would shall should can could may might must isn't",
    "aren't wasn't weren't hasn't haven't hadn't doesn't didn't won't wouldn't shouldn't can't cannot couldn't",
    "mustn't needs went came got made took said gave saw kept left",
)
"""After the first word of a sentence these show that it is a subject, not an order."""

ADVERBS: Final = table(
    "always never only just simply first then instead please kindly also rather immediately definitely absolutely",
    "carefully quietly directly next finally afterwards ideally preferably at least ever still explicitly manually",
)
"""May stand before an imperative."""

BARE: Final = table("it them him they")
"""Pronouns that never stand before a noun."""

DETERMINERS: Final = table(
    "the a an all any every each your our my its their his her no this that these those both more less it them us",
    "me",
)

PRACTICES: Final = table(
    "say write call use spell prefer keep put start open close post publish send ship name format date sign cite",
    "avoid capitalise capitalize abbreviate address link quote credit tag label round count price charge bill",
    "refund pay ask check test review confirm verify deploy release merge commit push document report escalate",
    "answer reply respond book buy sell discount serve seat wash store measure treat follow stick go work speak",
    "talk show hide mark invoice run build archive delete encrypt log only never always don't do",
)
"""What "we" habitually do: a house preference."""

STATES: Final = table(
    "have need see get want know lose think believe hope feel find expect hear understand like love hate miss",
    "spend run look learn agree disagree seem remain stay decide assume guess consider meet watch face accept",
    "depend collect gather fix count finish complete win improve try plan come go live work start begin stop",
    "wait aim make",
)
"""What "we" are, feel or happen to do, rather than a practice, if nothing reaches further."""

FIXES: Final = table(
    "fix correct repair rewrite reword rephrase redo resend finish retry shorten revise polish regenerate rerun",
    "undo revert repeat resubmit recreate try",
)
"""Verbs that mostly speak of the piece of work at hand."""

EDITS: Final = table("remove delete change replace add insert cut update swap adjust edit move trim drop modify set")

ROUTINE: Final = table(
    "write draft create prepare compose produce answer reply respond handle process open close start end begin",
    "say tell state mention speak talk show see look find know think read call name ask want like mean happen",
    "new old big small long short high low early late day week month year today people person anybody anything",
    "reach keep include add remove change update check point number place part piece kind sort type case",
    "promise stay stop avoid follow need must allow permit forbid always matter fine ok past approve approval",
    "everything nothing somebody something public written direct whatever subject",
)
"""Words of any task, in any trade: no tags."""

DAYS: Final = table("monday tuesday wednesday thursday friday saturday sunday weekend weekday")
MONTHS: Final = table("january february march april june july august september october november december")

FRAME: Final = table("user person team like prefer want ask say tell need use love hate think be house")
"""Words in which a claim is put ("the user prefers …"); nobody needs to have said them."""

SLOTS: Final = table("on in to for from at with via over by into under above below about of against through as")
"""Prepositions: what follows the same one in two sentences stands in the same place."""

TITLES: Final = table("mr mrs ms dr prof st sr sra jr hr fr no nr fig vs cf approx ca art abs sec ch vol mme mlle")
"""Abbreviations that are followed by a name or a number."""

ABBREVIATIONS: Final = table(
    "e.g i.e z.b d.h p.ej u.a etc bzw inc ltd co corp dept est min max usw resp a.m p.m u.s u.k"
)

LIGHT: Final = table(
    "do make use put get give take go come keep let set thing things stuff way ways time times one ones other",
    "others work job bit lot same different next right ensure sure remember try please again back need want have",
    "always never only now today it this that instead first last place leave hold be",
)
"""Words that name no act and no thing."""

VAGUE: Final = table(
    "careful better good best well nice nicer proper properly right correctly correct sensible smart smarter clever",
    "attention mind harder hard effort quality professional creative thorough thoroughly mindful aware diligent",
    "precise focus focused improve improvement mistake mistakes error errors think twice care concentrate detail",
    "details slow fast faster quick quicker quickly carefully down up closely closer sloppy lazy human brain head",
    "common sense learn listen respect excellence excellent great worry forget responsible accurate consistent",
    "clear clearer",
)
"""Words that tell nobody what to do."""

SAFETY: Final = table(
    "safety unsafe danger dangerous injury injuries fire emergency allergy allergic allergen allergens anaphylaxis",
    "nut nuts peanut peanuts medication medicine dose overdose patient patients child children minor minors suicide",
    "poison toxic security password passwords secret secrets credential credentials token tokens key keys private",
    "personal confidential gdpr privacy legal lawyer lawyers lawsuit lawsuits sue court liability compliance",
    "regulator fraud delete drop wipe truncate destroy irreversible production prod backup backups payment payments",
    "salary salaries bank",
)
"""Where a mistake harms somebody or cannot be undone."""

NO_THINGS: Final = table("nothing something anything everything nobody somebody anybody everybody someone anyone")
"""Words that stand in the place of a name and name nothing."""

PRAISE: Final = table(
    "great nice good better well excellent perfect lovely brilliant love loved like liked thanks thank wonderful",
    "fantastic",
    "amazing awesome superb spot-on bravo congratulations congrats cheers impressive happy glad pleased solid sharp",
)

COMPLAINT: Final = table(
    "terrible awful bad wrong sloppy disappointed disappointing embarrassing useless boring dull ugly lazy",
    "unacceptable annoying annoyed confusing ridiculous nonsense poor weak horrible hate hated worse worst mess",
    "broken nobody nothing unusable unreadable tired sick again exhausting frustrating frustrated tiring irritating",
    "maddening pathetic lame clumsy painful unfair disgusting rubbish garbage crap shame shameful",
)

PAST: Final = table(
    "was were had did went came got made took said gave saw kept left lost sent told spent paid wrote read put",
    "forgot found thought felt became began brought bought broke built chose cost cut dealt fell fought flew grew",
    "heard held hit hurt knew laid led lent let lit met ran rang rose sank sat sold shook shot showed shut slept",
    "spoke stole stood stuck struck swept taught threw understood woke won wore didn't wasn't weren't hadn't",
    "couldn't wouldn't fooled",
)
