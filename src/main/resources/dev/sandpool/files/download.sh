# Content on standard output, the report on standard error.
if [ -n "$sp_max" ] && [ "${before%% *}" -gt "$sp_max" ]; then
  echo "it has ${before%% *} bytes, the limit is $sp_max" >&2
  exit 86
fi
# The hash is made meanwhile, by another processor where there is one.
exec 3>&1
h=$(
  sha256sum <"$sp_path" &
  cat -- "$sp_path" >&3 || { kill $!; exit 1; }
  wait $!
) || exit 1
# Both may have read the same mixture of old and new.
[ "$before" = "$(look)" ] || h=none
report "$h"
