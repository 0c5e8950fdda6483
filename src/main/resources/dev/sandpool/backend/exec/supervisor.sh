# Runs one command for Sandpool. Plain POSIX; must work in dash, bash and busybox.
# Input lines, each with backslash, newline and (in variables) space as \0ooo:
#   marker, directory, variables (NAME=value ...), how stdin goes on, command.
# Output: "sandpool <pid>" on stdout at once; after the command, on both streams,
#   <marker> <status>, where status is the exit code or "cd" for a bad directory.
# Names start with sp_ as a name from the environment would stay exported, with our value.
set -f
# Whatever started this shell: containers' default.
umask 022
printf 'sandpool %s\n' "$$"
IFS= read -r sp_m && IFS= read -r sp_d && IFS= read -r sp_e && IFS= read -r sp_i &&
  IFS= read -r sp_c || exit 0
# The shell's own remarks ("Killed") must not look like the command's output.
exec 3>&2 2>/dev/null
# Each stream is flushed by its own write; the reader waits for both.
sp_end() { printf '%s %s\n' "$sp_m" "$1"; printf '%s %s\n' "$sp_m" "$1" >&3; exit 0; }
sp_text() { sp_t=$(printf '%b.' "$1"); sp_t=${sp_t%.}; }
# In a subshell: what the variables do to this shell (IFS, PATH, read-only ones) ends with it.
sp_run() (
  exec 2>&3 3>&-
  for sp_w in $sp_e; do sp_text "$sp_w"; export "$sp_t"; done
  sp_text "$sp_c"
  set +f
  # A single argument may have at most 128 KiB; longer commands run in this shell instead.
  [ "${#sp_t}" -ge 30000 ] || exec /bin/sh -c -- "$sp_t"
  unset sp_m sp_d sp_e sp_i sp_c sp_w
  eval "unset sp_t
$sp_t"
)
sp_text "$sp_d"
[ -z "$sp_t" ] || cd "$sp_t" || sp_end cd
case $sp_i in
  none) sp_run </dev/null ;;
  open) sp_run ;;
  # Where end-of-file cannot be sent, the number of bytes says where the input ends.
  *) head -c "$sp_i" | sp_run ;;
esac
sp_end "$?"
