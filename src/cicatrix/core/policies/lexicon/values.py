"""Closed lists of values and places: what "public social media" or "the EU" is, as far as it is known. Users extend
them.

A value that is well formed and stands in no list is a plain no. Values are folded.
"""

from __future__ import annotations

from typing import Final

LISTS: Final[dict[str, str]] = {
    "social_media": "twitter x x.com facebook instagram linkedin tiktok youtube reddit mastodon bluesky threads"
    " pinterest snapchat tumblr weibo vk xing social social_media public_social_media",
    "messengers": "whatsapp telegram signal wechat imessage sms messenger viber line",
    "public": "public everyone everybody all world internet anonymous anyone 0.0.0.0/0 ::/0 any",
    "weekend": "saturday sunday",
    "production": "prod production prd live",
}
LIST_NAMES: Final[dict[str, str]] = {
    "social_media": "social_media social_network soziale_medien redes_sociales reseaux_sociaux 社交媒体",
    "messengers": "messenger messaging_app",
    "public": "world internet public whole_world",
}
"""List → the words by which sentences name it."""

COUNTRIES: Final = """
austria: at aut osterreich autriche 奥地利 | vienna viena vienne wien graz salzburg linz innsbruck
belgium: be bel belgien belgica belgique 比利时 | brussels bruxelles brussel bruselas antwerp ghent
bulgaria: bg bgr bulgarien bulgarie | sofia plovdiv varna
croatia: hr hrv kroatien croacia croatie | zagreb split
cyprus: cy cyp zypern chipre chypre | nicosia
czechia: cz cze czech_republic tschechien | prague prag praha prag brno
denmark: dk dnk danemark dinamarca 丹麦 | copenhagen kopenhagen copenhague aarhus
estonia: ee est estland | tallinn tartu
finland: fi fin finnland finlandia finlande 芬兰 | helsinki tampere turku
france: fr fra frankreich francia 法国 | paris lyon marseille toulouse nice nantes bordeaux lille
germany: de deu deutschland alemania allemagne 德国 | berlin munich munchen hamburg cologne koln frankfurt stuttgart
  dusseldorf leipzig dresden
greece: gr grc griechenland grecia grece 希腊 | athens athen atenas athenes thessaloniki
hungary: hu hun ungarn hungria hongrie | budapest
ireland: ie irl irland irlanda irlande | dublin cork
italy: it ita italien italia italie 意大利 | rome rom roma mailand neapel venedig florenz milan milano turin naples
  florence bologna venice
latvia: lv lva lettland | riga
lithuania: lt ltu litauen | vilnius kaunas
luxembourg: lu lux luxemburg
malta: mt mlt | valletta
netherlands: nl nld holland niederlande paises_bajos pays-bas 荷兰 | amsterdam rotterdam utrecht the_hague eindhoven
poland: pl pol polen polonia pologne 波兰 | warsaw warschau varsovia varsovie krakau krakow gdansk wroclaw poznan
portugal: pt prt 葡萄牙 | lisbon lisboa lissabon lisbonne porto faro
romania: ro rou rumanien | bucharest bukarest cluj
slovakia: sk svk slowakei | bratislava
slovenia: si svn slowenien | ljubljana
spain: es esp spanien espana espagne 西班牙 | madrid barcelona valencia seville sevilla bilbao malaga
sweden: se swe schweden suecia suede 瑞典 | stockholm gothenburg malmo
norway: no nor norwegen noruega norvege 挪威 | oslo bergen trondheim stavanger tromso
switzerland: ch che schweiz suiza suisse 瑞士 | zurich genf ginebra geneva geneve basel bern lausanne
united kingdom: gb gbr uk great_britain england scotland wales grossbritannien reino_unido royaume-uni 英国 | london
  londres manchester edinburgh birmingham glasgow bristol leeds
iceland: is isl island islandia islande | reykjavik
turkey: tr tur turkei turquia turquie turkiye 土耳其 | istanbul estambul ankara izmir
ukraine: ua ukr ucrania 乌克兰 | kyiv kiev lviv odesa
russia: ru rus russland rusia russie 俄罗斯 | moscow moskau saint_petersburg
serbia: rs srb serbien | belgrade
united states: us usa united_states_of_america america vereinigte_staaten estados_unidos etats-unis 美国 | new_york
  chicago boston san_francisco los_angeles seattle austin miami denver atlanta washington dallas houston
canada: ca can kanada 加拿大 | toronto montreal vancouver ottawa calgary
mexico: mx mex mexiko mexique 墨西哥 | mexico_city cancun guadalajara
brazil: br bra brasilien brasil bresil 巴西 | sao_paulo rio_de_janeiro brasilia
argentina: ar arg argentinien argentine | buenos_aires
japan: jp jpn japon 日本 | tokyo tokio osaka kyoto
china: cn chn chine 中国 | beijing peking pekin shanghai shenzhen guangzhou hangzhou
hong kong: hk hkg 香港
taiwan: tw twn 台湾 | taipei
south korea: kr kor korea sudkorea corea coree 韩国 | seoul seul busan
india: in ind indien inde 印度 | delhi new_delhi mumbai bangalore bengaluru chennai hyderabad
singapore: sg sgp singapur singapour 新加坡
thailand: th tha 泰国 | bangkok phuket
vietnam: vn vnm 越南 | hanoi
indonesia: id idn 印度尼西亚 | jakarta bali
australia: au aus australien australie 澳大利亚 | sydney melbourne brisbane perth
new zealand: nz nzl neuseeland | auckland wellington
united arab emirates: ae are uae | dubai abu_dhabi
saudi arabia: sa sau saudi-arabien | riyadh jeddah
israel: il isr 以色列 | tel_aviv jerusalem haifa
egypt: eg egy agypten egipto egypte | cairo kairo
morocco: ma mar marokko marruecos maroc | casablanca marrakesh rabat
south africa: za zaf sudafrika | cape_town johannesburg
nigeria: ng nga | lagos abuja
kenya: ke ken kenia | nairobi
iran: ir irn 伊朗 | tehran
north korea: kp prk nordkorea
cuba: cu cub kuba | havana
belarus: by blr weissrussland | minsk
syria: sy syr syrien | damascus
"""
"""Country → its codes and names, then cities."""

EU: Final = (
    "austria,belgium,bulgaria,croatia,cyprus,czechia,denmark,estonia,finland,france,germany,greece,hungary,ireland,"
    "italy,latvia,lithuania,luxembourg,malta,netherlands,poland,portugal,romania,slovakia,slovenia,spain,sweden"
)
REGIONS: Final[dict[str, str]] = {
    "eu": EU,
    "european union": EU,
    "ue": EU,
    "欧盟": EU,
    "eea": EU + ",norway,iceland",
    "europe": EU + ",norway,iceland,switzerland,united kingdom,serbia,ukraine,turkey",
    "schengen": EU.replace("cyprus,", "").replace("ireland,", "") + ",norway,iceland,switzerland",
}
