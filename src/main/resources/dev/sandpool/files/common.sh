# Begins every file script. Paths come as variables and are literal. Plain POSIX with coreutils or
# busybox. A status from 80 on is a reason that ScriptEnd knows; any other failure is told by the
# words on standard error, which the C locale keeps in English.
LC_ALL=C
export LC_ALL
set -f
# Ends the script if a tool is missing whose failure would look like an empty result.
need() {
  for c do command -v "$c" >/dev/null || { echo "$c: not found" >&2; exit 127; }; done
}
