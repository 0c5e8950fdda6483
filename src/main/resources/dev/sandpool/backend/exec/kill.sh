# Ends process group $1: TERM, up to $2 tenths of a second to leave, then KILL.
kill -TERM "-$1" 2>/dev/null || exit 0
n=0
while [ "$n" -lt "$2" ] && kill -0 "-$1" 2>/dev/null; do
  sleep 0.1 2>/dev/null || { sleep 1; n=$((n + 9)); }
  n=$((n + 1))
done
kill -KILL "-$1" 2>/dev/null
exit 0
