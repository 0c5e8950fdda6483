"""Pages of text files, in deepagents' words."""

from collections.abc import Mapping
from typing import Any

from deepagents.backends.protocol import ReadResult

MAX_TEXT_BYTES = 512_000
"""The most text that one page has; the result says where to go on."""

EMPTY = "System reminder: File exists but has empty contents"
CUT = "\n[this line is longer; the rest of it was left out]"


def page_result(page: Mapping[str, Any], offset: int) -> ReadResult:
    """Turn the service's page, which begins after `offset` lines, into deepagents' result."""
    total = page["totalLines"]
    if total == 0:
        return ReadResult(file_data={"content": EMPTY, "encoding": "utf-8"})
    content = page["content"].replace("\r\n", "\n").removesuffix("\n")
    lines = content.split("\n")
    kept = _whole_lines(lines) if len(content.encode()) > MAX_TEXT_BYTES else lines
    if kept:
        content, count = "\n".join(kept), len(kept)
    else:
        content, count = lines[0].encode()[:MAX_TEXT_BYTES].decode(errors="ignore") + CUT, 1
    end = min(offset + count, total)
    return ReadResult(
        file_data={"content": content, "encoding": "utf-8"},
        total_lines=total,
        start_line=offset + 1,
        end_line=end,
        next_offset=end if end < total else None,
    )


def _whole_lines(lines: list[str]) -> list[str]:
    size = 0
    for count, line in enumerate(lines):
        size += len(line.encode()) + 1
        if size > MAX_TEXT_BYTES:
            return lines[:count]
    return lines
