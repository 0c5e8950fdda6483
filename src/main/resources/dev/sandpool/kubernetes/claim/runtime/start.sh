# Starts a process that outlives this call, and answers with its first output.
# $1 its directory, $2 lead.sh, $3 turn.sh, $4 how often to look for output, $5 after how many seconds
# nobody cares for it any more, then the process's arguments.
# Said twice, it starts one: whoever makes the directory does.
d=$1 lead=$2 turn=$3 looks=$4 cares=$5
shift 5
for tool in setsid mkfifo base64 dd; do
  command -v "$tool" >/dev/null || { echo "the image has no $tool" >&2; exit 3; }
done
umask 077
if mkdir "$d" 2>/dev/null; then
  mkfifo "$d/w1" "$d/w2" "$d/bell" || exit 3
  # The process must not find us at the name that it has its streams by.
  ln "$d/w1" "$d/r1" && ln "$d/w2" "$d/r2" && printf %s "$turn" >"$d/turn" || exit 3
  setsid sh -c "$lead" sh "$d" "$cares" "$@" </dev/null >/dev/null 2>&1 &
elif [ ! -d "$d" ]; then
  echo "$d cannot be made; /tmp must be writable" >&2
  exit 3
fi
n=0
until [ -e "$d/lead" ] && [ -e "$d/turn" ]; do
  n=$((n + 1))
  [ "$n" -le 500 ] || { echo 'the process did not start' >&2; exit 3; }
  sleep 0.01 2>/dev/null || sleep 1
done
exec sh "$d/turn" out 0 - 0 0 "$looks"
