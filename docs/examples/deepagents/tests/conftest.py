"""Sandboxes of the service that `SANDPOOL_URL` names."""

import os
import uuid
from collections.abc import Callable, Iterator

import pytest

from sandpool_api import SandpoolApi
from sandpool_backend import SandpoolSandbox

# The standard tests call `python`, which Debian has as `python3` only.
PATH = "/workspace/.bin:/usr/local/bin:/usr/bin:/bin"
NAME_PYTHON = 'mkdir -p .bin && ln -sf "$(command -v python3)" .bin/python'


@pytest.fixture(scope="session")
def api() -> Iterator[SandpoolApi]:
    """The service."""
    api = SandpoolApi(os.environ["SANDPOOL_URL"])
    yield api
    api.close()


@pytest.fixture(scope="class")
def sandbox(api: SandpoolApi) -> Iterator[SandpoolSandbox]:
    """A sandbox of the test class's own."""
    sandbox = SandpoolSandbox(api, env={"PATH": PATH})
    assert sandbox.execute(NAME_PYTHON).exit_code == 0
    yield sandbox
    sandbox.destroy()


@pytest.fixture
def conversation(api: SandpoolApi) -> Iterator[Callable[[], SandpoolSandbox]]:
    """Opens the sandbox of one conversation, again and again."""
    key = f"deepagents {uuid.uuid4()}"
    yield lambda: SandpoolSandbox(api, key=key)
    SandpoolSandbox(api, key=key).destroy()
