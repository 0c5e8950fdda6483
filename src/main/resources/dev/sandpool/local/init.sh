# Process 1 of a sandbox, as root of its namespaces and of nothing else. Makes the user namespace
# in which commands run as user 1000, then gives up all power and only waits, so that orphans
# have somebody who reaps them.
set -e
cd /
mkdir /run/sandpool
: >/run/sandpool/user
mkfifo -m 600 /run/sandpool/turn
# Commands may not make user namespaces of their own: that keeps much of the kernel out of reach.
{
  unshare --user --map-user=1000 --map-group=1000 --keep-caps /bin/sh -c '
    echo 0 >/proc/sys/user/max_user_namespaces
    echo "$$" >/run/sandpool/turn
    read -r line </run/sandpool/turn' || echo failed >/run/sandpool/turn
} &
read -r made </run/sandpool/turn
[ "$made" != failed ] || exit 1
mount -n --bind "/proc/$made/ns/user" /run/sandpool/user
echo kept >/run/sandpool/turn
wait "$!"
rm /run/sandpool/turn
mount -n -o remount,bind,ro,nosuid,nodev,noexec /run
mount -n -o remount,bind,ro,nosuid,noexec /dev
mount -n -o remount,bind,ro,nosuid,nodev /
echo ready
# A command may kill all that it can reach, this sleep too; process 1 itself is out of reach. The
# sleep is the user's as a supervisor must be able to look into every process but the first.
exec setpriv --bounding-set -all --inh-caps -all --no-new-privs /bin/sh -c '
  exec >/dev/null 2>&1
  while :; do
    nsenter --preserve-credentials --user=/run/sandpool/user sleep 2147483647 &
    wait "$!"
  done'
