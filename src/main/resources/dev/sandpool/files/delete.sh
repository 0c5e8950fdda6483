# Removes $sp_name, which is $sp_path without slashes at its end: those would follow a link.
w=$(stat -c %f -- "$sp_path" 2>&1 >/dev/null) || {
  case $w in *': No such file or directory' | *': Not a directory') exit 80 ;; esac
  printf '%s\n' "$w" >&2
  exit 1
}
rm -rf -- "$sp_name" || exit 1
