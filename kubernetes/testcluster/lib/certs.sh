# shellcheck shell=bash
# The cluster's own certificate authorities and what they sign. All of it is made anew
# for every run of the cluster, and never leaves $PKI, which only root can read.

readonly CERTIFICATE_DAYS=365

new_key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }

new_authority() {
  new_key "$PKI/$1.key"
  openssl req -x509 -new -sha256 -days "$CERTIFICATE_DAYS" -key "$PKI/$1.key" -subj "/CN=$MARK $1" \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -out "$PKI/$1.crt"
}

# sign NAME SUBJECT USAGE [SUBJECT-ALT-NAMES [AUTHORITY]]
sign() {
  local authority=$PKI/${5:-ca}
  new_key "$PKI/$1.key"
  openssl req -new -key "$PKI/$1.key" -subj "$2" -out "$PKI/$1.csr"
  {
    echo 'basicConstraints=critical,CA:FALSE'
    echo 'keyUsage=critical,digitalSignature'
    echo "extendedKeyUsage=$3"
    echo 'authorityKeyIdentifier=keyid'
    [[ -z ${4:-} ]] || echo "subjectAltName=$4"
  } >"$PKI/$1.ext"
  openssl x509 -req -sha256 -days "$CERTIFICATE_DAYS" -in "$PKI/$1.csr" -CA "$authority.crt" -CAkey "$authority.key" \
    -set_serial "0x$(openssl rand -hex 16)" -extfile "$PKI/$1.ext" -out "$PKI/$1.crt" 2>/dev/null
  rm "$PKI/$1.csr" "$PKI/$1.ext"
}

make_certificates() {
  local service_ip=${SERVICE_CIDR%.*}.1
  mkdir -m 700 "$PKI"
  new_authority ca
  new_key "$PKI/service-account.key"
  openssl ec -in "$PKI/service-account.key" -pubout -out "$PKI/service-account.pub" 2>/dev/null

  sign etcd '/CN=etcd' serverAuth,clientAuth IP:127.0.0.1
  sign etcd-client '/CN=kube-apiserver' clientAuth
  sign kube-apiserver '/CN=kube-apiserver' serverAuth \
    "IP:$NODE_IP,IP:127.0.0.1,IP:$service_ip,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local"
  sign kube-apiserver-kubelet-client '/CN=kube-apiserver-kubelet-client' clientAuth
  sign kubelet-server "/CN=$NODE_NAME" serverAuth "IP:$NODE_IP,DNS:$NODE_NAME"

  # What the API server shows to API services behind it. Its authority is a separate
  # one: whoever it vouches for may name any user.
  new_authority front-proxy-ca
  sign front-proxy-client '/CN=front-proxy-client' clientAuth '' front-proxy-ca

  # Who they are to the API server: group and user name.
  sign admin '/O=system:masters/CN=kubernetes-admin' clientAuth
  sign kubelet "/O=system:nodes/CN=system:node:$NODE_NAME" clientAuth
  sign kube-controller-manager '/CN=system:kube-controller-manager' clientAuth
  sign kube-scheduler '/CN=system:kube-scheduler' clientAuth
  sign kube-router '/CN=kube-router' clientAuth
}

# kubeconfig_of NAME: prints a kubeconfig that holds NAME's certificate and key.
kubeconfig_of() {
  cat <<EOF
apiVersion: v1
kind: Config
clusters:
- name: sandpool-testcluster
  cluster:
    server: $API_URL
    certificate-authority-data: $(base64 -w0 "$PKI/ca.crt")
users:
- name: $1
  user:
    client-certificate-data: $(base64 -w0 "$PKI/$1.crt")
    client-key-data: $(base64 -w0 "$PKI/$1.key")
contexts:
- name: sandpool-testcluster
  context:
    cluster: sandpool-testcluster
    user: $1
current-context: sandpool-testcluster
EOF
}

make_kubeconfigs() {
  local name
  for name in kubelet kube-controller-manager kube-scheduler kube-router; do
    kubeconfig_of "$name" >"$PKI/$name.kubeconfig"
  done
  (umask 077 && kubeconfig_of admin >"$KUBECONFIG_FILE")
}
