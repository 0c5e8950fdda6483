# Runs one command for Sandpool. Plain POSIX; must work in dash, bash and busybox.
# Input lines, each with backslash, newline and (in variables) space as \0ooo:
#   marker, directory, variables (NAME=value ...), how stdin goes on, command.
# Output: "sandpool <pid>" on stdout at once; after the command, on both streams,
#   <marker> <status>, where status is the exit code or "cd" for a bad directory.
set -f
printf 'sandpool %s\n' "$$"
IFS= read -r m && IFS= read -r d && IFS= read -r e && IFS= read -r i && IFS= read -r c || exit 0
# The shell's own remarks ("Killed") must not look like the command's output.
exec 3>&2 2>/dev/null
v() { t=$(printf '%b.' "$1"); t=${t%.}; }
# Each stream is flushed by its own write; the reader waits for both.
f() { printf '%s %s\n' "$m" "$1"; printf '%s %s\n' "$m" "$1" >&3; exit 0; }
for w in $e; do v "$w"; export "$t"; done
v "$d"
[ -z "$t" ] || cd "$t" || f cd
v "$c"
# A single argument may have at most 128 KiB; longer commands run in a subshell instead.
if [ "${#t}" -lt 30000 ]; then
  r() { sh -c "$t" 2>&3 3>&-; }
else
  r() { (eval "unset m d e i c w t; set +f; $t") 2>&3 3>&-; }
fi
case $i in
  none) r </dev/null ;;
  open) r ;;
  # Where end-of-file cannot be sent, the number of bytes says where the input ends.
  *) head -c "$i" | r ;;
esac
f "$?"
