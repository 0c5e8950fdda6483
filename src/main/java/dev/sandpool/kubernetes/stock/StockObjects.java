package dev.sandpool.kubernetes.stock;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.SandboxState;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.ApiException;

/**
 * What a mode knows of the objects that stand for its sandboxes.
 *
 * @param <T> the kind of object
 * @param <S> what stands for it here
 */
public interface StockObjects<T extends KubernetesObject, S extends ClusterSandbox<T>> {

  /**
   * What the sandboxes of a specification are made from, in short. May block when it is first asked
   * for.
   *
   * @throws dev.sandpool.SandboxException if none can be made
   */
  String madeFrom(SandboxSpec spec);

  /** Whether an object is where a sandbox's can be. */
  boolean isOurs(T object);

  /** What the state of an object means for another replica that would have its sandbox. */
  SandboxState state(T object);

  /** Changes an object, whole or not at all. Blocks. */
  T change(T object, JsonPatch patch) throws ApiException;

  /**
   * Deletes an object if it still is as it was seen. Blocks.
   *
   * @return whether it was
   */
  boolean deleteAsSeen(T object);

  /**
   * Makes sure that commands run in a sandbox that was taken over. Blocks.
   *
   * @throws dev.sandpool.SandboxException if they don't
   */
  void join(S sandbox, SandboxSpec spec);
}
