# Two lines for each process that $sp_id, which may be a pattern, is the name of.
for d in /tmp/.sandpool-processes/$sp_id; do
  [ -f "$d/pid" ] || continue
  state=$(cat "$d/status" 2>/dev/null) || {
    if kill -0 "$(cat "$d/pid")" 2>/dev/null; then
      state=running
    else
      # It may have ended between the two looks.
      state=$(cat "$d/status" 2>/dev/null) || state=unknown
    fi
  }
  echo "${d##*/} $(cat "$d/started") $state $(($(wc -c <"$d/output")))"
  head -c 200 "$d/command" | tr '\000-\037' ' '
  echo
done
