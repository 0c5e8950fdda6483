# shellcheck shell=bash
# shellcheck disable=SC2034 # the other parts use these
# Container images, made here from Debian packages and packed without any registry.
# A recipe is the function image_NAME, which leaves the root file system as
# $work/layer.tar. An image is made anew when its recipe changes.

# One that builds on another comes after it.
readonly IMAGE_NAMES=(pause busybox debian sandbox-runtime)
readonly PAUSE_IMAGE=sandpool.test/pause:1

image_name() { printf 'sandpool.test/%s:1\n' "$1"; }

# The recipe, and what it uses besides.
image_archive() {
  printf '%s/%s-%s.tar\n' "$IMAGES" "$1" \
    "$({
      declare -f "image_$1" pack debootstrap_tar
      cat "$TESTCLUSTER_DIR/images/pause.c"
      if [[ $1 == sandbox-runtime ]]; then
        image_archive debian
        cat "$TESTCLUSTER_DIR"/images/sandbox-runtime/*
      fi
    } | key)"
}

# Debian's own sources as this machine has them, and no others: a third party's
# would need its keys, and has nothing for a base system.
debian_sources() {
  local file codename
  codename=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    if [[ -f $file ]] && grep -qE "^(Suites:(.* )?|deb .* )$codename( |\$)" "$file"; then
      printf '%s\n' "$file"
    fi
  done
}

# debootstrap_tar TARGET OPTION...
debootstrap_tar() {
  local target=$1 codename sources
  shift
  codename=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
  mapfile -t sources < <(debian_sources)
  ((${#sources[@]})) || die "no apt source for $codename found in /etc/apt"
  # How this machine reaches its sources (proxies, time checks) holds here too.
  apt-config dump | grep '^Acquire::' | grep -v '::"";$' >"$work/apt.conf" || true
  TMPDIR=$work mmdebstrap --quiet --aptopt="$work/apt.conf" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    "$@" "$codename" "$target" "${sources[@]}"
}

image_debian() {
  # shellcheck disable=SC2016 # $1 is the hook's own argument: the new root
  debootstrap_tar "$work/layer.tar" --variant=minbase --include=python3,procps \
    --customize-hook='echo "sandbox:x:1000:1000::/workspace:/bin/bash" >>"$1/etc/passwd"' \
    --customize-hook='echo "sandbox:x:1000:" >>"$1/etc/group"' \
    --customize-hook='echo "sandbox:!::0:99999:7:::" >>"$1/etc/shadow"' \
    --customize-hook='mkdir "$1/workspace" && chown 1000:1000 "$1/workspace"' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1/etc/apt/apt.conf.d/99mmdebstrap" "$1/etc/dpkg/dpkg.cfg.d/99mmdebstrap"' \
    --customize-hook='rm -f "$1/etc/resolv.conf" "$1/etc/hostname" "$1"/etc/apt/sources.list.d/*'
}

# A minimal userland: no tar, no base64, no python, and busybox's own shell. Debian's
# busybox runs its applets from the shell whether or not they have a link, so the two
# unwanted names are overwritten in its table of names, with others of the same length
# and order; and it is installed only under its applets' names.
image_busybox() {
  local root=$work/rootfs applet
  mkdir -p "$root"/{bin,etc,proc,sys,dev,root,tmp,var,workspace}
  (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download busybox-static && dpkg-deb -x busybox-static_*.deb package)
  LC_ALL=C sed -e 's/\x00tar\x00taskset\x00/\x00taq\x00taskset\x00/' \
    -e 's/\x00base64\x00basename\x00/\x00base63\x00basename\x00/' "$work/package/bin/busybox" >"$root/bin/sh"
  chmod 755 "$root/bin/sh"
  if (cd "$root/bin" && ./sh -c 'PATH=/none; tar --help || base64 --help') >/dev/null 2>&1; then
    die "busybox still knows tar or base64: its table of names has changed"
  fi
  for applet in '[' ash awk basename cat chmod chown cmp cp cut date dd df dirname du echo env expr false \
    find grep head hexdump hostname id kill ln ls md5sum mkdir mktemp mv nc nproc od pgrep pidof pkill printenv printf ps pwd \
    readlink realpath rm rmdir sed seq setsid sha256sum sleep sort stat sync tac tail tee test timeout touch tr \
    true truncate uname uniq wc wget which whoami xargs yes; do
    # Only what this busybox has; it says so by its usage text.
    grep -qzxF -- "$applet" "$work/package/bin/busybox" && ln -s sh "$root/bin/$applet"
  done
  printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'sandbox:x:1000:1000::/workspace:/bin/sh' >"$root/etc/passwd"
  printf '%s\n' 'root:x:0:' 'sandbox:x:1000:' >"$root/etc/group"
  chmod 1777 "$root/tmp"
  tar -C "$root" --numeric-owner --owner=0 --group=0 --exclude=./workspace -cf "$work/layer.tar" .
  tar -C "$root" --numeric-owner --owner=1000 --group=1000 -rf "$work/layer.tar" ./workspace
}

image_pause() {
  mkdir "$work/rootfs"
  gcc -Os -static -s -o "$work/rootfs/pause" "$TESTCLUSTER_DIR/images/pause.c"
  tar -C "$work/rootfs" --numeric-owner --owner=0 --group=0 -cf "$work/layer.tar" pause
}

# The image debian with one program more, which stands for a sandbox's runtime or a router.
image_sandbox-runtime() {
  local go base layer
  go=$(find_go)
  mkdir -p "$work/rootfs/usr/local/bin"
  (
    cd "$TESTCLUSTER_DIR/images/sandbox-runtime"
    export GOFLAGS='' GOWORK=off CGO_ENABLED=0
    "$go" build -trimpath -buildvcs=false -ldflags '-s -w' -o "$work/rootfs/usr/local/bin/sandbox-runtime" .
  )
  base=$(image_archive debian)
  layer=$(layer_of "$base")
  tar -xOf "$base" "blobs/sha256/$layer" >"$work/layer.tar"
  tar -C "$work/rootfs" --numeric-owner --owner=0 --group=0 --mode=755 -rf "$work/layer.tar" usr/local/bin/sandbox-runtime
}

# layer_of ARCHIVE: the digest of the one layer of an archive that pack has made.
layer_of() {
  local manifest
  manifest=$(tar -xOf "$1" index.json | sed -nE 's/.*"digest":"sha256:([0-9a-f]+)".*/\1/p')
  tar -xOf "$1" "blobs/sha256/$manifest" | sed -nE 's/.*"layers":\[.*"digest":"sha256:([0-9a-f]+)".*/\1/p'
}

# pack NAME COMMAND-JSON ARCHIVE: $work/layer.tar as an OCI image layout in one tar file.
# The layer stays uncompressed: the archive never leaves the machine.
pack() {
  local oci=$work/oci layer config manifest
  mkdir -p "$oci/blobs/sha256"
  blob() { # moves FILE among the blobs; prints its digest
    local digest
    digest=$(sha256sum "$1" | cut -d' ' -f1)
    mv "$1" "$oci/blobs/sha256/$digest"
    printf '%s\n' "$digest"
  }
  size() { stat -c %s "$oci/blobs/sha256/$1"; }
  layer=$(blob "$work/layer.tar")
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],"Cmd":%s},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
    "$(dpkg --print-architecture)" "$2" "$layer" >"$work/config"
  config=$(blob "$work/config")
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:%s","size":%s},"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"sha256:%s","size":%s}]}' \
    "$config" "$(size "$config")" "$layer" "$(size "$layer")" >"$work/manifest"
  manifest=$(blob "$work/manifest")
  printf '{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:%s","size":%s,"annotations":{"io.containerd.image.name":"%s"}}]}' \
    "$manifest" "$(size "$manifest")" "$1" >"$oci/index.json"
  printf '{"imageLayoutVersion":"1.0.0"}' >"$oci/oci-layout"
  tar -C "$oci" -cf "$3.part" oci-layout index.json blobs
  mv "$3.part" "$3"
}

build_images() {
  local image archive work command begun
  mkdir -p "$IMAGES"
  for image in "${IMAGE_NAMES[@]}"; do
    archive=$(image_archive "$image")
    [[ ! -e $archive ]] || continue
    begun=$SECONDS
    say "making image $(image_name "$image")"
    work=$IMAGES/$image.making
    rm -rf --one-file-system "$work"
    mkdir -p "$work"
    case $image in
      pause) command='["/pause"]' ;;
      busybox) command='["/bin/sh"]' ;;
      *) command='["/bin/bash"]' ;;
    esac
    # In the background, as bash minds no failing command within "a || b".
    (
      "image_$image"
      pack "$(image_name "$image")" "$command" "$archive"
    ) >"$IMAGES/$image.log" 2>&1 9>&- &
    wait $! || {
      tail -n 25 "$IMAGES/$image.log" >&2
      die "could not make image $(image_name "$image")"
    }
    rm -rf --one-file-system "$work"
    # Archives of earlier recipes are of no use to anybody.
    find "$IMAGES" -maxdepth 1 -name "$image-*.tar" ! -path "$archive" -delete
    say "made image $(image_name "$image") in $((SECONDS - begun)) s"
  done
}

# import_images: into the running containerd, those it does not have yet in this form.
import_images() {
  local image archive
  mkdir -p "$RUN/images"
  for image in "${IMAGE_NAMES[@]}"; do
    archive=$(image_archive "$image")
    if [[ ! -e $RUN/images/${archive##*/} ]]; then
      ctr_ images import "$archive" >>"$LOGS/import.log" 2>&1 || die_of import "$(image_name "$image") could not be imported"
      touch "$RUN/images/${archive##*/}"
    fi
  done
}
