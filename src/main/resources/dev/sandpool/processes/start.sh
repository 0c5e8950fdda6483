# Starts the command on standard input as process $sp_id, in a session of its own, and waits until
# it runs. $sp_run is what watches over it.
umask 077
d=/tmp/.sandpool-processes/$sp_id
command -v setsid >/dev/null || { echo 'the image has no setsid (util-linux or busybox)' >&2; exit 1; }
mkdir -p "${d%/*}" && mkdir "$d" && cat >"$d/command" && mkfifo "$d/input" && : >"$d/output" || exit 1
date +%s >"$d/started" || exit 1
umask 022
setsid sh -c "$sp_run" sh "$d" </dev/null >/dev/null 2>&1 &
n=0
until [ -s "$d/pid" ]; do
  n=$((n + 1))
  [ "$n" -le 100 ] || { echo 'it did not start' >&2; exit 1; }
  sleep 0.05 2>/dev/null || sleep 1
done
