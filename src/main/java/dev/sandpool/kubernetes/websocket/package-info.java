/**
 * WebSocket (RFC 6455) on connections that OkHttp has opened and upgraded: masking by words instead
 * of bytes, no queue, and no copy that is not needed.
 */
package dev.sandpool.kubernetes.websocket;
