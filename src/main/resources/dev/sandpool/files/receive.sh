# Makes ready for $tmp, which goes again if anything fails.
[ -d "$t" ] && exit 83
if [ -e "$t" ]; then
  [ -f "$t" ] || { echo 'it is a device, a pipe or a socket' >&2; exit 1; }
  [ -w "$t" ] || exit 82
  # Nobody who could not read the old content may read the new one while it waits.
  umask 077
else
  parents
fi
[ -z "$sp_mode" ] || umask 077
trap 'rm -f -- "$tmp"' EXIT
trap 'exit 143' HUP INT TERM
