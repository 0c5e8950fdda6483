# The directory of process $sp_id.
d=/tmp/.sandpool-processes/$sp_id
[ -f "$d/pid" ] || exit 80
