# shellcheck shell=bash
# How every component is configured and started.

start_etcd() {
  # Losing the data in a crash costs nothing here, waiting for the disk at every write does.
  start etcd "$BIN/etcd" --name "$NODE_NAME" --data-dir "$RUN/etcd" --unsafe-no-fsync --logger zap --log-level warn \
    --listen-client-urls "$ETCD_URL" --advertise-client-urls "$ETCD_URL" \
    --listen-peer-urls https://127.0.0.1:12380 --initial-advertise-peer-urls https://127.0.0.1:12380 \
    --initial-cluster "$NODE_NAME=https://127.0.0.1:12380" \
    --client-cert-auth --trusted-ca-file "$PKI/ca.crt" --cert-file "$PKI/etcd.crt" --key-file "$PKI/etcd.key" \
    --peer-client-cert-auth --peer-trusted-ca-file "$PKI/ca.crt" --peer-cert-file "$PKI/etcd.crt" --peer-key-file "$PKI/etcd.key"
}

start_containerd() {
  local dir=$RUN/containerd
  mkdir -p "$dir/registries/_default" "$RUN/cni/net.d" "$RUN/cni/addresses"
  # No registry: every pull is refused at once instead of waiting for name servers.
  cat >"$dir/registries/_default/hosts.toml" <<EOF
server = "http://127.0.0.1:1"
[host."http://127.0.0.1:1"]
  capabilities = ["pull", "resolve"]
EOF
  # ptp gives each Pod its own link to the node, so that traffic between two Pods is
  # routed, and so crosses iptables, where network policies are enforced. (A bridge
  # would hand it over below iptables.)
  cat >"$RUN/cni/net.d/10-$MARK.conflist" <<EOF
{
  "cniVersion": "0.4.0",
  "name": "$MARK",
  "plugins": [
    {
      "type": "ptp",
      "mtu": $(pod_mtu),
      "ipam": {
        "type": "host-local",
        "dataDir": "$RUN/cni/addresses",
        "ranges": [[{"subnet": "$POD_CIDR"}]],
        "routes": [{"dst": "0.0.0.0/0"}]
      }
    }
  ]
}
EOF
  cat >"$RUN/containerd.toml" <<EOF
version = 2
root = "$dir/root"
state = "$dir/state"
disabled_plugins = [
  "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.tracing.processor.v1.otlp", "io.containerd.internal.v1.tracing",
]

[grpc]
  address = "$CONTAINERD_SOCKET"

[plugins."io.containerd.internal.v1.opt"]
  path = "$dir/opt"

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "$PAUSE_IMAGE"
  # Root may lack the right to make a process safer from the OOM killer than itself.
  restrict_oom_score_adj = true
  # Everything below one directory is easily cleaned up.
  netns_mounts_under_state_dir = true
  stream_server_address = "127.0.0.1"

  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$RUN/cni/net.d"

  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "$dir/registries"

  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      Root = "$dir/runc"
      # kubelet is told the same: this machine may have no systemd to ask.
      SystemdCgroup = false
EOF
  start containerd containerd --config "$RUN/containerd.toml"
}

# The largest packet that leaves this machine whole.
pod_mtu() {
  local device
  device=$(ip -4 route show default | sed -nE 's/.* dev ([^ ]+).*/\1/p' | head -n 1)
  awk '{print ($1 > 1500 ? 1500 : $1)}' "/sys/class/net/${device:-lo}/mtu"
}

start_kube_apiserver() {
  start kube-apiserver "$BIN/kube-apiserver" \
    --bind-address="$NODE_IP" --advertise-address="$NODE_IP" --secure-port=6443 \
    --service-cluster-ip-range="$SERVICE_CIDR" \
    --etcd-servers="$ETCD_URL" --etcd-cafile="$PKI/ca.crt" \
    --etcd-certfile="$PKI/etcd-client.crt" --etcd-keyfile="$PKI/etcd-client.key" \
    --tls-cert-file="$PKI/kube-apiserver.crt" --tls-private-key-file="$PKI/kube-apiserver.key" \
    --client-ca-file="$PKI/ca.crt" --anonymous-auth=false \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file="$PKI/service-account.pub" \
    --service-account-signing-key-file="$PKI/service-account.key" \
    --kubelet-preferred-address-types=InternalIP --kubelet-certificate-authority="$PKI/ca.crt" \
    --kubelet-client-certificate="$PKI/kube-apiserver-kubelet-client.crt" \
    --kubelet-client-key="$PKI/kube-apiserver-kubelet-client.key" \
    --requestheader-client-ca-file="$PKI/front-proxy-ca.crt" --requestheader-allowed-names=front-proxy-client \
    --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group \
    --requestheader-extra-headers-prefix=X-Remote-Extra- \
    --proxy-client-cert-file="$PKI/front-proxy-client.crt" --proxy-client-key-file="$PKI/front-proxy-client.key" \
    --profiling=false
}

start_kube_controller_manager() {
  # It is the only one: electing a leader would only cost time.
  start kube-controller-manager "$BIN/kube-controller-manager" \
    --kubeconfig="$PKI/kube-controller-manager.kubeconfig" \
    --authentication-kubeconfig="$PKI/kube-controller-manager.kubeconfig" \
    --authorization-kubeconfig="$PKI/kube-controller-manager.kubeconfig" \
    --bind-address=127.0.0.1 --leader-elect=false --profiling=false \
    --use-service-account-credentials=true --root-ca-file="$PKI/ca.crt" \
    --service-account-private-key-file="$PKI/service-account.key" \
    --allocate-node-cidrs=true --cluster-cidr="$POD_CIDR" --node-cidr-mask-size="${POD_CIDR#*/}" \
    --service-cluster-ip-range="$SERVICE_CIDR" \
    --kube-api-qps=200 --kube-api-burst=400
}

start_kube_scheduler() {
  cat >"$RUN/kube-scheduler.yaml" <<EOF
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: $PKI/kube-scheduler.kubeconfig
  qps: 200
  burst: 400
leaderElection:
  leaderElect: false
EOF
  start kube-scheduler "$BIN/kube-scheduler" --config="$RUN/kube-scheduler.yaml" --bind-address=127.0.0.1 \
    --authentication-kubeconfig="$PKI/kube-scheduler.kubeconfig" \
    --authorization-kubeconfig="$PKI/kube-scheduler.kubeconfig" --profiling=false
}

# The name servers that Pods can reach: the machine's own, but not one on its loopback.
name_servers() {
  # Where there is none, the node: nothing listens there, so a question is refused at once.
  awk -v none="$NODE_IP" '
    $1 == "nameserver" && $2 !~ /^(127\.|::1$)/ && ++count <= 3 {print $2}
    END {if (!count) print none}' /etc/resolv.conf
}

start_kubelet() {
  local cgroup
  # kubelet wants the parent of all Pods' control groups to exist, in every hierarchy.
  if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then
    mkdir -p "/sys/fs/cgroup/$MARK"
  else
    for cgroup in /sys/fs/cgroup/*/; do
      [[ ! -e $cgroup/cgroup.procs || -L ${cgroup%/} ]] || mkdir -p "$cgroup$MARK"
    done
    # A cpuset without processors or memory takes no process.
    for cgroup in cpuset.cpus cpuset.mems; do
      [[ ! -e /sys/fs/cgroup/cpuset/$cgroup ]] ||
        cat "/sys/fs/cgroup/cpuset/$cgroup" >"/sys/fs/cgroup/cpuset/$MARK/$cgroup"
    done
  fi
  name_servers | sed 's/^/nameserver /' >"$RUN/resolv.conf"
  mkdir -p "$RUN/kubelet"
  cat >"$RUN/kubelet.yaml" <<EOF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $NODE_IP
healthzBindAddress: 127.0.0.1
readOnlyPort: 0
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true}
  x509: {clientCAFile: $PKI/ca.crt}
authorization: {mode: Webhook}
tlsCertFile: $PKI/kubelet-server.crt
tlsPrivateKeyFile: $PKI/kubelet-server.key
containerRuntimeEndpoint: unix://$CONTAINERD_SOCKET
cgroupDriver: cgroupfs
cgroupRoot: /$MARK
failSwapOn: false
resolvConf: $RUN/resolv.conf
# There is no cluster DNS. Naming the outer name servers keeps Pods of the usual
# dnsPolicy from getting a warning event each.
clusterDomain: cluster.local
clusterDNS: [$(name_servers | sed 's/.*/"&"/' | paste -sd,)]
podLogsDir: $RUN/pod-logs
volumePluginDir: $RUN/kubelet/volume-plugins
maxPods: 110
podPidsLimit: 1024
serializeImagePulls: false
# Images that were imported cannot be pulled again, so they are never collected;
# and a disk that is rather full is no reason to end a test's Pods.
imageGCHighThresholdPercent: 100
evictionHard:
  memory.available: 100Mi
  nodefs.available: 100Mi
  nodefs.inodesFree: 0%
  imagefs.available: 100Mi
# kube-proxy's groundwork, which nothing uses here.
makeIPTablesUtilChains: false
kubeAPIQPS: 200
kubeAPIBurst: 400
eventRecordQPS: 100
eventBurst: 200
# The node's changes are known soon; a Pod's are always sent at once.
nodeStatusUpdateFrequency: 5s
EOF
  start kubelet "$BIN/kubelet" --config="$RUN/kubelet.yaml" --kubeconfig="$PKI/kubelet.kubeconfig" \
    --root-dir="$RUN/kubelet" --cert-dir="$RUN/kubelet/pki" --hostname-override="$NODE_NAME" --node-ip="$NODE_IP"
}

start_kube_router() {
  # Only its firewall, which enforces network policies; it routes and balances nothing.
  start kube-router "$BIN/kube-router" --kubeconfig="$PKI/kube-router.kubeconfig" --hostname-override="$NODE_NAME" \
    --run-router=false --run-firewall=true --run-service-proxy=false --run-loadbalancer=false \
    --service-cluster-ip-range="$SERVICE_CIDR" --metrics-port=0 --health-port=0
}

prepare_network() {
  ip address replace "$NODE_IP/32" dev lo
  cat /proc/sys/net/ipv4/ip_forward >"$RUN/ip_forward"
  echo 1 >/proc/sys/net/ipv4/ip_forward
  # Pods reach the world under the machine's own address.
  iptables -w -t nat -A POSTROUTING -s "$POD_CIDR" ! -d "$POD_CIDR" -m comment --comment "$MARK" -j MASQUERADE
}
