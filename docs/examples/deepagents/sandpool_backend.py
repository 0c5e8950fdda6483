"""A sandbox of Sandpool as a backend of deepagents."""

import base64
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from deepagents.backends.protocol import (
    DeleteResult,
    EditResult,
    ExecuteResponse,
    FileDownloadResponse,
    FileInfo,
    FileUploadResponse,
    GlobResult,
    GrepResult,
    LsResult,
    ReadResult,
    SandboxBackendProtocol,
    WriteResult,
)

from sandpool_api import Problem, SandpoolApi
from text_page import page_result

T = TypeVar("T")

MAX_BINARY_BYTES = 512_000
"""The largest binary file that `read` gives; `download_files` has no such limit."""

MAX_MATCHES = 10_000
"""The most lines that one search gives."""

NO_TIMEOUT_SECONDS = 86_400
"""Asked for where the caller wants no timeout; the service cuts it to its own limit."""

GONE = {"sandbox_not_found", "sandbox_lost"}


class SandpoolSandbox(SandboxBackendProtocol):
    """A sandbox.

    Files are read, written and searched by the service itself, so images need neither Python nor
    ripgrep. May be used by any number of threads; the `a…` methods run these in threads.

    With a key it is the sandbox of that conversation, wherever and whenever it is asked for. One
    that has gone meanwhile is replaced, and the agent is told so by the call that finds out; that
    call is not repeated.
    """

    def __init__(
        self,
        api: SandpoolApi,
        *,
        key: str | None = None,
        spec: str | None = None,
        tenant: str | None = None,
        ttl_seconds: float | None = None,
        idle_ttl_seconds: float | None = None,
        env: Mapping[str, str] | None = None,
        max_output_bytes: int = 1_048_576,
    ) -> None:
        """Get or create it.

        Args:
            api: The service.
            key: What to keep the sandbox under, such as the id of a thread. Who can choose it can
                reach the sandbox. Without one the sandbox is new, and this object's own.
            spec: The specification of a new one; the service's default unless given.
            tenant: Whose it is.
            ttl_seconds: How long a new one may live; the service's default unless given.
            idle_ttl_seconds: How long a new one may live without being used.
            env: Variables that each command gets.
            max_output_bytes: How much of a command's output is kept.

        Raises:
            Problem: No sandbox can be had.
        """
        self._api = api
        self._wanted = {
            "key": key,
            "spec": spec,
            "tenant": tenant,
            "ttlSeconds": ttl_seconds,
            "idleTtlSeconds": idle_ttl_seconds,
        }
        self._env = dict(env or {})
        self._max_output_bytes = max_output_bytes
        self._lock = threading.Lock()
        self._acquired = self._acquire()

    @property
    def id(self) -> str:
        """What the service finds the sandbox by."""
        return self._acquired["id"]

    @property
    def replaced(self) -> bool:
        """Whether the key had another sandbox before, which is gone with its files."""
        return self._acquired["replaced"]

    def destroy(self) -> None:
        """Destroy the sandbox and all in it."""
        self._api.send("DELETE", f"/{self.id}")

    def execute(self, command: str, *, timeout: int | None = None) -> ExecuteResponse:
        """Run a shell command; 0 asks for as much time as the service allows."""
        seconds = NO_TIMEOUT_SECONDS if timeout == 0 else timeout
        body = {
            "command": command,
            "timeoutSeconds": seconds,
            "env": self._env or None,
            "maxOutputBytes": self._max_output_bytes,
        }
        try:
            # The service ends the command in time; only a service that died would not answer.
            result = self._call(lambda at: self._api.post(f"{at}/exec", body, timeout=None))
        except Problem as problem:
            return ExecuteResponse(output=f"Error: {problem.detail}")
        output = result["output"]
        exit_code = result["exitCode"]
        if result["timedOut"]:
            spent = result["durationMillis"] / 1000
            output = output.removesuffix("\n")
            output += f"\n[time ran out after {spent:.0f} s and the command was killed]"
            exit_code = 124
        return ExecuteResponse(output=output, exit_code=exit_code, truncated=result["truncated"])

    def ls(self, path: str) -> LsResult:
        """List a directory, hidden entries included."""
        try:
            found = self._get("/files", path)
        except Problem as problem:
            return LsResult(error=f"Path '{path}': {problem.detail}")
        return LsResult(entries=[_file_info(each) for each in found.json()["items"]])

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
        """Read lines of a text file, or a whole binary one in base64."""
        if limit <= 0:
            empty = {"content": "", "encoding": "utf-8"}
            return ReadResult(file_data=empty, no_lines_requested=True)
        skipped = max(0, offset)
        body = {"path": file_path, "offset": skipped, "limit": limit}
        try:
            page = self._call(lambda at: self._api.post(f"{at}/files/read", body))
        except Problem as problem:
            if problem.code == "not_text":
                return self._read_binary(file_path)
            return ReadResult(error=f"File '{file_path}': {_reason(problem)}")
        return page_result(page, skipped)

    def write(self, file_path: str, content: str) -> WriteResult:
        """Write a text file, replacing what is there; parents are made."""
        try:
            self._put(file_path, content.encode())
        except Problem as problem:
            return WriteResult(error=f"Failed to write file '{file_path}': {problem.detail}")
        return WriteResult(path=file_path)

    def edit(
        self, file_path: str, old_string: str, new_string: str, replace_all: bool = False
    ) -> EditResult:
        """Replace a text that is there once, or everywhere."""
        body = {
            "path": file_path,
            "oldText": old_string,
            "newText": new_string,
            "replaceAll": replace_all,
        }
        try:
            edited = self._call(lambda at: self._api.post(f"{at}/files/edit", body))
        except Problem as problem:
            return EditResult(error=_edit_error(problem, file_path, old_string))
        return EditResult(path=file_path, occurrences=edited["occurrences"])

    def delete(self, file_path: str) -> DeleteResult:
        """Delete a file, or a directory with all in it."""
        query = {"path": file_path}
        try:
            self._call(lambda at: self._api.send("DELETE", f"{at}/files/content", params=query))
        except Problem as problem:
            if problem.code == "file_not_found":
                return DeleteResult(error=f"Error: '{file_path}' not found")
            return DeleteResult(error=f"Error deleting file '{file_path}': {problem.detail}")
        return DeleteResult(path=file_path)

    def grep(
        self,
        pattern: str,
        path: str | None = None,
        glob: str | None = None,
        *,
        max_count: int | None = None,
    ) -> GrepResult:
        """Find lines by a literal text in them; the working directory unless a path is given."""
        if max_count is not None and max_count <= 0:
            return GrepResult(matches=[], truncated=True)
        most = None if max_count is None else min(max_count, MAX_MATCHES)
        body = {"pattern": pattern, "path": path, "glob": glob, "maxCount": most}
        try:
            found = self._call(lambda at: self._api.post(f"{at}/files/grep", body))
        except Problem as problem:
            return GrepResult(error=f"Error: {problem.detail}")
        return GrepResult(matches=found["matches"], truncated=found["truncated"])

    def glob(self, pattern: str, path: str | None = None) -> GlobResult:
        """Find regular files by name, with absolute paths."""
        body = {"pattern": pattern, "path": path}
        try:
            found = self._call(lambda at: self._api.post(f"{at}/files/glob", body))
        except Problem as problem:
            return GlobResult(error=f"Error: {problem.detail}")
        return GlobResult(
            matches=[_file_info(each) for each in found["matches"]],
            truncated=found["truncated"],
        )

    def upload_files(self, files: list[tuple[str, bytes]]) -> list[FileUploadResponse]:
        """Write files; what goes wrong with one is in its response."""
        return [self._upload(path, content) for path, content in files]

    def download_files(self, paths: list[str]) -> list[FileDownloadResponse]:
        """Read files; what goes wrong with one is in its response."""
        return [self._download(path) for path in paths]

    def _upload(self, path: str, content: bytes) -> FileUploadResponse:
        try:
            self._put(path, content)
        except Problem as problem:
            return FileUploadResponse(path=path, error=_transfer_error(problem))
        return FileUploadResponse(path=path)

    def _download(self, path: str) -> FileDownloadResponse:
        try:
            content = self._get("/files/content", path).content
        except Problem as problem:
            return FileDownloadResponse(path=path, error=_transfer_error(problem))
        return FileDownloadResponse(path=path, content=content)

    def _read_binary(self, path: str) -> ReadResult:
        # Of a binary file there are no pages, and a preview has a limit: look before fetching it.
        body = {"command": 'wc -c <"$sandpool_path"', "env": {"sandpool_path": path}}
        try:
            size = self._call(lambda at: self._api.post(f"{at}/exec", body))["stdout"].strip()
            if size.isdigit() and int(size) > MAX_BINARY_BYTES:
                return ReadResult(
                    error=f"File '{path}': Binary file exceeds maximum preview size of"
                    f" {MAX_BINARY_BYTES} bytes"
                )
            content = self._get("/files/content", path).content
        except Problem as problem:
            return ReadResult(error=f"File '{path}': {_reason(problem)}")
        encoded = base64.b64encode(content).decode()
        return ReadResult(file_data={"content": encoded, "encoding": "base64"})

    def _get(self, place: str, path: str) -> Any:
        query = {"path": path}
        return self._call(lambda at: self._api.send("GET", f"{at}{place}", params=query))

    def _put(self, path: str, content: bytes) -> None:
        query = {"path": path}
        self._call(
            lambda at: self._api.send("PUT", f"{at}/files/content", params=query, content=content)
        )

    def _call(self, call: Callable[[str], T]) -> T:
        """Call with the place of the sandbox; where that is gone, get another one and say so."""
        used = self.id
        try:
            return call(f"/{used}")
        except Problem as problem:
            if problem.code not in GONE or self._wanted["key"] is None:
                raise
            self._replace(used)
            raise Problem(
                problem.code,
                f"{problem.detail}. There is a new sandbox now; files and processes from before"
                " are gone. Make again what is needed, then try again",
            ) from problem

    def _replace(self, used: str) -> None:
        with self._lock:
            if self.id == used:
                self._acquired = self._acquire()

    def _acquire(self) -> Any:
        return self._api.post("", self._wanted)


def _file_info(found: Mapping[str, Any]) -> FileInfo:
    return {
        "path": found["path"],
        "is_dir": found["type"] == "directory",
        "size": found["size"],
        "modified_at": found["modifiedAt"],
    }


def _reason(problem: Problem) -> str:
    return "file_not_found" if problem.code == "file_not_found" else problem.detail


def _transfer_error(problem: Problem) -> str:
    """The codes of deepagents are the service's, but for that of a path that no file can have."""
    if problem.code == "invalid_value" and problem.field == "path":
        return "invalid_path"
    known = {"file_not_found", "permission_denied", "is_directory"}
    return problem.code if problem.code in known else problem.detail


def _edit_error(problem: Problem, path: str, old: str) -> str:
    messages = {
        "file_not_found": f"Error: File '{path}' not found",
        "permission_denied": f"Error: Permission denied editing file '{path}'",
        "is_directory": f"Error: '{path}' is not a regular file",
        "not_text": f"Error: File '{path}' is not a text file",
        "text_not_found": f"Error: String not found in file: '{old}'",
        "text_not_unique": f"Error: String '{old}' appears multiple times."
        " Use replace_all=True to replace all occurrences.",
    }
    return messages.get(problem.code, f"Error editing file '{path}': {problem.detail}")
