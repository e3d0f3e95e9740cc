"""What the columns of a list of players are called, in English, Spanish, Turkish, German and French."""

from __future__ import annotations

import unicodedata
from typing import Literal

Meaning = Literal[
    "id",
    "name",
    "first_name",
    "surname",
    "rating",
    "national_rating",
    "licence",
    "club",
    "title",
    "federation",
    "fide_id",
    "birth_year",
    "sex",
    "email",
    "person",
]

# As plain() leaves them: small letters and digits only, no accents, no dots.
_WORDS: dict[Meaning, str] = {
    "id": "id no nr num number n # sno snr startno startnr startnumber startingnumber bsno "
    "numero orden numeroinicial sira sirano siranumarasi lfdnr nummer startnummer numerodedepart",
    "name": "name names fullname player players playername participant competitor "
    "nombre nombres nombrecompleto nombreyapellido nombreyapellidos nombresyapellidos apellidosynombre "
    "apellidosynombres apellidoynombre jugador jugadora jugadores jugadoresas atleta atletas participante "
    "participantes adsoyad adsoyadi adisoyadi adivesoyadi advesoyad isim isimsoyisim oyuncu oyuncular sporcu "
    "oyuncuadi sporcuadi spieler spielerin spielerinnen spielername teilnehmer teilnehmerin teilnehmerinnen "
    "nameundvorname vornamename vornameundname namevorname nachnamevorname vornamenachname nom noms joueur "
    "joueuse joueurs joueureuse nomprenom nometprenom prenomnom prenometnom participantparticipante",
    "first_name": "firstname givenname forename primernombre ad adi vorname rufname prenom prenoms",
    "surname": "surname lastname familyname apellido apellidos soyad soyadi soyisim nachname familienname "
    "zuname nomdefamille",
    "rating": "rating ratings elo elorating eloint intelo ratingint rtg rtgi eloi fide elofide fideelo "
    "fiderating ratingfide elointernacional ratinginternacional uluslararasi elopuani "
    "elozahl wertung wertungszahl wertzahl elointernational cote "
    "rtgint ratingi elorapid elostandard std classical",
    "national_rating": "nationalrating national nat natrating ratingnat rtgnat rtgn elonat natelo "
    "elonational elonacional nacional ratingnacional ukd ukdpuani ulusal ulusalkuvvetderecesi dwz nwz nwzdwz "
    "nationalewertung cotenationale "
    "ratingn natrtg nrating ingo nationalelo",
    "licence": "licence license licenceno licenseno licencenumber licensenumber lic licencia licencias "
    "nlicencia nolicencia numerolicencia numerodelicencia lno lisans lisansno lisansnumarasi tsfid lizenz lizenznr "
    "lizenznummer nlicence nolicence numerolicence numerodelicence "
    "idno nationalid natid idnat nrffe noffe codeffe licenceffe ffe passnr passnummer spielernr mitgliedsnr "
    "mitgliedsnummer zps tckimlikno tckimlik kimlikno tcno cedula dni documento memberid membership "
    "membernumber playerid",
    "club": "club clubs clubname verein vereine vereinsname kulup kulubu kulupadi klub team equipo equipos "
    "takim mannschaft equipe association asociacion "
    "clubcity clubort vereinort kulupil kulupsehir clubciudad clubville",
    "title": "title titles titulo titulos unvan titel titre titres tit ti fidetitle titulofide titelfide",
    "federation": "federation federations fed federacion federasyon foderation verband country pais ulke land pays "
    "nation nationality nationalite nacionalidad uyruk nationalitat",
    "fide_id": "fideid idfide fideno fidenr codigofide fidekod fidekodu fidenumber fidecode codefide kodfide idnumber",
    "birth_year": "birthyear yearofbirth birth born birthday birthdate dateofbirth dob nacimiento anodenacimiento "
    "anonacimiento fechadenacimiento fechanacimiento dogum dogumyili dogumtarihi geburtsjahr jahrgang geburtsdatum geb "
    "naissance anneedenaissance datedenaissance "
    "geburtstag nele dt datenaissance anneenaissance dtnaiss dtn dogumyil yob",
    "sex": "sex gender sexo genero cinsiyet geschlecht sexe genre mw wm cins mf",
    "email": "email emails mail emailaddress correo correoelectronico eposta emailadresse courriel",
    "person": "rondaperson",  # no other list has the keys of our own
}
MEANINGS: tuple[Meaning, ...] = tuple(_WORDS)
_MEANINGS: dict[str, Meaning] = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}


def plain(heading: str) -> str:
    """A heading without capitals, accents, Turkish dots, spaces and punctuation (but a lone # stays)."""
    folded = unicodedata.normalize("NFKD", heading).casefold().replace("ı", "i")
    letters = "".join(c for c in folded if c.isalnum())
    return letters or folded.strip()


def meaning_of(heading: str) -> Meaning | None:
    return _MEANINGS.get(plain(heading)) if len(heading) <= 60 else None


def meanings_of(headings: tuple[str, ...]) -> list[Meaning | None]:
    """What each column means. Of several with the same meaning the first counts."""
    found: list[Meaning | None] = []
    for heading in headings:
        meaning = meaning_of(heading)
        found.append(None if meaning in found else meaning)
    if "name" not in found:
        return found
    # "Nombre, Apellidos": a given name and a surname; "Name, Vorname": a surname and a given name.
    if "surname" in found and "first_name" not in found:
        return ["first_name" if meaning == "name" else meaning for meaning in found]
    if "first_name" in found and "surname" not in found:
        return ["surname" if meaning == "name" else meaning for meaning in found]
    return [None if meaning in ("first_name", "surname") else meaning for meaning in found]
