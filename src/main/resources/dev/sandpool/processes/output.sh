# $sp_limit bytes of output after $sp_offset; on standard error whether more can come, and how much
# there was. In this order: what ended before cannot have printed since.
if [ -f "$d/status" ] || ! kill -0 "$(cat "$d/pid")" 2>/dev/null; then s=ended; else s=running; fi
echo "$s $(($(wc -c <"$d/output")))" >&2
tail -c "+$((sp_offset + 1))" "$d/output" | head -c "$sp_limit"
