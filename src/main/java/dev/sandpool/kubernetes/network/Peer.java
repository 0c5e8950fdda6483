package dev.sandpool.kubernetes.network;

import io.kubernetes.client.openapi.models.V1NetworkPolicyPeer;

/** Whom a sandbox may call. */
interface Peer {

  V1NetworkPolicyPeer model();
}
