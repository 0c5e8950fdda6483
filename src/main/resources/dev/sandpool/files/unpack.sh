# Takes $sp_count small files from standard input, one after another, and writes each by put. Of
# file i, $sp_<i> says: <size> <SHA-256> <mode or -> <path>. Answers for each: <status> <words> NUL.
pack=/tmp/.sandpool-$sp_id
trap 'rm -f -- "$pack"' EXIT
trap 'exit 143' HUP INT TERM
(umask 077 && cat >"$pack") || exit 1
# From a file, as a reader of a pipe may take more than it gives on.
content() { tail -c "+$at" <"$pack" | head -c "$sp_size"; }
i=0
at=1
while [ "$i" -lt "$sp_count" ]; do
  eval "f=\$sp_$i"
  sp_size=${f%% *} f=${f#* }
  sp_sha=${f%% *} f=${f#* }
  sp_mode=${f%% *} sp_path=${f#* }
  [ "$sp_mode" != - ] || sp_mode=
  w=$(put 2>&1 >/dev/null)
  printf '%s %s\000' "$?" "$w"
  at=$((at + sp_size))
  i=$((i + 1))
done
