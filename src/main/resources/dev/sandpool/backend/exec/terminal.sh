# Becomes the program of a terminal of $1 columns and $2 rows. Plain POSIX; must work in dash, bash
# and busybox.
# Says "sandpool <pid>" when the terminal takes bytes as they are, or "sandpool lacks <what>", then
#   reads a request of three lines, in the supervisor's writing: directory, variables, command.
# Answers "begun", or "cd" for a bad directory. All that follows is the program's.
# Through the terminal, since an argument would stand in the API server's audit log.
umask 022
set -f
if ! command -v stty >/dev/null; then
  printf 'sandpool lacks stty; use an image with coreutils or busybox\n'
  exit 127
fi
stty raw -echo cols "$1" rows "$2" || exit 1
printf 'sandpool %s\n' "$$"
sp_text() { sp_t=$(printf '%b.' "$1"); sp_t=${sp_t%.}; }
IFS= read -r sp_d && IFS= read -r sp_e && IFS= read -r sp_c || exit 1
sp_text "$sp_d"
if [ -n "$sp_t" ] && ! cd "$sp_t" 2>/dev/null; then
  printf 'cd\n'
  exit 1
fi
export TERM=xterm-256color
for sp_w in $sp_e; do sp_text "$sp_w"; export "$sp_t"; done
sp_text "$sp_c"
# What is typed from here on must find a terminal that edits lines; typed before, it never would.
stty sane
stty iutf8 2>/dev/null
printf 'begun\n'
set +f
if [ -z "$sp_t" ]; then
  [ -x "$SHELL" ] || SHELL=$(command -v bash || command -v sh)
  export SHELL
  exec "$SHELL" -l
fi
# A single argument may have at most 128 KiB; longer commands run in this shell instead.
[ "${#sp_t}" -ge 30000 ] || exec /bin/sh -c -- "$sp_t"
unset sp_d sp_e sp_c sp_w
eval "unset sp_t
$sp_t"
