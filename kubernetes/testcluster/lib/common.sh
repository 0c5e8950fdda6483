# shellcheck shell=bash
# shellcheck disable=SC2034 # the other parts use these
# Names, places and small helpers that up, down and status share.

readonly NODE_NAME=node1
# The node's address sits on the loopback interface: kubelet refuses 127.0.0.1 as
# a node address, and this one is the same on every machine.
readonly NODE_IP=10.245.0.1
readonly POD_CIDR=10.244.0.0/24
readonly SERVICE_CIDR=10.246.0.0/24
readonly API_URL=https://$NODE_IP:6443
readonly ETCD_URL=https://127.0.0.1:12379
# Marks what we make in places that belong to the whole machine (control groups,
# iptables rules, CNI results), so that `down` finds it, and only it.
readonly MARK=sandpool-testcluster
readonly COMPONENTS=(etcd containerd kube-apiserver kube-controller-manager kube-scheduler kubelet kube-router)

TESTCLUSTER_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly TESTCLUSTER_DIR
# Outside the working tree, so that all clones of the repository share one cluster.
STATE_HOME=${SANDPOOL_TESTCLUSTER_HOME:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/sandpool/testcluster}
mkdir -p "$STATE_HOME"
STATE_HOME=$(cd "$STATE_HOME" && pwd -P)
readonly STATE_HOME
readonly BIN=$STATE_HOME/bin
readonly IMAGES=$STATE_HOME/images
readonly RUN=$STATE_HOME/run
readonly PKI=$RUN/pki
readonly LOGS=$RUN/logs
readonly PIDS=$RUN/pids
readonly KUBECONFIG_FILE=$RUN/kubeconfig
readonly CONTAINERD_SOCKET=$RUN/containerd.sock
# Says which STATE_HOME the one cluster of this machine lives in.
readonly OWNER_LINK=/run/$MARK

# Debian keeps iptables and ip where an ordinary user's PATH may not look.
export PATH=$PATH:/usr/sbin:/sbin
# A proxy must never stand between the components, which are all on this machine.
readonly NO_PROXY_ENV=(env -u http_proxy -u https_proxy -u all_proxy -u HTTP_PROXY -u HTTPS_PROXY -u ALL_PROXY)

say() { printf '[%3ds] %s\n' "$SECONDS" "$*"; }

die() {
  printf 'testcluster: %s\n' "$*" >&2
  exit 1
}

# die_of COMPONENT MESSAGE: fails with the end of that component's log.
die_of() {
  local name=$1
  shift
  printf 'testcluster: %s: %s\n' "$name" "$*" >&2
  if [[ -s $LOGS/$name.log ]]; then
    printf -- '--- last lines of %s ---\n' "$LOGS/$name.log" >&2
    tail -n 25 "$LOGS/$name.log" >&2
  fi
  exit 1
}

require_root() {
  [[ $(id -u) == 0 ]] || die "must run as root (it starts containers and changes iptables)"
}

# One `up` or `down` at a time. Descriptor 9 stays open until this script ends;
# the components are started with it closed, or they would hold the lock for ever.
lock() {
  exec 9>"$STATE_HOME/lock"
  if ! flock -n 9; then
    say "another up or down is at work; waiting for it"
    flock -w 1800 9 || die "gave up waiting for $STATE_HOME/lock"
  fi
  # What was waited for may have been a purge, which takes the file away.
  if [[ ! $STATE_HOME/lock -ef /proc/self/fd/9 ]]; then
    mkdir -p "$STATE_HOME"
    lock
  fi
}

# ---- processes --------------------------------------------------------------
# A pid file holds "pid start-time boot-id". Together they name one process of all
# time, so a number that was used again after a crash or a reboot is never mistaken.

boot_id() { cat /proc/sys/kernel/random/boot_id; }

# start_time PID: clock ticks from boot to the process's start; fails if it is gone.
start_time() {
  local stat fields
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  read -ra fields <<<"${stat##*) }" # the command name may hold blanks: skip it
  [[ ${fields[0]} != Z ]] || return 1
  printf '%s\n' "${fields[19]}"
}

# pid_of NAME [DIRECTORY]: the pid of a component that we started and that still lives.
pid_of() {
  local pid ticks boot now
  { read -r pid ticks boot <"${2:-$PIDS}/$1"; } 2>/dev/null || return 1
  [[ $boot == "$(boot_id)" ]] || return 1
  now=$(start_time "$pid") && [[ $now == "$ticks" ]] || return 1
  printf '%s\n' "$pid"
}

running() { pid_of "$@" >/dev/null; }

# start NAME COMMAND...: in its own session, with a log file and a pid file. The
# process writes the pid file itself before it becomes COMMAND: whenever `up` is
# killed, no component is left that its pid file does not tell of.
start() {
  local name=$1
  shift
  # shellcheck disable=SC2016 # expanded by the inner shell
  setsid "${NO_PROXY_ENV[@]}" bash -c '
    source "$0/lib/common.sh"
    # A pipe of the caller that stayed open here would keep its reader waiting for ever.
    for fd in /proc/$$/fd/*; do
      ((${fd##*/} <= 2)) || eval "exec ${fd##*/}>&-"
    done
    limit=$(ulimit -Hn)
    [[ $limit != unlimited && $limit -le 1048576 ]] || limit=1048576
    ulimit -n "$limit" || true
    printf "%s %s %s\n" $$ "$(start_time $$)" "$(boot_id)" >"$PIDS/$1.new"
    mv "$PIDS/$1.new" "$PIDS/$1"
    shift
    exec "$@"' "$TESTCLUSTER_DIR" "$name" "$@" \
    </dev/null >"$LOGS/$name.log" 2>&1 9>&- &
  disown
}

# wait_for COMPONENT SECONDS CHECK...: until CHECK succeeds. A dead component is
# an answer too, and needs no waiting for the time limit.
wait_for() {
  local name=$1 limit=$((SECONDS + $2))
  shift 2
  until "$@" >/dev/null 2>&1; do
    # Without a pid file it has only just been started.
    [[ ! -e $PIDS/$name ]] || running "$name" || die_of "$name" "ended instead of getting ready"
    ((SECONDS < limit)) || die_of "$name" "not ready in time (check: $*)"
    sleep 0.1
  done
}

# require_ownership: addresses, ports and iptables chains are the machine's, so there
# can be only one cluster, and only from its own STATE_HOME can it be ended.
require_ownership() {
  local owner name
  owner=$(readlink "$OWNER_LINK" 2>/dev/null || true)
  [[ -n $owner && $owner != "$STATE_HOME" ]] || return 0
  for name in "${COMPONENTS[@]}"; do
    ! running "$name" "$owner/run/pids" ||
      die "another test cluster runs on this machine: SANDPOOL_TESTCLUSTER_HOME=$owner is its home"
  done
}

# ---- probes -----------------------------------------------------------------

fetch() { "${NO_PROXY_ENV[@]}" curl -fsS --max-time 5 "$@"; }

# api PATH: a GET as the administrator.
api() { fetch --cacert "$PKI/ca.crt" --cert "$PKI/admin.crt" --key "$PKI/admin.key" "$API_URL$1"; }

kube() { "${NO_PROXY_ENV[@]}" "$BIN/kubectl" --kubeconfig "$KUBECONFIG_FILE" "$@"; }

ctr_() { ctr --address "$CONTAINERD_SOCKET" --namespace k8s.io "$@"; }

node_ready() {
  [[ $(kube get node "$NODE_NAME" -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}{.spec.podCIDR}{.spec.taints}') == "True$POD_CIDR" ]]
}

healthy() {
  case $1 in
    etcd) fetch --cacert "$PKI/ca.crt" --cert "$PKI/etcd-client.crt" --key "$PKI/etcd-client.key" "$ETCD_URL/health" ;;
    containerd) ctr_ version ;;
    kube-apiserver) api /readyz ;;
    # They answer /healthz to anyone, on this machine only, with certificates of their own making.
    kube-controller-manager) fetch -k https://127.0.0.1:10257/healthz ;;
    kube-scheduler) fetch -k https://127.0.0.1:10259/healthz ;;
    kubelet) fetch http://127.0.0.1:10248/healthz ;;
    # Without this chain nothing enforces network policies.
    kube-router) iptables -w -n -L KUBE-ROUTER-FORWARD ;;
    *) return 1 ;;
  esac >/dev/null 2>&1
}

certificates_fresh() { openssl x509 -noout -checkend 604800 -in "$PKI/ca.crt" >/dev/null 2>&1; }

# all_well: everything lives and answers. It is the whole test for "already up".
all_well() {
  local name
  [[ -e $RUN/complete ]] && certificates_fresh || return 1
  for name in "${COMPONENTS[@]}"; do
    running "$name" && healthy "$name" || return 1
  done
  node_ready 2>/dev/null
}
