# shellcheck shell=bash
# shellcheck disable=SC2153 # common.sh sets PIDS
# Ends the cluster whatever state it is in: healthy, half dead, or left by a crash.
# Nothing is asked to end gracefully: there is no state to save.

kill_component() {
  local pid
  if pid=$(pid_of "$1"); then
    kill -KILL "$pid" 2>/dev/null || true
    while running "$1"; do sleep 0.02; done
  fi
  rm -f "$PIDS/$1"
}

kill_components() {
  local name
  # kubelet first: it would start again what we end.
  for name in kubelet kube-router kube-scheduler kube-controller-manager kube-apiserver containerd etcd; do
    kill_component "$name"
  done
}

# Shims outlive containerd. Ours are those that were given our socket's address.
shim_pids() {
  local file pid
  for file in $(grep -lzxsF -- "$CONTAINERD_SOCKET" /proc/[0-9]*/cmdline || true); do
    pid=${file#/proc/}
    pid=${pid%/cmdline}
    [[ $(readlink "/proc/$pid/exe" || true) == */containerd-shim-runc-v2* ]] && printf '%s\n' "$pid"
  done
  return 0
}

# Control groups of our pods, in every hierarchy (v1: one per controller; v2: one).
cgroup_roots() {
  local dir
  for dir in /sys/fs/cgroup/"$MARK" /sys/fs/cgroup/*/"$MARK"; do
    [[ -d $dir ]] && printf '%s\n' "$dir"
  done
  return 0
}

container_pids() {
  local root
  for root in $(cgroup_roots); do
    find "$root" -name cgroup.procs -exec cat {} + 2>/dev/null || true
  done | sort -un
}

# kill_all LISTER: until LISTER lists nothing more; a dying parent may have forked.
kill_all() {
  local pids tries
  for ((tries = 0; tries < 200; tries++)); do
    pids=$("$1")
    [[ -n $pids ]] || return 0
    # shellcheck disable=SC2086 # one word per pid
    kill -KILL $pids 2>/dev/null || true
    sleep 0.05
  done
  printf 'testcluster: warning: these processes do not end: %s\n' "$(tr '\n' ' ' <<<"$pids")" >&2
}

unmount_all() {
  local mount
  # Deepest first: a mount point is listed after what it stands on.
  awk -v run="$RUN/" 'index($5, run) == 1 {print $5}' /proc/self/mountinfo | tac |
    while read -r mount; do
      umount "$mount" 2>/dev/null || umount -l "$mount" 2>/dev/null || true
    done
}

remove_cgroups() {
  local root tries
  for root in $(cgroup_roots); do
    for ((tries = 0; tries < 20; tries++)); do
      find "$root" -depth -type d -exec rmdir {} + 2>/dev/null || true
      [[ -d $root ]] || break
      sleep 0.1
    done
  done
}

remove_firewall() {
  local table rules chains ours='KUBE-(ROUTER|NWPLCY|POD-FW)-[A-Z0-9]+' set
  command -v iptables-save >/dev/null || return 0
  for table in filter nat mangle; do
    rules=$(iptables-save -t "$table" 2>/dev/null) || continue
    chains=$(sed -nE "s/^:($ours) .*/\1/p" <<<"$rules")
    # One transaction: first the rules in other chains that lead to ours or bear our mark.
    {
      echo "*$table"
      grep -E '^-A' <<<"$rules" | grep -vE "^-A $ours " | grep -E -- "-j $ours( |\$)|$MARK" | sed 's/^-A/-D/' || true
      # shellcheck disable=SC2086 # one word per chain
      [[ -z $chains ]] || { printf -- '-F %s\n' $chains && printf -- '-X %s\n' $chains; }
      echo COMMIT
    } | iptables-restore -w --noflush || true
  done
  command -v ipset >/dev/null || return 0
  for set in $(ipset list -n 2>/dev/null | grep -E '^(inet6:)?(KUBE-(SRC|DST)-|kube-router-)' || true); do
    ipset destroy "$set" 2>/dev/null || true
  done
}

# Places outside STATE_HOME whose names are fixed in containerd, the CNI library and kubelet.
remove_strays() {
  local socket result id link
  # Every shim's socket is named in its bundle.
  for socket in "$RUN"/containerd/state/io.containerd.runtime.v2.task/k8s.io/*/address; do
    [[ -e $socket ]] || continue
    socket=$(<"$socket")
    rm -f -- "${socket#unix://}"
  done
  # The loopback network of each of our Pods has a result too, under a name of everybody's.
  for result in /var/lib/cni/results/"$MARK"-*; do
    [[ -e $result ]] || continue
    id=${result##*/"$MARK"-}
    rm -f -- "$result" "/var/lib/cni/results/cni-loopback-${id%-*}-lo"
  done
  for link in /var/log/containers/*; do
    [[ -L $link && $(readlink "$link") == "$RUN"/* ]] && rm -f -- "$link"
  done
  # kubelet's device plugin socket: gone only if nobody else's kubelet listens there.
  if [[ -S /var/lib/kubelet/device-plugins/kubelet.sock ]] &&
    ! grep -q ' /var/lib/kubelet/device-plugins/kubelet.sock$' /proc/net/unix; then
    rm -rf /var/lib/kubelet/device-plugins
  fi
  rmdir /var/lib/kubelet /var/log/containers /var/lib/cni/results /var/lib/cni \
    /run/containerd/s /run/containerd 2>/dev/null || true
}

# stop_cluster: leaves $RUN with nothing but the logs of the run that ended.
stop_cluster() {
  local entry
  kill_components
  kill_all shim_pids
  kill_all container_pids
  remove_strays
  unmount_all
  remove_cgroups
  remove_firewall
  ip address del "$NODE_IP/32" dev lo 2>/dev/null || true
  if [[ -e $RUN/ip_forward ]]; then
    cat "$RUN/ip_forward" >/proc/sys/net/ipv4/ip_forward || true
  fi
  for entry in "$RUN"/*; do
    [[ $entry == "$LOGS" ]] || rm -rf --one-file-system -- "$entry"
  done
  if [[ $(readlink "$OWNER_LINK" 2>/dev/null || true) == "$STATE_HOME" ]]; then
    rm -f "$OWNER_LINK"
  fi
}
