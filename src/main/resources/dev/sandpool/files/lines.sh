# $sp_limit lines after $sp_offset on standard output, their total and the report on standard error.
need wc tail head
n=$(wc -l <"$sp_path") || exit 1
# A last line without a newline is a line too.
n=$((n + $(tail -c 1 <"$sp_path" | wc -c) - $(tail -c 1 <"$sp_path" | wc -l)))
if [ "$sp_offset" -gt 0 ] && [ "$sp_offset" -ge "$n" ]; then
  printf '\n%s\n' "$n" >&2
  exit 89
fi
page() { tail -n "+$((sp_offset + 1))" <"$sp_path" | head -n "$sp_limit"; }
b=$(page | head -c "$((sp_max + 1))" | wc -c)
if [ "$b" -gt "$sp_max" ]; then
  echo "these lines have more than $sp_max bytes; ask for fewer" >&2
  exit 86
fi
page
h=$(page | sha256sum) || exit 1
printf '\n%s' "$n" >&2
report "$h"
