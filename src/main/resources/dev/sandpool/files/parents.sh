# Makes directory $d and those above it.
parents() {
  [ -d "$d" ] || mkdir -p -- "$d" || blame
}
# Tells a file in the way, and a link that leads nowhere, from what else mkdir may have said.
blame() {
  p=${d%/}
  while [ -n "$p" ]; do
    [ -d "$p" ] || { [ ! -e "$p" ] && [ ! -L "$p" ]; } || exit 84
    p=${p%/*}
  done
  exit 1
}
