# Gives $tmp its name, if it holds what was sent ($sp_size, $sp_sha; $sp_seen if it was hashed as
# it came), and, where $sp_was says so,
# if the old content is still the one that the caller saw.
trap 'rm -f -- "$tmp"' EXIT
trap 'exit 143' HUP INT TERM
h=$sp_seen
[ -n "$h" ] && [ "$(stat -c %s -- "$tmp")" = "$sp_size" ] || h=$(sha256sum <"$tmp") || exit 1
if [ "${h%% *}" != "$sp_sha" ]; then
  n=$(wc -c <"$tmp")
  echo "$((n)) bytes with SHA-256 ${h%% *} arrived, $sp_size with $sp_sha were sent" >&2
  exit 87
fi
if [ -n "$sp_was" ]; then
  h=$(sha256sum <"$t") || exit 1
  [ "${h%% *}" = "$sp_was" ] || exit 90
fi
if [ -e "$t" ]; then
  # Only root can give a file away; anybody else now owns it.
  chown "$(stat -c %u:%g -- "$t")" "$tmp" 2>/dev/null
  chmod "$(stat -c %a -- "$t")" "$tmp" || exit 1
fi
[ -z "$sp_mode" ] || chmod "$sp_mode" "$tmp" || exit 1
# mv would move into a directory instead of failing.
[ -d "$t" ] && exit 83
mv -f -- "$tmp" "$t" || exit 1
trap - EXIT
