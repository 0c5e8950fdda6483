# Entries of a directory as <raw mode>/<size>/<time>/<mode>/./<name>//, a name having no slash.
enter
find . -mindepth 1 -maxdepth 1 -exec stat -c '%f/%s/%Y/%a/%n//' -- {} + || exit 91
