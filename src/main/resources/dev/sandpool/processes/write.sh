# Copies standard input to the process's. Without a reader the pipe would block for ever.
[ ! -f "$d/status" ] || { echo 'it has ended' >&2; exit 1; }
[ ! -f "$d/closed" ] || { echo 'its input was ended before' >&2; exit 1; }
cat >"$d/input"
