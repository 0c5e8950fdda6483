# Runs on the host, as the sandbox's host user: starts the command in "$@" and ends with it.
# Standard input is the lifeline. When it closes, because whoever started the sandbox let go of
# it or died, the command is killed. (A death signal would not do: it comes when the *thread* that
# started a process ends.)
# Servers often take rights from others; the sandbox's user is another and must pass.
umask 022
exec 3<&0
"$@" </dev/null &
child=$!
printf 'pid %s\n' "$child"
(read -r line <&3; kill -KILL "$child") >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$child"
status=$?
kill "$watch" 2>/dev/null
wait "$watch" 2>/dev/null
exit "$status"
