# Takes what the content prints into $tmp.
content >"$tmp" || exit 1
