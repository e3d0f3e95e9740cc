"""The files of the pages: half a megabyte, read when the server starts and answered from memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

# Not as the system would guess: on Windows any program may have said that scripts are plain text.
_MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


def static_files(folder: Path) -> HTTPRouteHandler:
    """Answers below /static with what is in the folder now."""
    files: Mapping[str, tuple[bytes, str]] = {
        file.relative_to(folder).as_posix(): (file.read_bytes(), _MEDIA_TYPES[file.suffix])
        for file in folder.rglob("*.*")
    }

    @get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
    def static_file(path: FromPath[Path]) -> Response[bytes]:
        name = path.as_posix().removeprefix("/")
        if name not in files:
            raise NotFoundException("no_such_page")
        content, media_type = files[name]
        return Response(content, media_type=media_type)

    return static_file
