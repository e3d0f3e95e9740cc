"""The manual in the browser: what each role does first, every page of the documentation, and the search."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import File, Template
from litestar.serialization import encode_json
from markupsafe import Markup

from ronda.manual import GuidePage, contents, page_for, pages, picture, translations
from ronda.manual.rendering import Heading, excerpt, listed, rendered, search, slug
from ronda.systems import names
from ronda.texts.catalogue import known
from ronda.web.context import GivenContext, RequestContext
from ronda.web.http.admission import get_page
from ronda.web.language import ROLES, TOPICS

MOST_ASKED = 200  # characters of a question
_DEEPEST = 3


@get_page("/guide")
async def guide(context: GivenContext) -> Template:
    return _role(context, ROLES[0])


@get_page("/guide/search")
def found(context: GivenContext, q: FromQuery[str] = "") -> Template:
    """What the script of the page finds by itself, for those who read without scripts."""
    asked = q[:MOST_ASKED]
    results = [(one, excerpt(one, asked)) for one in search(asked, context.words.language)]
    return context.page("guide_search.html", asked=asked, results=results, **_frame(context))


@get("/guide/search.json", include_in_schema=False, media_type=MediaType.JSON, sync_to_thread=True)
def index(lang: FromQuery[str] = "en") -> Response[bytes]:
    """Every section of every page: the reader's browser looks through them."""
    return Response(encode_json(listed(lang)), media_type=MediaType.JSON)


@get_page("/guide/images/{name:path}")
def image(name: FromPath[str]) -> File:
    place = picture(name.lstrip("/"))
    if place is None:
        raise NotFoundException("no_such_page")
    kind = "image/svg+xml" if place.suffix == ".svg" else "image/png"
    return File(place, content_disposition_type="inline", media_type=kind)


@get_page("/guide/{name:path}")
def read(context: GivenContext, name: FromPath[str]) -> Template:
    """What a role does first, or a page of the documentation: in the reader's language, if it is there."""
    wanted = name.strip("/")
    if wanted in ROLES:
        return _role(context, wanted)
    page = page_for(wanted, context.words.language)
    if page is None:
        raise NotFoundException("no_such_page")
    shown = rendered(page)
    root = context.request.app.template_engine.engine.globals["root"]  # type: ignore[union-attr]
    html = Markup(shown.html.replace('="/guide/', f'="{root}/guide/')) if root else shown.html
    return context.page(
        "guide_page.html",
        html=html,
        page=page,
        outline=_outline(shown.headings),
        **_frame(context),
    )


def _role(context: RequestContext, role: str) -> Template:
    return context.page("guide.html", role=role, roles=ROLES, topics=TOPICS[role], **_frame(context))


def _outline(headings: tuple[Heading, ...]) -> list[Heading]:
    """What a list of the sections names: none where there are few."""
    found = [one for one in headings if 1 < one.level <= _DEEPEST]
    top = [one for one in found if one.level == 2]
    shown = found if len(found) <= 25 else top
    return shown if len(shown) > 2 else []


def _frame(context: RequestContext) -> dict[str, Any]:
    """What stands around every page of the manual."""
    language = context.words.language
    areas = [(_area(context, heading), [_in(page, language) for page in listed_]) for heading, listed_ in contents()]
    return {
        "areas": areas,
        "systems": [(name, f"rules/{name}") for name in names() if f"rules/{name}" in pages()],
    }


def _area(context: RequestContext, heading: str) -> str:
    """The heading of a part of the contents, in the reader's language where it is known."""
    key = f"web.guide.area.{slug(heading)}"
    return context.words(key) if known(key) else heading


def _in(page: GuidePage, language: str) -> GuidePage:
    return translations(page).get(language, page) if "/" in page.original else page


ROUTES = [guide, found, index, image, read]
