# What a write to $sp_path replaces: t is its name with links followed, d the directory it is in,
# tmp the name under which new content waits.
t=$sp_path
n=0
while :; do
  case $t in
    */ | */. | */..)
      w=$(stat -L -c %f -- "$t" 2>&1 >/dev/null)
      case $w in *': Not a directory') exit 84 ;; esac
      exit 83 ;;
  esac
  [ -L "$t" ] || break
  n=$((n + 1))
  [ "$n" -le 40 ] || { stat -L -c %f -- "$sp_path" >/dev/null; exit 1; }
  # The dot keeps newlines at the end of the name.
  l=$(readlink -n -- "$t" && printf .) || exit 1
  case $l in /*) t=${l%.} ;; *) t=${t%/*}/${l%.} ;; esac
done
d=${t%/*}/
tmp=$d.sandpool-$sp_id
# Parents are made for the path that was asked for, not for where a link leads.
if [ "$n" -gt 0 ] && [ ! -d "$d" ]; then
  stat -L -c %f -- "$sp_path" >/dev/null
  exit 1
fi
