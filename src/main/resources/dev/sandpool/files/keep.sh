# Leaves $tmp to the command that follows.
trap - EXIT
