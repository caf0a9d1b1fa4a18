"""What holds for every test: how long Hypothesis looks, and that nobody's own games are touched."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Deterministic, and without an eye on the clock: a slow machine fails nothing.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# `make soak`: other examples each time, and many of them.
settings.register_profile(
    "soak",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci")


@pytest.fixture(autouse=True, scope="session")
def a_user_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games and settings go to a folder of the tests; texts are English unless a test asks."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder / name.lower()))
        for name in list(os.environ):
            if name.startswith(("LC_", "NINETYEIGHT_")) or name == "LANGUAGE":
                patch.delenv(name)
        patch.setenv("LANG", "C.UTF-8")
        # Whoever starts the workers may have put its own width there; a terminal has the true one.
        patch.delenv("COLUMNS", raising=False)
        patch.delenv("LINES", raising=False)
        yield
