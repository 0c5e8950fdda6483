# Lets go of the input, so that its reader comes to the end.
: >"$d/closed"
kill "$(cat "$d/holder")" 2>/dev/null || :
