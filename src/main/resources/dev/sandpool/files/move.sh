# Renames $sp_name, which is $sp_path without slashes at its end, to $sp_to.
stat -c %f -- "$sp_path" >/dev/null || exit 1
# mv would move into a directory.
[ -d "$sp_to" ] && exit 83
d=${sp_to%/*}/
parents
mv -f -- "$sp_name" "$sp_to" || exit 1
