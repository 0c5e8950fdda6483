# Entries of a directory as <raw mode>/<size>/<time>/<mode>/./<name>//, a name having no slash.
stat -L -c %f -- "$sp_path" >/dev/null || exit 1
[ -d "$sp_path" ] || exit 84
[ -r "$sp_path" ] && [ -x "$sp_path" ] || exit 82
# -P: ".." is what the kernel says, also after a link.
cd -P -- "$sp_path" || exit 1
find . -mindepth 1 -maxdepth 1 -exec stat -c '%f/%s/%Y/%a/%n//' -- {} + || exit 91
