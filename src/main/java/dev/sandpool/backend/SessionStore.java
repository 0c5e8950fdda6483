package dev.sandpool.backend;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which sandbox is kept under which key, for all replicas.
 *
 * <p>A mapping changes by compare and set, so of any number of callers in any number of processes
 * one decides. Identifiers of sandboxes are never used again, so to compare them is enough.
 * Thread-safe; methods block.
 */
public interface SessionStore extends AutoCloseable {

  /**
   * The sandbox of a key; it may be gone by now.
   *
   * @throws dev.sandpool.BackendUnavailableException if the store can't be asked
   */
  Optional<String> find(SessionKey key);

  /**
   * Maps a key to a sandbox, if nobody else did meanwhile.
   *
   * @param before what {@link #find} said
   * @return whether it is mapped to that sandbox now
   * @throws dev.sandpool.BackendUnavailableException if that is not known; to call again is safe
   */
  boolean put(SessionKey key, Optional<String> before, String sandbox);

  /**
   * Forgets a key, if it is mapped to that sandbox.
   *
   * @throws dev.sandpool.BackendUnavailableException if that is not known; to call again is safe
   */
  void remove(SessionKey key, String sandbox);

  /**
   * Forgets the keys of sandboxes that are gone. Does nothing where mappings end by themselves.
   *
   * @param isGone tells of a sandbox by its id
   * @return how many were forgotten
   */
  int sweep(Predicate<String> isGone);

  /** Lets go of connections. Mappings stay. */
  @Override
  void close();
}
