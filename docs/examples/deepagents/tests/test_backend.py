"""What the standard tests leave out, or have as it was once."""

import time

from deepagents import create_deep_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage

from sandpool_api import Problem, SandpoolApi
from sandpool_backend import SandpoolSandbox


class TestProtocol:
    """The protocol of deepagents."""

    def test_write_replaces_what_is_there(self, sandbox):
        sandbox.write("/workspace/again.txt", "first")

        assert sandbox.write("/workspace/again.txt", "second").error is None
        assert sandbox.read("/workspace/again.txt").file_data["content"] == "second"

    def test_glob_gives_absolute_paths_of_files_only(self, sandbox):
        sandbox.write("/workspace/globbed/deep/a.py", "x")
        sandbox.write("/workspace/globbed/.hidden.py", "x")

        found = sandbox.glob("*.py", path="/workspace/globbed")
        hidden = sandbox.glob(".*", path="/workspace/globbed")
        everything = sandbox.glob("*", path="/workspace/globbed")

        assert [each["path"] for each in found.matches] == ["/workspace/globbed/deep/a.py"]
        assert [each["path"] for each in hidden.matches] == ["/workspace/globbed/.hidden.py"]
        assert not any(each["is_dir"] for each in everything.matches)

    def test_read_says_which_lines_it_has(self, sandbox):
        sandbox.write("/workspace/lines.txt", "a\nb\nc\nd\n")

        page = sandbox.read("/workspace/lines.txt", offset=1, limit=2)
        last = sandbox.read("/workspace/lines.txt", offset=3)

        assert page.file_data["content"] == "b\nc"
        assert (page.start_line, page.end_line, page.next_offset) == (2, 3, 3)
        assert (last.start_line, last.end_line, last.next_offset) == (4, 4, None)
        assert page.total_lines == last.total_lines == 4

    def test_read_stops_where_a_page_is_full(self, sandbox):
        sandbox.write("/workspace/wide.txt", "\n".join(["x" * 100_000] * 8))
        sandbox.write("/workspace/widest.txt", "é" * 400_000 + "\nb")

        page = sandbox.read("/workspace/wide.txt")
        cut = sandbox.read("/workspace/widest.txt")

        assert (page.end_line, page.next_offset, page.total_lines) == (5, 5, 8)
        assert cut.file_data["content"].startswith("é" * 256_000 + "\n[this line is longer")
        assert cut.next_offset == 1

    def test_read_of_no_lines_looks_at_nothing(self, sandbox):
        assert sandbox.read("/none", limit=0).no_lines_requested
        assert sandbox.read("/none", limit=0).error is None

    def test_windows_line_ends_are_read_as_others_and_kept_by_edits(self, sandbox):
        sandbox.upload_files([("/workspace/crlf.txt", b"a\r\nb\r\n")])

        assert sandbox.read("/workspace/crlf.txt").file_data["content"] == "a\nb"
        assert sandbox.edit("/workspace/crlf.txt", "a\nb", "x\ny").occurrences == 1
        assert sandbox.download_files(["/workspace/crlf.txt"])[0].content == b"x\r\ny\r\n"

    def test_delete_takes_directories_with_all_in_them(self, sandbox):
        sandbox.write("/workspace/old/deep/a.txt", "x")

        assert sandbox.delete("/workspace/old").error is None
        assert "not found" in sandbox.delete("/workspace/old").error
        assert sandbox.ls("/workspace/old").error is not None

    def test_grep_counts_in_all(self, sandbox):
        sandbox.write("/workspace/counted/a.txt", "hit\nhit\nhit\n")

        exact = sandbox.grep("hit", path="/workspace/counted", max_count=3)
        fewer = sandbox.grep("hit", path="/workspace/counted", max_count=2)

        assert (len(exact.matches), exact.truncated) == (3, False)
        assert (len(fewer.matches), fewer.truncated) == (2, True)

    def test_names_are_literal(self, sandbox):
        for name in ["100%25.txt", "$(id)", "a b", "'q'", '"q"', "-n", "é\n"]:
            path = f"/workspace/names/{name}"
            assert sandbox.upload_files([(path, name.encode())])[0].error is None
            assert sandbox.download_files([path])[0].content == name.encode()

    def test_one_bad_file_does_not_keep_the_others(self, sandbox):
        done = sandbox.upload_files([("/workspace/1", b"1"), ("no", b"2"), ("/workspace/3", b"3")])
        got = sandbox.download_files(["/workspace/1", "/workspace", "/workspace/3"])

        assert [each.error for each in done] == [None, "invalid_path", None]
        assert [each.error for each in got] == [None, "is_directory", None]
        assert [each.content for each in got] == [b"1", None, b"3"]


class TestCommands:
    """Commands."""

    def test_output_has_both_streams(self, sandbox):
        result = sandbox.execute("echo out; echo err >&2; exit 3")

        assert sorted(result.output.split()) == ["err", "out"]
        assert result.exit_code == 3

    def test_timeout_kills_and_keeps_what_was_printed(self, sandbox):
        begin = time.monotonic()
        result = sandbox.execute("echo half; sleep 60", timeout=1)

        assert time.monotonic() - begin < 20
        assert result.output.startswith("half\n[time ran out")
        assert result.exit_code == 124

    def test_no_timeout_is_what_the_service_allows(self, sandbox):
        assert sandbox.execute("echo done", timeout=0).output == "done\n"

    def test_output_has_a_limit(self, api):
        sandbox = SandpoolSandbox(api, max_output_bytes=10)
        try:
            result = sandbox.execute("seq 1 100")
            assert result.truncated
            assert result.exit_code == 0
        finally:
            sandbox.destroy()

    def test_refused_command_is_an_answer(self, sandbox):
        assert sandbox.execute("").output.startswith("Error: command")
        assert sandbox.execute("").exit_code is None


class TestConversations:
    """Sandboxes with keys."""

    def test_same_key_is_the_same_sandbox(self, conversation):
        conversation().write("/workspace/note", "kept")

        again = conversation()

        assert again.read("/workspace/note").file_data["content"] == "kept"
        assert not again.replaced

    def test_agent_is_told_that_its_sandbox_was_replaced(self, conversation):
        backend = conversation()
        former = backend.id
        conversation().destroy()

        told = backend.execute("echo once >> log")
        after = backend.execute("cat log 2>/dev/null || echo none")

        assert told.output.startswith("Error: ")
        assert "There is a new sandbox now" in told.output
        assert after.output.endswith("none\n")
        assert backend.id != former
        assert backend.replaced

    def test_without_a_key_a_sandbox_that_is_gone_stays_gone(self, api):
        sandbox = SandpoolSandbox(api)
        sandbox.destroy()

        assert sandbox.execute("true").exit_code is None
        assert sandbox.read("/workspace/a").error is not None
        assert sandbox.download_files(["/workspace/a"])[0].error is not None

    def test_service_that_is_not_there_is_an_answer(self, sandbox, monkeypatch):
        monkeypatch.setattr(sandbox, "_api", SandpoolApi("http://localhost:1"))

        assert "cannot be reached" in sandbox.execute("true").output
        assert "cannot be reached" in sandbox.ls("/").error
        assert "cannot be reached" in sandbox.upload_files([("/workspace/a", b"")])[0].error

    def test_sandbox_that_cannot_be_had_is_an_error(self, api):
        try:
            SandpoolSandbox(api, spec="there is none")
        except Problem as problem:
            assert problem.field == "spec"
        else:
            raise AssertionError("it was made")


class ScriptedModel(GenericFakeChatModel):
    """Says what it was told to, whatever tools it has."""

    def bind_tools(self, tools, **kwargs):
        return self


def test_agent_works_in_it(sandbox):
    """An agent of deepagents, whose model runs a command and writes a file."""
    model = ScriptedModel(
        messages=iter(
            [
                AIMessage("", tool_calls=[_call("write_file", 1, **_note("6 * 7"))]),
                AIMessage("", tool_calls=[_call("execute", 2, command="python3 note.py")]),
                AIMessage("It is 42."),
            ]
        )
    )
    agent = create_deep_agent(model=model, backend=sandbox)

    end = agent.invoke({"messages": [{"role": "user", "content": "What is 6 times 7?"}]})

    answers = [each.content for each in end["messages"] if isinstance(each, ToolMessage)]
    assert "42" in answers[1]
    assert end["messages"][-1].content == "It is 42."


def _call(name, number, **arguments):
    return {"name": name, "args": arguments, "id": str(number), "type": "tool_call"}


def _note(expression):
    return {"file_path": "/workspace/note.py", "content": f"print({expression})\n"}
