# Looks after one process: its input, its output, its exit code, and that nothing stays of it.
# $1 its directory, $2 how many seconds it is kept though nobody asks, then its arguments.
# The files there: iN input to come, fed the last one passed on; oS.N output of stream S, which the
# reader deletes; nS how many are whole; eS how many there were; exit; seen, made by each reader; lead
# and pid, processes.
d=$1 cares=$2
shift 2
umask 077
pump() {
  k=0
  while :; do
    # A reader that does not come for it holds the process back.
    while [ -e "$d/o$1.$((k - 15))" ]; do sleep 0.02 || sleep 1; done
    dd bs=65536 count=1 >"$d/o$1.$((k + 1))"
    [ -s "$d/o$1.$((k + 1))" ] || break
    k=$((k + 1))
    echo "$k" >"$d/n$1" || break
  done
  echo "$k" >"$d/t$1" && mv "$d/t$1" "$d/e$1"
}
feed() {
  n=0
  while IFS= read -r k && [ "$k" != stop ]; do
    while [ -e "$d/i$((n + 1))" ]; do
      n=$((n + 1))
      cat "$d/i$n"
      end=$([ -s "$d/i$n" ] || echo end)
      rm -f "$d/i$n"
      echo "$n" >"$d/f" && mv "$d/f" "$d/fed"
      # Nothing in it: the input is over.
      [ -z "$end" ] || return
    done
    # Sent again though it had arrived.
    [ "$k" -gt "$n" ] || rm -f "$d/i$k"
  done
}
host() {
  # In a shell of its own, or this one would hold the streams too.
  (
    exec setsid sh -c 'umask 077; echo "$$" >"$0/p" && mv "$0/p" "$0/pid"; umask 022; exec "$@"' \
      "$d" "$@" >"$d/w1" 2>"$d/w2"
  )
  echo "$?" >"$d/x" && mv "$d/x" "$d/exit"
  echo stop 1<>"$d/bell"
}
# Whoever is process 1 in a sandbox mostly collects nobody: so all of ours are collected here, which
# takes as long as somebody holds the streams.
leave() {
  echo stop 1<>"$d/bell"
  # Under another name, or those who still write here would make anew what is just removed.
  mv "$d" "$d.gone" && rm -rf "$d.gone"
  wait
  exit 0
}
echo 0 >"$d/fed"
echo 0 >"$d/n1"
echo 0 >"$d/n2"
pump 1 <"$d/r1" &
pump 2 <"$d/r2" &
feed <>"$d/bell" | host "$@" &
left=
nap=
trap 'left=yes; kill "$nap"' TERM
: >"$d/seen"
echo "$$" >"$d/l" && mv "$d/l" "$d/lead"
while [ -z "$left" ] && [ -e "$d/seen" ]; do
  rm -f "$d/seen"
  sleep "$cares" &
  nap=$!
  # Told to leave before this nap had a name, it would go on for all of it.
  [ -z "$left" ] || kill "$nap"
  wait "$nap"
done
# Nobody asks any more: whoever started it is gone.
[ -n "$left" ] || kill -KILL "-$(cat "$d/pid")"
leave
