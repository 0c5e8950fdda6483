# Removes what an unpacking that was cut off may have left. Paths are as for unpack.sh.
rm -f -- "/tmp/.sandpool-$sp_id"
i=0
while [ "$i" -lt "$sp_count" ]; do
  eval "f=\$sp_$i"
  f=${f#* }
  f=${f#* }
  sp_path=${f#* }
  (drop) 2>/dev/null
  i=$((i + 1))
done
exit 0
