# Runs on the host, as the sandbox's host user and leading a process group: starts the command in
# "$@", whose processes stay in the group, and ends with it.
# Standard input is the lifeline. When it closes, because whoever started the sandbox let go of
# it or died, the group is killed, process 1 of the sandbox with it. Signals on a parent's death
# would not do: they come when the *thread* that started a process ends, and not at all to a
# process whose parent dies before it has asked for them.
# Servers often take rights from others; the sandbox's user is another and must pass.
umask 022
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
printf 'pid %s\n' "$child"
(read -r line <&3; kill -KILL 0) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$child"
status=$?
kill "$watch" 2>/dev/null
wait "$watch" 2>/dev/null
exit "$status"
