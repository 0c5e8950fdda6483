"""Works in a sandbox by the official Python client; prints OK at its end.

Usage: client.py http://localhost:9080/mcp, or: client.py COMMAND [ARGUMENT...]
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters


def text(result):
    return result.content[0].text


async def main(target):
    progress = []

    async def told(done, total, message):
        progress.append(done)

    async with Client(target) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools["read_file"].annotations.read_only_hint, tools["read_file"]

        result = await client.call_tool("execute", {"command": "echo $((6 * 7)); exit 3"})
        assert text(result) == "42\n[exit code 3]", result
        assert result.structured_content["exitCode"] == 3, result
        assert not result.is_error, result

        await client.call_tool("write_file", {"path": "/workspace/ü.txt", "content": "grüße"})
        result = await client.call_tool("read_file", {"path": "/workspace/ü.txt"})
        assert text(result) == "grüße", result

        result = await client.call_tool("read_file", {"path": "a.txt"})
        assert result.is_error and "give an absolute path" in text(result), result

        result = await client.call_tool(
            "execute", {"command": "sleep 6; echo done"}, progress_callback=told
        )
        assert text(result).startswith("done"), result
        assert progress == [5.0], progress
    print("OK")


arguments = sys.argv[1:]
asyncio.run(
    main(
        arguments[0]
        if arguments[0].startswith("http")
        else StdioServerParameters(command=arguments[0], args=arguments[1:])
    )
)
