# One exchange with a process: takes input, gives output. Doing it twice does no harm.
# $1 out, or in to have only room for more input awaited; $2 number of the input, or 0; $3 the input
# in base64, - for its end; $4, $5 how much output of each stream is had already; $6 how often to look.
# Says: input passed on, exit code (? if it never will be known), number of outputs of each stream
# (- while unknown); then all that is new of a stream, after a line with the stream and the number of
# its last output.
d=${0%/*}
umask 077
{ : >"$d/seen"; } 2>/dev/null || { echo 'the process is gone' >&2; exit 4; }
what=$1 input=$2 had1=$4 had2=$5 looks=$6
fed() { IFS= read -r passed <"$d/fed"; }
fed
if [ "$input" -gt 0 ]; then
  if [ "$input" -gt "$passed" ] && ! [ -e "$d/i$input" ]; then
    case $3 in -) : ;; *) printf %s "$3" | base64 -d ;; esac >"$d/j$$" && mv "$d/j$$" "$d/i$input" ||
      exit 3
  fi
  echo "$input" 1<>"$d/bell"
fi
# What the reader has now need not be kept.
forget() {
  o=$d/o$1.
  k=$2
  set --
  while [ -e "$o$k" ]; do
    set -- "$@" "$o$k"
    k=$((k - 1))
  done
  [ "$#" -eq 0 ] || rm -f "$@"
}
forget 1 "$had1"
forget 2 "$had2"
# How much there is of a stream. The number may be just being written.
count() {
  c=
  IFS= read -r c <"$d/n$1"
  c=${c:-$2}
}
word() {
  w=-
  [ ! -e "$d/$1" ] || IFS= read -r w <"$d/$1"
}
# Whether somebody looks after the process; who killed that one killed mostly the process too.
# A dead process that nobody collected has a directory, but no program.
alive() { IFS= read -r lead <"$d/lead" && [ -e "/proc/$lead/exe" ]; }
state() {
  word exit
  [ "$w" != - ] || alive || w='?'
  state=$w
  word e1
  state=$state/$w
  word e2
  state=$state/$w
}
news() {
  if [ "$what" = in ]; then
    fed
    [ "$passed" -lt "$((input - 3))" ] && [ ! -e "$d/exit" ] || return 0
    return
  fi
  count 1 "$had1"
  has1=$c
  count 2 "$had2"
  if [ "$has1" -gt "$had1" ] || [ "$c" -gt "$had2" ]; then
    # The other stream's may be on its way.
    sleep 0.003
    return 0
  elif [ -e "$d/exit" ] && [ -e "$d/e1" ] && [ -e "$d/e2" ]; then
    return 0
  elif ! alive; then
    return 0
  fi
  return 1
}
n=0
until news; do
  [ "$n" -lt "$looks" ] || break
  n=$((n + 1))
  if [ "$n" -lt 20 ]; then sleep 0.005; elif [ "$n" -lt 30 ]; then sleep 0.02; else sleep 0.1; fi ||
    sleep 1
done
fed
state
echo "$passed/$state"
[ "$what" = out ] || exit 0
give() {
  count "$1" "$2"
  [ "$c" -gt "$2" ] || return
  echo "$1 $c"
  o=$d/o$1.
  k=$2 last=$c
  set --
  while [ "$k" -lt "$last" ]; do
    k=$((k + 1))
    set -- "$@" "$o$k"
  done
  cat "$@" | base64
}
give 1 "$had1"
give 2 "$had2"
exit 0
