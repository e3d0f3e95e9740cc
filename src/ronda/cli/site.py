"""`ronda export --to site`: the public pages of an event as plain files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace as Namespace
from typing import cast

from ronda.cli.errors import Misused
from ronda.cli.event import KeptEvent, load
from ronda.cli.event_file import cannot, write_out
from ronda.cli.output import Output
from ronda.cli.stored_event import StoredEvent, url_of
from ronda.store.live_events import LiveEvent
from ronda.systems.labels import NAME_MODES, NameMode
from ronda.web.pages.site import site_files, site_zip
from ronda.web.runtime import Display, Runtime
from ronda.web.settings import ServerSettings


def save_site(values: Namespace, output: Output) -> int:
    """Into a folder, or as one file where its name ends with `.zip`."""
    if not values.out:
        raise Misused("needs_folder")
    target = Path(values.out)
    archive = target.suffix.lower() == ".zip"
    if target.is_file() and not archive:
        raise Misused("not_a_folder", file=values.out)
    event = load(values, output)
    with _desk_of(event, values) as (runtime, live):
        display = _shown(runtime.display(live.code), values.names)
        language = values.lang or display.language or output.speaker.language
        if archive:
            write_out(target, site_zip(runtime, live, language, display))
            count = 1
        else:
            count = sum(_written(target, name, data) for name, data in site_files(runtime, live, language, display))
    start = target if archive else target / "index.html"
    if output.json:
        output.data({"folder": str(target), "files": count, "start": str(start)})
    elif archive:
        output.line(output.say("say.exported", file=values.out))
    else:
        output.line(output.say("say.exported_site", n=count, folder=str(target), start=str(start)))
    return 0


def _shown(display: Display, names: str | None) -> Display:
    """`--names` may tell less of the names than the event does, never more."""
    wished = max((display.name_mode, cast(NameMode, names or "full")), key=NAME_MODES.index)
    return replace(display, names=wished)


def _written(folder: Path, name: str, data: bytes) -> bool:
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise cannot("write", path.parent, trouble) from None
    write_out(path, data)
    return True


@contextmanager
def _desk_of(event: KeptEvent, values: Namespace) -> Iterator[tuple[Runtime, LiveEvent]]:
    """A desk that nobody can reach. A stored event is at home there, with its face and the names that the public sees;
    one of a file gets a desk for itself."""
    with TemporaryDirectory() as folder:
        stored = isinstance(event, StoredEvent)
        runtime = Runtime(ServerSettings(url_of(values) if stored else str(Path(folder) / "site.db")))
        try:
            code = event.code if stored else runtime.store.create(list(event.facts), actor="site").code
            live = runtime.event(code)
            assert live is not None, "it was loaded a moment ago"
            yield runtime, live
        finally:
            runtime.close()
