# Runs commands for Sandpool, one after another. Plain POSIX; must work in dash, bash and busybox.
# Says "sandpool <pid>" on stdout, with " head" behind it where it can count input, then waits for a
#   request. A request is five lines, each with backslash, newline and, in variables, space as
#   \0ooo: marker, directory, variables (NAME=value ...), how stdin goes on, command.
# After the command it writes, on both streams, <marker> <status>, where status is the exit code,
#   with " oom" behind it where the kernel killed for want of memory, or "cd" for a bad directory.
#   Then it looks whether another command may follow, and says so on stdout: <marker> and what the
#   hello said, or <marker> 0.
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
  unset sp_home sp_p sp_f sp_k sp_b sp_m sp_d sp_e sp_i sp_c sp_w sp_s sp_o sp_x sp_l sp_v sp_g
  eval "unset sp_t
$sp_t"
)
# Whether no other process has this one's streams or group. What an earlier command left running
# would write into the output of the next one, or be killed with it. Not knowing counts as no (1).
# 2 where none was found, but others ended meanwhile: one of them may have started a new one first.
sp_look() {
  sp_v=0
  sp_t=$(ls -l "/proc/$$/fd/1" "/proc/$$/fd/3") || return 1
  sp_o=${sp_t%%
*}
  sp_o=${sp_o##*-> }
  sp_x=${sp_t##*-> }
  sp_l=
  set +f
  set -- /proc/[0-9]*
  set -f
  [ "$#" -lt 1024 ] || return 1
  for sp_w; do
    # Process 1 was there before.
    case $sp_w in "/proc/$$" | /proc/1) continue ;; esac
    IFS= read -r sp_t <"$sp_w/stat" || {
      sp_v=2
      continue
    }
    # After the name, which may have anything in it: state, parent, group.
    set -- ${sp_t##*) }
    [ "$3" != "$$" ] || return 1
    # One without a parent here came from outside, as this shell did, with streams of its own; while
    # it is let in, nobody may look at it. One that ended and was not collected holds nothing.
    [ "$2" = 0 ] || [ "$1" = Z ] || sp_l="$sp_l $sp_w/fd"
  done
  set -- $sp_l
  [ "$#" -lt 256 ] || return 1
  [ -n "$sp_l" ] || return "$sp_v"
  sp_t=$(ls -l $sp_l) || sp_moved || return 1
  case $sp_t in *"-> $sp_o"* | *"-> $sp_x"*) return 1 ;; esac
  return "$sp_v"
}
# Whether a list is incomplete only because something ended or was closed meanwhile.
sp_moved() {
  sp_v=2
  for sp_w in $sp_l; do
    [ -r "$sp_w" ] || ! IFS= read -r sp_g <"${sp_w%/fd}/stat" ||
      case ${sp_g##*) } in Z*) ;; *) return 1 ;; esac
  done
}
# Commands that run side by side end side by side, so a second look need not be a quiet one.
sp_alone() {
  sp_look && return 0
  [ "$?" = 2 ] || return 1
  sp_look || [ "$?" = 2 ]
}
# How many processes of this container the kernel has killed for want of memory, into sp_k; empty
# where nobody says.
sp_kills() {
  sp_k=
  while read -r sp_w sp_t; do
    [ "$sp_w" != oom_kill ] || sp_k=$sp_t
  done <"$sp_f"
}
# Each stream is flushed by its own write; the reader waits for both.
sp_tell() {
  sp_s=$1
  case $sp_s in
    0 | cd) ;;
    *)
      sp_kills
      [ "$sp_k" = "$sp_b" ] || sp_s="$sp_s oom"
      ;;
  esac
  printf '%s %s\n' "$sp_m" "$sp_s"
  printf '%s %s\n' "$sp_m" "$sp_s" >&3
}
# In so many words: while another process holds the streams, our end is not to be seen.
sp_last() { printf '%s 0\n' "$sp_m"; }
# When this process ends, a runtime drops what a slow reader has not taken yet, and reports success.
# So stay until the reader, who has it all by then, closes our input.
sp_leave() {
  cat >/dev/null
  exit 0
}
sp_p=$$
if command -v head >/dev/null; then sp_p="$$ head"; fi
# Of a cgroup of version 2, or 1.
sp_f=/sys/fs/cgroup/memory.events
[ -r "$sp_f" ] || sp_f=/sys/fs/cgroup/memory/memory.oom_control
[ -r "$sp_f" ] || sp_f=/dev/null
printf 'sandpool %s\n' "$sp_p"
while
  IFS= read -r sp_m && IFS= read -r sp_d && IFS= read -r sp_e && IFS= read -r sp_i &&
    IFS= read -r sp_c
do
  sp_kills
  sp_b=$sp_k
  sp_text "$sp_d"
  if ! cd "${sp_t:-$sp_home}"; then
    sp_tell cd
    if [ "$sp_i" != none ]; then
      sp_last
      sp_leave
    fi
  else
    # Input may be left over, so no command follows one that has some.
    case $sp_i in
      none)
        sp_run </dev/null
        sp_tell "$?"
        ;;
      # The end of this input is the end of ours: nothing is left to wait for.
      open)
        sp_run
        sp_tell "$?"
        sp_last
        sp_leave
        ;;
      # The number of bytes says where the input ends, and ours stays open. The answer must not wait
      # for head, which waits for input that the command may not want.
      *)
        head -c "$sp_i" | (
          sp_run
          sp_tell "$?"
          sp_last
          :
        ) || {
          # It was killed before it could say so.
          sp_tell "$?"
          sp_last
        }
        sp_leave
        ;;
    esac
  fi
  if ! sp_alone; then
    sp_last
    sp_leave
  fi
  printf '%s %s\n' "$sp_m" "$sp_p"
done
exit 0
