"""Writes a client for the HTTP API, as one Python module, from the OpenAPI document of a server:

    python tools/api_client.py openapi.json > ronda_client.py

Every operation is a method with the name that the document gives it. What it needs of the path and of the query are
arguments; a body is a typed dictionary. An answer is what the document says it is, as JSON; a file is its bytes. The
module needs nothing but a function that sends: `Client(send)`, where `send(method, path, query, headers, body)` answers
with status, headers and bytes; `over_http(address, key)` is one with the standard library.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from collections.abc import Iterator
from typing import Any

HEAD = '''"""A client for the HTTP API of Ronda {version}, generated from its description."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

Send = Callable[[str, str, dict[str, str], dict[str, str], bytes | None], tuple[int, Mapping[str, str], bytes]]


class ApiError(Exception):
    """An answer other than success: its status, and what it says."""

    def __init__(self, status: int, body: Any) -> None:
        error = body.get("error", {{}}) if isinstance(body, dict) else {{}}
        super().__init__(f"{{status}} {{error.get('code', '')}}: {{error.get('message', '')}}")
        self.status, self.code, self.body = status, error.get("code", ""), body


def over_http(address: str, key: str = "", seconds: float = 30.0) -> Send:
    """Send to this address, with this key."""

    def send(
        method: str, path: str, query: dict[str, str], headers: dict[str, str], body: bytes | None
    ) -> tuple[int, Mapping[str, str], bytes]:
        asked = f"{{address.rstrip('/')}}{{path}}" + (f"?{{urlencode(query)}}" if query else "")
        own = {{**headers, **({{"Authorization": f"Bearer {{key}}"}} if key else {{}})}}
        try:
            with urlopen(Request(asked, body, own, method=method), timeout=seconds) as answer:
                return answer.status, answer.headers, answer.read()
        except HTTPError as error:
            return error.code, error.headers, error.read()

    return send


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _answer(answer: tuple[int, Mapping[str, str], bytes]) -> Any:
    status, headers, body = answer
    json_ = headers.get("content-type", "").startswith("application/json")
    content = json.loads(body) if json_ and body else body
    if not 200 <= status < 300:
        raise ApiError(status, content)
    return content

'''
CLIENT = '''
class Client:
    """Every operation of the API."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def _do(
        self,
        method: str,
        path: str,
        query: dict[str, Any],
        headers: dict[str, Any],
        body: Any = None,
    ) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        sent = {name: _text(value) for name, value in headers.items() if value is not None}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        return _answer(self._send(method, path, given, sent, data))
'''
KINDS = {"integer": "int", "string": "str", "boolean": "bool", "number": "float", "null": "None"}


def generated(document: dict[str, Any]) -> str:
    """The module as text."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    parts = [HEAD.format(version=document["info"]["version"])]
    parts += [_class(name, shape) for name, shape in sorted(schemas.items())]
    parts.append(CLIENT)
    for path, methods in document["paths"].items():
        parts += [
            _method(method, path, one)
            for method, one in methods.items()
            if "text/event-stream" not in one["responses"].get("200", {}).get("content", {})  # endless: see the guide
        ]
    return "\n".join(parts)


def _class(name: str, shape: dict[str, Any]) -> str:
    """A typed dictionary, by its fields; anything else is the type itself."""
    fields = shape.get("properties")
    if not fields:
        return f"{_name(name)} = Any  # {shape.get('title', '')}\n"
    needed = set(shape.get("required", ()))
    lines = [
        f"        {field!r}: {kind!r}," if field in needed else f"        {field!r}: NotRequired[{kind!r}],"
        for field, kind in ((field, _kind(of)) for field, of in fields.items())
    ]
    return "\n".join((f"{_name(name)} = TypedDict(", f"    {_name(name)!r},", "    {", *lines, "    },", ")\n"))


def _method(method: str, path: str, one: dict[str, Any]) -> str:
    given = list(one.get("parameters", ()))
    places = [parameter for parameter in given if parameter["in"] == "path"]
    others = [parameter for parameter in given if parameter["in"] in ("query", "header")]
    body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    arguments = [f"{_name(parameter['name'])}: {_kind(parameter['schema'])}" for parameter in places]
    if body is not None:
        optional = "" if one.get("requestBody", {}).get("required") else " | None = None"
        arguments.append(f"body: {_kind(body)}{optional}")
    keyed = sorted(others, key=lambda parameter: not parameter.get("required", False))
    if keyed:
        arguments.append("*")
    for parameter in keyed:
        kind = _kind(parameter.get("schema", {}))
        arguments.append(
            f"{_name(parameter['name'])}: {kind if parameter.get('required') else f'{kind} | None = None'}"
        )
    filled = re.sub(r"{(\w+)}", lambda found: f"{{quote(str({_name(found[1])}), safe='')}}", path)
    query = ", ".join(f"{p['name']!r}: {_name(p['name'])}" for p in others if p["in"] == "query")
    headers = ", ".join(f"{p['name']!r}: {_name(p['name'])}" for p in others if p["in"] == "header")
    return "\n".join(
        (
            f"    def {_snake(one['operationId'])}({', '.join(('self', *arguments))}) -> {_answer_kind(one)}:",
            f'        """{one.get("summary", "").replace(chr(34), chr(39))}."""',
            f'        return self._do("{method.upper()}", f"{filled}", {{{query}}}, {{{headers}}}'
            + (", body)" if body is not None else ")"),
            "",
        )
    )


def _answer_kind(one: dict[str, Any]) -> str:
    for status, answer in sorted(one["responses"].items()):
        if status.startswith("2"):
            content = answer.get("content", {})
            found = content.get("application/json")
            return "Any" if found is None and not content else "bytes" if found is None else _kind(found["schema"])
    return "Any"


def _kind(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return _name(str(shape["$ref"].rpartition("/")[2]))
    choices = shape.get("oneOf") or shape.get("anyOf")
    if choices:
        return " | ".join(dict.fromkeys(_kind(choice) for choice in choices))
    kinds = shape.get("type", "any")
    return " | ".join(dict.fromkeys(_simple(kind, shape) for kind in (kinds if isinstance(kinds, list) else [kinds])))


def _simple(kind: str, shape: dict[str, Any]) -> str:
    if kind == "array":
        return f"list[{_kind(shape.get('items', {}))}]"
    if kind == "object":
        of = shape.get("additionalProperties")
        return f"dict[str, {_kind(of) if isinstance(of, dict) and of else 'Any'}]"
    return KINDS.get(kind, "Any")


def _words(name: str) -> Iterator[str]:
    return (found[0] for found in re.finditer(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name))


def _snake(name: str) -> str:
    return _name("_".join(word.lower() for word in _words(name)))


def _name(name: str) -> str:
    """As a name of Python: `If-Match` is `if_match`."""
    plain = re.sub(r"\W+", "_", name).strip("_")
    plain = plain.lower() if "-" in name else plain
    return f"{plain}_" if keyword.iskeyword(plain) else plain


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(generated(json.load(file)))
