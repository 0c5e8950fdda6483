# Ends all processes of session $1: HUP and TERM, up to $2 tenths of a second to leave, then KILL.
sid=$1
left=$2
members() {
  pids=
  for p in /proc/[0-9]*; do
    IFS= read -r line <"$p/stat" || continue
    # After the name, which may have anything in it: state, parent, group, session.
    set -- ${line##*) }
    [ "$4" != "$sid" ] || [ "$1" = Z ] || pids="$pids ${p#/proc/}"
  done 2>/dev/null
  [ -n "$pids" ]
}
members || exit 0
kill -HUP $pids 2>/dev/null
kill -TERM $pids 2>/dev/null
# Stopped ones hear nothing before they go on.
kill -CONT $pids 2>/dev/null
while [ "$left" -gt 0 ] && members; do
  sleep 0.1 2>/dev/null || { sleep 1; left=$((left - 9)); }
  left=$((left - 1))
done
# Who is killed may have started another a moment before.
for round in 1 2 3; do
  members || exit 0
  kill -KILL $pids 2>/dev/null
done
exit 0
