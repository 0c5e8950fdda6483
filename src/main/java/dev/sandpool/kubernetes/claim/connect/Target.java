package dev.sandpool.kubernetes.claim.connect;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * Where requests for one port of one sandbox go.
 *
 * @param http what sends them
 * @param base what paths are relative to
 * @param headers what each carries; may have credentials, so never to be shown
 */
public record Target(OkHttpClient http, HttpUrl base, Headers headers) {

  /** Shows the place only. */
  @Override
  public String toString() {
    return base.toString();
  }
}
