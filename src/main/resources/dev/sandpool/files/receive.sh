# Takes standard input into $tmp, which goes again if anything fails.
[ -d "$t" ] && exit 83
if [ -e "$t" ]; then
  [ -f "$t" ] || { echo 'it is a device, a pipe or a socket' >&2; exit 1; }
  [ -w "$t" ] || exit 82
  # Nobody who could not read the old content may read the new one while it waits.
  umask 077
else
  parents
fi
trap 'rm -f -- "$tmp"' EXIT
trap 'exit 143' HUP INT TERM
cat >"$tmp" || exit 1
