# Goes on only if $sp_path is, links followed, a file. A pipe or a device may never end.
look() { stat -L -c '%s %i %y %z' -- "$sp_path"; }
before=$(look) || exit 1
[ -d "$sp_path" ] && exit 83
[ -f "$sp_path" ] || { echo 'it is a device, a pipe or a socket' >&2; exit 1; }
# Ends the report: <whether it changed> <SHA-256>
report() {
  [ "$before" = "$(look)" ] && c=same || c=changed
  printf '\n%s %s\n' "$c" "${1%% *}" >&2
}
