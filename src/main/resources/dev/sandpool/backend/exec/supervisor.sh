# Runs commands for Sandpool, one after another. Plain POSIX; must work in dash, bash and busybox.
# Says "sandpool <pid>" on stdout, then waits for a request. A request is five lines, each with
#   backslash, newline and (in variables) space as \0ooo:
#   marker, directory, variables (NAME=value ...), how stdin goes on, command.
# After the command it writes, on both streams, <marker> <status>, where status is the exit code or
#   "cd" for a bad directory. Then it looks whether another command may follow, and says so on
#   stdout: <marker> <pid>, or <marker> 0.
# Names start with sp_ as a name from the environment would stay exported, with our value.
# Containers start with 022; a process on this machine with its parent's.
umask 022
set -f
sp_home=$PWD
# The shell's own remarks ("Killed") must not look like the command's output.
exec 3>&2 2>/dev/null
sp_text() { sp_t=$(printf '%b.' "$1"); sp_t=${sp_t%.}; }
# In a subshell: what the variables do to this shell (IFS, PATH, read-only ones) ends with it.
sp_run() (
  exec 2>&3 3>&-
  for sp_w in $sp_e; do sp_text "$sp_w"; export "$sp_t"; done
  sp_text "$sp_c"
  set +f
  # A single argument may have at most 128 KiB; longer commands run in this shell instead.
  [ "${#sp_t}" -ge 30000 ] || exec /bin/sh -c -- "$sp_t"
  unset sp_home sp_m sp_d sp_e sp_i sp_c sp_w
  eval "unset sp_t
$sp_t"
)
# Whether no other process has this one's streams or group. What an earlier command left running
# would write into the output of the next one, or be killed with it. Not knowing counts as no.
sp_alone() {
  sp_t=$(ls -l "/proc/$$/fd/1" "/proc/$$/fd/3") || return 1
  sp_o=${sp_t%%
*}
  sp_o=${sp_o##*-> }
  sp_x=${sp_t##*-> }
  sp_l=
  set +f
  set -- /proc/[0-9]*
  set -f
  [ "$#" -lt 256 ] || return 1
  for sp_w; do
    # Process 1 was there before.
    case $sp_w in "/proc/$$" | /proc/1) continue ;; esac
    IFS= read -r sp_t <"$sp_w/stat" || return 1
    # After the name, which may have anything in it: state, parent, group.
    set -- ${sp_t##*) }
    [ "$3" != "$$" ] || return 1
    sp_l="$sp_l $sp_w/fd"
  done
  [ -n "$sp_l" ] || return 0
  sp_t=$(ls -l $sp_l) || return 1
  case $sp_t in *"-> $sp_o"* | *"-> $sp_x"*) return 1 ;; esac
}
printf 'sandpool %s\n' "$$"
while
  IFS= read -r sp_m && IFS= read -r sp_d && IFS= read -r sp_e && IFS= read -r sp_i &&
    IFS= read -r sp_c
do
  sp_text "$sp_d"
  if cd "${sp_t:-$sp_home}"; then
    case $sp_i in
      none) sp_run </dev/null ;;
      open) sp_run ;;
      # Where end-of-file cannot be sent, the number of bytes says where the input ends.
      *) head -c "$sp_i" | sp_run ;;
    esac
    sp_s=$?
  else
    sp_s=cd
  fi
  # Each stream is flushed by its own write; the reader waits for both.
  printf '%s %s\n' "$sp_m" "$sp_s"
  printf '%s %s\n' "$sp_m" "$sp_s" >&3
  # Input may be left over. A process that came or went while we looked deserves a second look.
  if [ "$sp_i" != none ] || ! { sp_alone || sp_alone; }; then
    # In so many words: while another process holds the streams, our end is not to be seen.
    printf '%s 0\n' "$sp_m"
    # When this process ends, a runtime drops what a slow reader has not taken yet, and reports
    # success. So stay until the reader, who has it all by then, closes our input.
    cat >/dev/null
    exit 0
  fi
  printf '%s %s\n' "$sp_m" "$$"
done
exit 0
