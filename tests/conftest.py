"""What holds for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Two profiles, and no test sets these for itself. Examples have no deadline: a busy machine is no fault.
#   steady  the same examples on every machine and in every run, so a test that turns red was turned by a change
#   search  other examples in every run, and more of them; what failed is kept in .hypothesis and tried first next time
# `make test` is steady, `make soak` searches (pytest --hypothesis-profile=search).
_ALWAYS = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", _ALWAYS, derandomize=True, database=None)
settings.register_profile("search", _ALWAYS, max_examples=500)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def quick_databases() -> Iterator[None]:
    """Most tests begin with an empty database; `tests/store/test_schema.py` is about how it is made."""
    from ronda.store.database import engine as database
    from tests.store.quick_schema import quickly

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "migrate", quickly)
        yield
