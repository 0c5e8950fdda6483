# TERM to the group, two seconds, KILL to what is left.
[ ! -f "$d/status" ] || exit 81
p=$(cat "$d/pid")
kill -TERM "-$p" 2>/dev/null || { [ -f "$d/status" ] || echo 137 >"$d/status"; exit 81; }
n=0
while [ "$n" -lt 20 ] && [ ! -f "$d/status" ]; do
  sleep 0.1 2>/dev/null || { sleep 1; n=$((n + 9)); }
  n=$((n + 1))
done
kill -KILL "-$p" 2>/dev/null
[ -f "$d/status" ] || echo 137 >"$d/status"
