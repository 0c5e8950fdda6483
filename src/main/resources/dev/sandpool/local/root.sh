# Runs as root of fresh namespaces: builds the sandbox's root and goes on in it with init.
# Arguments: the directory to mount it on, init's script, the host name, then the plan in triples:
#   ro SOURCE TARGET, rw SOURCE TARGET, link TEXT TARGET.
set -e
new=$1 init=$2 name=$3
shift 3
mount -n -t tmpfs -o mode=755,size=4m,nosuid,nodev sandpool "$new"
writable='
'
while [ "$#" -gt 0 ]; do
  at=$new$3
  case $1 in
    link) mkdir -p "${at%/*}" && ln -s "$2" "$at" ;;
    *)
      if [ -d "$2" ]; then
        mkdir -p "$at"
      else
        mkdir -p "${at%/*}"
        [ -e "$at" ] || : >"$at"
      fi
      mount -n --rbind "$2" "$at"
      [ "$1" = ro ] || writable="$writable$at
" ;;
  esac
  shift 3
done
# A remount sees one mount only, so those beneath the bound ones are gone through too. What a mount
# forbids already must be said again, or the kernel refuses.
while read -r id parent device root at options rest; do
  case $at in "$new"/*) ;; *) continue ;; esac
  case $writable in
    *"
$at
"*) access=rw ;;
    *) access=ro ;;
  esac
  mount -n -o "remount,bind,$access,nosuid,nodev${options#r?}" "$at"
done </proc/self/mountinfo

cd "$new"
mkdir -p dev proc run
mount -n -t tmpfs -o mode=755,size=64k,nosuid,noexec sandpool dev
for node in null zero full random urandom tty; do
  : >"dev/$node"
  mount -n --bind "/dev/$node" "dev/$node"
done
mkdir dev/pts dev/shm
mount -n -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts dev/pts
mount -n -t tmpfs -o mode=1777,size=64m,nosuid,nodev sandpool dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount -n -t tmpfs -o mode=755,size=64k,nosuid,nodev sandpool run
mount -n -t proc -o nosuid,nodev,noexec proc proc
hostname "$name" 2>/dev/null || :
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || :

mkdir .host
pivot_root . .host
umount -n -l /.host
rmdir /.host
exec /bin/sh -c "$init"
