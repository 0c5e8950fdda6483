# Goes into directory $sp_path. -P: ".." is what the kernel says, also after a link.
enter() {
  stat -L -c %f -- "$sp_path" >/dev/null || exit 1
  [ -d "$sp_path" ] || exit 84
  [ -r "$sp_path" ] && [ -x "$sp_path" ] || exit 82
  cd -P -- "$sp_path" || exit 1
}
# Runs find below it, without what the kernel shows as files.
below() {
  need find
  case $PWD in
    / | //) set -- -path ./proc -prune -o -path ./sys -prune -o -path ./dev -prune -o "$@" ;;
  esac
  find . "$@" || exit 91
}
