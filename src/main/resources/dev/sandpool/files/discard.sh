# Removes what an upload that was cut off may have left.
rm -f -- "$tmp"
