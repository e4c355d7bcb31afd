"""The English the simulated speakers know: verbs, predicates, and what marks a sentence as not English.

Knows nothing of debates. Invariant: every set is of lower-case words.
"""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


VERBS = _set(
    """
    abandon abolish accept access accommodate achieve acquire act adapt add address adjust admit adopt
    advertise allow amend answer apply appoint approve arm ask assess attend automate avoid ban base be
    become begin believe belong borrow boycott break bring build buy call cap care carry cause celebrate
    censor centralise challenge change charge check choose clean close collect colonise come commute
    compensate compete complete consider consume contain continue contribute control convert cook cost count
    create criminalise cull cultivate cut cycle deal decentralise decide declare decrease decriminalise
    defund delay delete deliver demolish deploy deport deregulate destroy develop devolve die digitise
    disable discontinue discourage dismantle distribute divest do donate double drink drive drop earn eat
    edit educate elect eliminate embrace emigrate employ enable encourage end enforce engage enrol ensure
    enter establish exclude execute exempt exercise expand expel explore extend face fail fast fight finance
    find finish fire fix fly focus follow forbid force forgive found fund gamble gain get give go govern
    grant grow guarantee halve hand harm have hear help hide hike hire hold host house hunt ignore impose
    improve include increase inherit insist install introduce invest join judge keep kill know label lead
    learn leave legalise legislate lend let license limit live lock look lose lower maintain make manage
    mandate marry measure meet merge migrate mine move nationalise need negotiate normalise offer open
    operate opt outlaw outsource own participate pay permit phase pick plan play police pool practise
    preserve prevent prioritise privatise produce profit prohibit promote prosecute protect prove provide
    publish pull punish put quit raise ration reach read rebuild recognise recycle redesign redistribute
    reduce refactor reform refuse regulate reintroduce rejoin release relocate remain remove rename
    renationalise renew renovate rent repeal replace report require rescue restore restrict retain retake
    retire return reuse rewrite ride rise run sack save scrap screen secede sell send separate serve set
    settle share ship shop shorten show shrink shut skip sleep slow smoke solve speak spend split spread
    start stay stop strengthen strike study subscribe subsidise succeed suffer support suspend switch take
    talk tax teach tell terminate test think tolerate trade train transition travel treat trust try turn
    unionise unite update upgrade use vaccinate value visit vote wait walk want watch wear weaken welcome
    widen win withdraw work worry write
    """
)
# Verbs that are nouns just as often: taken for verbs only where nothing better follows.
ALSO_NOUNS = _set(
    """
    access act address answer ban base call cap care cause challenge change charge check control cost count
    cull cut cycle deal delay drink drive drop end exercise face fast fight finance fire fix focus force
    fund gain grant hand harm help hike hire hold host house hunt judge label lead limit live look mine move
    need offer own pay permit pick plan play police pool practice profit pull rent report rescue return rise
    run sack screen set share ship shop show sleep slow smoke split spread start stay stop strike study
    support switch talk tax test trade train travel treat trust turn update upgrade use value visit vote
    wait walk watch wear welcome win work worry market state school water plant transport design process bus
    """
)
DOUBLED = _set(
    """
    ban begin cancel cap compel control cut drop equip fit forbid forget get hit label let level map model
    outrun permit admit commit submit plan put quit refer rerun rid run scrap set ship shop shut sit skip
    split spot stop swap swim tap transfer travel trim win wrap opt
    """
)
PARTICIPLES = {
    "banned": "ban",
    "broken": "break",
    "brought": "bring",
    "built": "build",
    "bought": "buy",
    "chosen": "choose",
    "cut": "cut",
    "done": "do",
    "driven": "drive",
    "eaten": "eat",
    "forbidden": "forbid",
    "forgiven": "forgive",
    "found": "find",
    "given": "give",
    "grown": "grow",
    "held": "hold",
    "kept": "keep",
    "left": "leave",
    "lent": "lend",
    "let": "let",
    "made": "make",
    "paid": "pay",
    "put": "put",
    "read": "read",
    "rebuilt": "rebuild",
    "rewritten": "rewrite",
    "run": "run",
    "sent": "send",
    "sold": "sell",
    "spent": "spend",
    "shut": "shut",
    "split": "split",
    "taken": "take",
    "taught": "teach",
    "told": "tell",
    "withdrawn": "withdraw",
    "written": "write",
}
DETERMINERS = _set(
    """
    a an the this that these those my your our his her its their all any each every some no more most many
    few both several one two three four five
    """
)
PREPOSITIONS = _set(
    """
    of in on at to for from by with about into over under between among against during without through per
    as than like near off after before across within
    """
)
PRONOUNS = _set("i you we they he she it one everyone everybody people anyone nobody there")
ADVERBS = _set("ever also still really always only all just then now actually simply")
# Words that begin what is said of a subject after "is" or "are".
PREDICATES = _set(
    """
    good bad worth better worse best worst harmful harmless healthy unhealthy safe unsafe fair unfair
    ethical unethical moral immoral effective ineffective necessary unnecessary needed overrated underrated
    dead alive too more less a an still really ever always just justified right wrong possible impossible
    useful useless dangerous beneficial essential important sustainable affordable cruel outdated obsolete
    legal illegal real inevitable acceptable unacceptable sensible wise foolish overpriced addictive natural
    responsible enough ready broken the not able going morally economically ultimately truly inherently
    compulsory free worthwhile democratic undemocratic racist sexist elitist stressful hopeless pointless
    damaging doing making killing ruining destroying helping becoming getting losing winning art sport
    """
)
# Names that keep their capital inside a sentence though they begin one.
NAMES = _set(
    """
    africa america american asia australia austria belgium berlin bitcoin brazil brexit britain british
    brussels canada cardiff catalan catalonia china chinese christmas christian christianity dublin dutch
    easter edinburgh egypt england english europe european finland france french german germany glasgow
    greece greek hindi india indian iran iraq ireland irish islam islamic israel italian italy japan
    japanese java javascript kenya korea kubernetes latin leeds linux london manchester mars mexico mozart
    muslim netherlands nigeria norway oxford pakistan palestine paris poland polish portugal postgres python
    quebec ramadan rome russia russian rust scotland scottish shakespeare spain spanish sql sudan sweden
    swedish swiss switzerland taiwan tokyo turkey turkish ukraine ukrainian venice wales welsh windows
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december
    """
)
FOREIGN = _set(
    """
    el la los las una del que debería deberían deberíamos es para por con les des du est-ce faut-il doit une
    dans sur der die das und ist sollte sollten wir ein eine nicht il gli della dovrebbe dovremmo sono nel o
    os uma não deve devemos het een niet moet moeten wij zou zouden och är ska vi att skal og ikke czy
    powinniśmy jest
    """
)
ENGLISH = _set(
    """
    the a an of to in on for is are be should and or does do we i with from by at can will have has our my
    your their not it as if than
    """
)
SMALL = _set(
    """
    a an the of to in on for is are be and or but with from by at as it its that this than so not no which
    who if would can will has have had was were do does there their they he she we you i into when where
    what per
    """
)
JOINING = _set(
    """
    on of to so and that but although though because or which hence therefore thus since then as
    """
)
AUXILIARIES = _set("would can will could may must cannot because")
SURENESS = _set("knows deny all obvious doubt")
