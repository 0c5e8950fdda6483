# Lines with $sp_text in text files named like $sp_name: <file> NUL <number>:<line>.
need grep
if printf 'x\n' | grep -IZqF -e x 2>/dev/null; then
  s='grep -IZHnF -e "$sp_text" -- "$@"; [ "$?" -le 1 ]'
else
  # This grep has no -I and -Z. It asks many files at once first, as most have no match.
  need tr head wc
  s='
    grep -qsF -e "$sp_text" -- "$@" || [ "$?" -gt 1 ] || exit 0
    e=0
    for f do
      grep -qF -e "$sp_text" -- "$f" || { [ "$?" -eq 1 ] || e=1; continue; }
      [ "$(tr -cd "\000" <"$f" | head -c 1 | wc -c)" -eq 0 ] || continue
      grep -nF -e "$sp_text" -- "$f" | while IFS= read -r l; do
        printf "%s\000%s\n" "$f" "$l"
      done
    done
    exit "$e"'
fi
if [ -f "$sp_path" ]; then
  sh -c "$s" sh "$sp_path" || exit 1
else
  enter
  below -type f -name "$sp_name" -exec sh -c "$s" sh {} +
fi
