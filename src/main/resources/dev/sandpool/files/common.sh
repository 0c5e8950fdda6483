# Begins every file script. Paths come as variables and are literal. Plain POSIX with coreutils or
# busybox. A status from 80 on is a reason that ScriptEnd knows; any other failure is told by the
# words on standard error, which the C locale keeps in English.
LC_ALL=C
export LC_ALL
set -f
