# Content on standard output, the report on standard error.
if [ -n "$sp_max" ] && [ "${before%% *}" -gt "$sp_max" ]; then
  echo "it has ${before%% *} bytes, the limit is $sp_max" >&2
  exit 86
fi
cat -- "$sp_path" || exit 1
h=$(sha256sum <"$sp_path") || exit 1
report "$h"
