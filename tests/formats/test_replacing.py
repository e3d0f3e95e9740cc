"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from ronda.formats.atomic_write import replace_file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_bytes(b"")
    made = tmp_path / "made.json"
    replace_file(made, b"content")
    assert made.read_bytes() == b"content"
    assert mode(made) == mode(usual)
    assert sorted(tmp_path.iterdir()) == [made, usual]


@pytest.mark.parametrize("bits", [0o600, 0o640, 0o666, 0o444])
def test_the_mode_is_kept(tmp_path: Path, bits: int) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(b"old")
    file.chmod(bits)
    replace_file(file, b"new")
    assert (file.read_bytes(), mode(file)) == (b"new", bits)


def test_of_a_link_the_target_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target = folder / "file.json"
    target.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(Path("elsewhere") / "file.json")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert list(folder.iterdir()) == [target]


def test_whoever_has_it_open_keeps_the_old_content(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(b"old")
    with file.open("rb") as open_before:
        replace_file(file, b"new")
        assert open_before.read() == b"old"


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OSError, match="disk full"):
        replace_file(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_content_is_durable_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def seen_fsync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def seen_replace(old: Path, new: Path) -> None:
        steps.append("replace")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(os, "replace", seen_replace)
    replace_file(tmp_path / "file.json", b"new")
    assert steps == ["file", "replace", "folder"]


def test_a_folder_or_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path, b"new")
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "nowhere" / "file.json", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    replace_file(Path(os.devnull), b"new")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_readers_never_see_half_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    contents = [bytes([letter]) * 200_000 for letter in b"ab"]
    file.write_bytes(contents[0])
    done = threading.Event()
    seen: set[bytes] = set()

    def look() -> None:
        while not done.is_set():
            seen.add(file.read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for turn in range(40):
        replace_file(file, contents[turn % 2])
    done.set()
    reader.join()
    assert seen <= set(contents)
