package dev.sandpool.kubernetes.stock;

import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;

/**
 * What labels say of an object's place in the stock.
 *
 * @param instance the installation
 * @param holder the replica that keeps or lent it
 * @param madeFrom what it was made from, in short
 * @param state such as {@code warm}
 */
record StockLabels(String instance, String holder, String madeFrom, String state) {

  static StockLabels of(V1ObjectMeta meta) {
    Map<String, String> labels = SandboxKeys.labels(meta);
    return new StockLabels(
        labels.getOrDefault(SandboxKeys.INSTANCE, ""),
        labels.getOrDefault(SandboxKeys.HOLDER, ""),
        labels.getOrDefault(SandboxKeys.MADE_FROM, ""),
        labels.getOrDefault(SandboxKeys.STATE, ""));
  }

  boolean isWarm() {
    return state.equals(SandboxKeys.WARM);
  }

  boolean isInStock() {
    return isWarm() || state.equals(SandboxKeys.STARTING);
  }
}
