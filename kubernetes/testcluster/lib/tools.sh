# shellcheck shell=bash
# shellcheck disable=SC2034 # the other parts use these
# The programs the cluster is made of: Debian packages, and Go programs built from
# the modules below tools/, which pin their exact sources.

readonly PACKAGES=(
  ca-certificates conntrack containerd containernetworking-plugins curl gcc iproute2
  ipset iptables libc6-dev mmdebstrap openssl runc util-linux
)
# The oldest Go that all the modules can be built with, and the release that is
# fetched where the machine has no Go of its own.
readonly GO_MINIMUM=1.25
readonly GO_FALLBACK=1.25.3

missing_packages() {
  local package
  for package in "$@"; do
    # Not installed, a query may also fail or say "unknown": both leave the name in the list.
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) == installed ]] ||
      printf '%s\n' "$package"
  done
}

install_packages() {
  local missing own_policy=false installed=true
  local apt=(apt-get -o DPkg::Lock::Timeout=600)
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "installing Debian packages: ${missing[*]}"
  # Debian starts a service as soon as it is installed; this cluster runs its own
  # containerd and wants no second one beside it, now or after the next boot.
  if [[ ! -e /usr/sbin/policy-rc.d ]]; then
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
    own_policy=true
  fi
  export DEBIAN_FRONTEND=noninteractive
  {
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
      { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; }
  } >"$STATE_HOME/apt.log" 2>&1 </dev/null 9>&- || installed=false
  ! $own_policy || rm -f /usr/sbin/policy-rc.d
  if ! $installed; then
    tail -n 25 "$STATE_HOME/apt.log" >&2
    die "apt-get could not install: ${missing[*]}"
  fi
  if [[ " ${missing[*]} " == *" containerd "* ]] && command -v systemctl >/dev/null; then
    systemctl disable containerd.service >/dev/null 2>&1 || true
  fi
}

# at_least VERSION MINIMUM
at_least() { [[ $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# find_go: prints the go command to build with.
find_go() {
  local go version module
  for go in "$(command -v go || true)" /usr/local/go/bin/go /usr/lib/go/bin/go; do
    [[ -x $go ]] || continue
    # Outside any module, so that no go.mod chooses another toolchain for this question.
    version=$(cd / && "$go" env GOVERSION)
    # From 1.21 on, go fetches by itself the newer release that a module asks for.
    if at_least "${version#go}" "$GO_MINIMUM" ||
      { at_least "${version#go}" 1.21 && [[ $(cd / && "$go" env GOTOOLCHAIN) != local ]]; }; then
      printf '%s\n' "$go"
      return
    fi
  done
  # Every Go release is also a module on the Go proxy, checked against the checksum
  # database like any other; Debian's go is old, but can fetch it.
  say "no Go $GO_MINIMUM or newer here; fetching Go $GO_FALLBACK as a module" >&2
  install_packages golang-go >&2
  module=golang.org/toolchain@v0.0.1-go$GO_FALLBACK.linux-$(dpkg --print-architecture)
  (cd / && GOFLAGS='' GO111MODULE=on /usr/bin/go mod download "$module") >&2
  go=$(cd / && /usr/bin/go env GOMODCACHE)/$module
  # Modules carry no permissions.
  chmod -R u+w "$go"
  chmod +x "$go"/bin/* "$go"/pkg/tool/*/*
  printf '%s\n' "$go/bin/go"
}

# ldflags_of MODULE GO: stripped; and Kubernetes reports the version it was built from.
ldflags_of() {
  local flags='-s -w' version minor package
  if [[ $1 == kubernetes ]]; then
    version=$("$2" list -m -f '{{.Version}}' k8s.io/kubernetes)
    minor=${version#v1.}
    for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
      flags+=" -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=${minor%%.*}"
      flags+=" -X $package.gitTreeState=clean"
    done
  fi
  printf '%s\n' "$flags"
}

# compile MODULE GO DIRECTORY: all the tools that MODULE names.
compile() {
  local module=$1 go=$2 directory=$3 flags
  cd "$TESTCLUSTER_DIR/tools/$module" || exit
  # The user's own settings for modules and vendoring are not about these modules.
  export GOFLAGS='' GOWORK=off CGO_ENABLED=0
  flags=$(ldflags_of "$module" "$go")
  "$go" build -trimpath -buildvcs=false -ldflags "$flags" -o "$directory/" tool
  # go names a program after its package, and etcd's is called "server".
  [[ $module != etcd ]] || mv "$directory/server" "$directory/etcd"
}

# key: a short name for exactly what comes in.
key() { sha256sum | cut -c1-16; }

# tool_directory MODULE: where its programs belong, by its pins and the way of building.
tool_directory() {
  local module=$TESTCLUSTER_DIR/tools/$1
  printf '%s/%s-%s\n' "$BIN" "$1" \
    "$({ declare -f ldflags_of compile && cat "$module/go.mod" "$module/go.sum"; } | key)"
}

# build_tools: every module whose pins (or way of building) have no built programs yet.
build_tools() {
  local module target work go='' builder begun
  for module in etcd kube-router kubernetes; do
    target=$(tool_directory "$module")
    if [[ ! -d $target ]]; then
      [[ -n $go ]] || go=$(find_go)
      work=$target.building
      rm -rf "$work"
      mkdir -p "$work"
      begun=$SECONDS
      say "building $module with $("$go" env GOVERSION) (the first time takes minutes; log: $STATE_HOME/build-$module.log)"
      (compile "$module" "$go" "$work") >"$STATE_HOME/build-$module.log" 2>&1 9>&- &
      builder=$!
      while kill -0 "$builder" 2>/dev/null; do
        sleep 1
        (((SECONDS - begun) % 60 != 59)) || say "still building $module"
      done
      wait "$builder" || {
        tail -n 25 "$STATE_HOME/build-$module.log" >&2
        die "could not build $module"
      }
      mv "$work" "$target"
      say "built $module in $((SECONDS - begun)) s"
    fi
  done
}

# link_tools: stable names for what `up` starts and people use.
link_tools() {
  local module program
  for module in etcd kube-router kubernetes; do
    for program in "$(tool_directory "$module")"/*; do
      ln -sfn "$program" "$BIN/${program##*/}"
    done
  done
}
