"""A real Chromium against the real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Chromium as root has no sandbox, and must not look for its makers on a machine without internet.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = next((path for path in map(shutil.which, CHROMIUM) if path), None)
    if found is None:
        pytest.skip("no Chromium on this machine (apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def everybody_goes_home(chromium: Browser) -> Iterator[None]:
    """Pages that stay open would go on looking for a server that is gone."""
    yield
    for context in chromium.contexts:
        context.close()
