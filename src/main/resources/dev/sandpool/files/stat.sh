# One record like those of list.sh, without a name. Links are not followed.
stat -c '%f/%s/%Y/%a/.//' -- "$sp_path" || exit 1
