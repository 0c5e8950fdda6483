# Leads the session of one background process, whose directory is $1, and writes down how it ended.
# TERM goes to the whole group; this shell outlives it to say the status.
d=$1
unset sp_id sp_run
trap : HUP INT TERM
# Keeps the input open between writers.
sleep 2147483647 >"$d/input" &
echo "$!" >"$d/holder"
echo "$$" >"$d/new" && mv "$d/new" "$d/pid"
sh "$d/command" <"$d/input" >"$d/output" 2>&1
echo "$?" >"$d/new" && mv "$d/new" "$d/status"
kill "$(cat "$d/holder")"
