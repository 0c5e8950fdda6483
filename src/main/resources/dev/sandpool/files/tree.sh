# Files at any depth, as list.sh gives entries. A path from find never has two slashes in a row.
enter
below -type f -exec stat -c '%f/%s/%Y/%a/%n//' -- {} +
