"""The calls of Sandpool's REST interface that the backend needs."""

from collections.abc import Mapping
from typing import Any

import httpx


class Problem(Exception):
    """What the service refused, in its words (RFC 9457), or that it was not reached."""

    def __init__(self, code: str, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.field = field


class SandpoolApi:
    """One service. May be used by any number of threads; each call blocks until it is answered."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        """Connect to a service.

        Args:
            url: Where it is, such as `http://localhost:9080`.
            headers: Sent with each request, such as `{"Authorization": "Bearer …"}`.
        """
        self._http = httpx.Client(
            base_url=f"{url.rstrip('/')}/api/v1/sandboxes",
            headers=headers,
            timeout=httpx.Timeout(60, connect=10),
        )

    def close(self) -> None:
        """Close the connections; sandboxes live on."""
        self._http.close()

    def send(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Send a request.

        Raises:
            Problem: It was refused or the service was not reached. Its code is `unreachable` if it
                certainly was not, `broken` if it may have been.
        """
        try:
            response = self._http.request(method, path, **request)
        except httpx.ConnectError as error:
            raise Problem("unreachable", f"Sandpool cannot be reached: {error}") from error
        except httpx.TransportError as error:
            raise Problem(
                "broken",
                f"The connection broke ({error!r}); whether the call was carried out is not known",
            ) from error
        if response.is_error:
            raise _problem(response)
        return response

    def post(self, path: str, body: Mapping[str, Any], **request: Any) -> Any:
        """Send JSON, without the members that are None, and get JSON."""
        given = {name: value for name, value in body.items() if value is not None}
        return self.send("POST", path, json=given, **request).json()


def _problem(response: httpx.Response) -> Problem:
    try:
        body = response.json()
        return Problem(body["code"], body["detail"], body.get("field"))
    except (ValueError, KeyError, TypeError):
        return Problem("bad_answer", f"HTTP {response.status_code}: {response.text[:200]}")
