# What a write to $sp_path replaces: t is its name with a link followed, d the directory it is in,
# tmp the name under which new content waits.
t=$sp_path
case $t in
  */ | */. | */..)
    w=$(stat -L -c %f -- "$t" 2>&1 >/dev/null)
    case $w in *': Not a directory') exit 84 ;; esac
    exit 83 ;;
esac
if [ -L "$t" ]; then
  # The dot keeps newlines at the end of the name.
  t=$(readlink -nf -- "$t" && printf .) || { stat -L -c %f -- "$sp_path" >/dev/null; exit 1; }
  t=${t%.}
fi
d=${t%/*}/
tmp=$d.sandpool-$sp_id
