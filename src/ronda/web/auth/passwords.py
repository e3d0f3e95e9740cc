"""The owner's password: only its argon2 hash is kept, and guessing costs time and memory; the most common
passwords are refused.

Common passwords are those that everybody tries first: well-known words of five languages, names, rows of keys, and what
people put behind them. Written as rules, so that `Dragon2024!` and `p4ssw0rd` are known without a line of their own.
"""

from __future__ import annotations

import re
from functools import cache
from secrets import token_bytes
from typing import Literal

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ronda.store import Store
from ronda.store.access import forget_all
from ronda.store.notes import read_note, write_note
from ronda.systems import names

_WORDS = """
password passwort contrasena contraseña clave motdepasse parola sifre şifre passw0rd passwd pass kennwort geheim
secret secreto gizli login welcome willkommen bienvenido bienvenida bienvenue hosgeldin hoşgeldin hello hallo hola
bonjour salut merhaba selam letmein access admin administrator administrador administrateur yonetici yönetici root
user usuario benutzer utilisateur kullanici kullanıcı guest gast invitado invite test testing prueba deneme essai
default standard changeme qwerty qwertz azerty asdf master superman batman spiderman starwars pokemon pikachu naruto
dragon monkey shadow sunshine sonnenschein princess prinzessin princesa princesse prenses football fussball fußball
futbol fútbol soccer baseball basketball hockey tennis killer hunter ranger jordan michael michelle jennifer jessica
ashley daniel andrew thomas robert matthew joshua charlie george harley ginger pepper cookie summer sommer verano ete
été yaz winter invierno hiver kis kış spring frühling primavera printemps ilkbahar autumn herbst otono otoño automne
sonbahar monday montag lunes lundi pazartesi friday freitag viernes vendredi cuma sunday sonntag domingo dimanche
pazar january januar enero janvier ocak august agosto aout août agustos ağustos december dezember diciembre decembre
aralik aralık love loveyou iloveyou teamo tequiero jetaime ichliebedich seniseviyorum liebe amor amour ask aşk corazon
corazón coeur herz kalp schatz schatzi cariño carino cherie chérie canim canım askim aşkım family familie familia
famille aile mama mami papa mutter madre maman anne annem vater padre babam baba amigo amigos freund freunde amis
arkadas arkadaş hermano bruder frere frère kardes kardeş cat katze gato chat kedi dog hund perro chien kopek köpek
tiger tigre kaplan lion löwe leon león aslan kartal kanarya eagle adler aguila águila horse pferd caballo cheval
flower blume flor fleur cicek çiçek estrella etoile étoile yildiz yıldız stern star soleil sonne gunes güneş luna mond
lune moon angel engel ange melek diablo teufel diable seytan şeytan dios jesus jesús jesuschrist allah god maria marie
mary ayse ayşe fatma mehmet mustafa ahmet emre yusuf juan jose josé carlos pedro antonio manuel miguel alejandro
francisco roberto fernando daniela andrea valentina gabriela camila nicolas nicole sophie julien camille antoine
alexandre pierre jean claude martin stefan andreas alexander christian sebastian markus florian tobias lukas lena
laura anna sandra sabine barcelona realmadrid madrid boca river chelsea liverpool arsenal manchester juventus bayern
dortmund schalke galatasaray fenerbahce fenerbahçe besiktas beşiktaş trabzonspor marseille paris psg parissg istanbul
ankara izmir berlin hamburg münchen munchen wien zürich london mexico méxico colombia venezuela argentina peru chile
cuba españa espana france deutschland germany austria schweiz suisse turkiye türkiye turkey turk türk america england
computer ordenador ordinateur rechner bilgisayar internet google facebook youtube samsung nokia iphone apple android
windows linux microsoft oracle server database hall saal sala salle salon ronda round runde ronde tur turnier
tournament torneo tournoi turnuva event evento swiss schweizer suizo arbiter schiedsrichter
arbitro árbitro arbitre hakem director direktor direktör directeur organizador veranstalter organisateur player
spieler jugador joueur oyuncu club klub verein kulüp kulup tisch mesa table masa trustno whatever freedom freiheit
libertad liberte liberté ozgurluk özgürlük nothing money dinero geld argent para silver silber plata gold oro altin
altın banana chocolate schokolade chocolat cikolata çikolata cheese coffee kaffee cafe café kahve bier cerveza biere
bière bira matrix phoenix hacker jackass fuckyou fuckoff fick asshole scheisse scheiße mierda merde puta putain
mustang ferrari porsche mercedes corvette yamaha honda toyota passion schach ajedrez echecs échecs satranc satranç
dominos dominoes dominó mêlée petanque pétanque boule boules
"""
_KEYS = """
1234567890 qwertyuiop qwertzuiopü azertyuiop asdfghjkl qsdfghjklm zxcvbnm yxcvbnm wxcvbn qwertyuıopğü asdfghjklşi
asdfghjklñ asdfghjklöä abcdefghijklmnopqrstuvwxyz 1qaz2wsx3edc 1q2w3e4r5t6z 1q2w3e4r5t6y 1a2b3c4d5e q1w2e3r4t5
qazwsxedc zaq12wsx 147258369 a1b2c3d4e5
"""
_BEHIND = "0123456789!?.,*#$@+-_ "
_MOST_BEHIND = 6  # `1`, `123`, `2024!`, `123456`
_LEAST_RUN = 4
_MEANT = str.maketrans("013457@$!", "oieastasi")


def is_common(password: str) -> bool:
    """Whether it is among the first that anybody would try."""
    folded = password.casefold().replace("i̇", "i")
    return any(_is_known(one) for one in (folded, folded.translate(_MEANT)))


def _is_known(text: str) -> bool:
    bare = text.strip(_BEHIND)
    if not bare:
        return _is_row(text) or _is_repeated(text) or _is_date(text)
    short = len(text) - len(bare) <= _MOST_BEHIND
    return (short and (_is_words(bare) or _is_row(bare) or _is_repeated(bare))) or _is_row(text) or _is_repeated(text)


@cache
def _rows() -> tuple[str, ...]:
    """Each once round, and backwards."""
    return tuple(text for row in _KEYS.split() for text in (row * 2, (row * 2)[::-1]))


@cache
def words() -> frozenset[str]:
    """Those of everybody, and the names of the systems."""
    return frozenset(word.casefold() for word in (*_WORDS.split(), *names()))


def _is_words(text: str) -> bool:
    """One of them, twice the same, or two that follow each other."""
    if text in words():
        return True
    parts = [part for part in re.split(r"[\W\d_]+", text) if part]
    if len(parts) == 2:
        return all(part in words() for part in parts)
    return any(text[:at] in words() and text[at:] in words() for at in range(3, len(text) - 2))


def _is_row(text: str) -> bool:
    """Keys that lie, or letters that stand, beside each other: one run, or two."""
    return any(_run(text[:at]) and (at == len(text) or _run(text[at:])) for at in range(_LEAST_RUN, len(text) + 1))


def _run(text: str) -> bool:
    if len(text) < _LEAST_RUN:
        return False
    return any(text in row for row in _rows())


def _is_repeated(text: str) -> bool:
    """`aaaaaaaa`, `12121212`, `abcabcabc`: at most four signs over and over."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, 5)) and len(text) > _LEAST_RUN


def _is_date(text: str) -> bool:
    """A birthday: `19900312`, `12.03.1990`."""
    digits = re.sub(r"\D", "", text)
    year = r"(?:19|20)\d\d"
    return re.fullmatch(rf"{year}[01]\d[0-3]\d|[0-3]\d[0-3]\d{year}|{year}{year}", digits) is not None


NOTE = "password"
LEAST_LETTERS, MOST_LETTERS = 8, 200

_hasher = PasswordHasher()


def is_set(store: Store) -> bool:
    return _kept(store) is not None


def unfit(password: str) -> Literal["length", "common"] | None:
    """Why it cannot be a password: too short or endless, or among the first that anybody would try. Everything else is
    allowed, whatever letters and signs it has."""
    if not LEAST_LETTERS <= len(password) <= MOST_LETTERS:
        return "length"
    return "common" if is_common(password) else None


def hashed(password: str) -> str:
    """As it is kept. Takes a moment: call it in a thread."""
    return _hasher.hash(_bytes(password))


def set_password(store: Store, password: str) -> None:
    """What was tried before says nothing about this one."""
    made = hashed(password)
    with store.writes() as connection:
        write_note(connection, "", NOTE, made)
        forget_all(connection)


def is_right(store: Store, password: str) -> bool:
    """Whether it is the owner's."""
    return matches(_kept(store), password)


def matches(kept: str | None, password: str) -> bool:
    """Takes a moment on purpose, and the same one whether there is a password or not: call it in a thread."""
    if kept is None or len(password) > MOST_LETTERS:
        kept = _nobodys()
    try:
        return _hasher.verify(kept, _bytes(password[:MOST_LETTERS]))
    except (Argon2Error, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _hasher.hash(token_bytes(16))


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")


def _kept(store: Store) -> str | None:
    with store.reads() as connection:
        found = read_note(connection, "", NOTE).value
    return found if isinstance(found, str) else None
