# Makes directory $d and those above it.
parents() {
  [ -d "$d" ] && return
  w=$(mkdir -p -- "$d" 2>&1) && return
  printf '%s\n' "$w" >&2
  # A file is in the way, or a link that leads nowhere.
  case $w in *': Not a directory' | *': File exists' | *': No such file or directory') exit 84 ;; esac
  exit 1
}
