package dev.sandpool.mcp.http;

import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sessions of all clients of this process, until they end. For any thread. */
final class Sessions implements AutoCloseable {

  /** The code for it that clients know from other servers. */
  private static final int NO_SESSION = -32001;

  private final int most;
  private final Duration idleTtl;
  private final Map<String, HttpSession> byId = new LinkedHashMap<>();
  private boolean closed;

  /** Keeps so many, each for so long without use. */
  Sessions(int most, Duration idleTtl) {
    this.most = most;
    this.idleTtl = idleTtl;
  }

  /**
   * Keeps a new one.
   *
   * @throws RefusedException if there are as many as there may be
   */
  synchronized void add(HttpSession session) throws RefusedException {
    if (closed || byId.size() >= most) {
      throw new RefusedException(
          HttpServletResponse.SC_SERVICE_UNAVAILABLE,
          -32000,
          closed
              ? "The server stops; try again later"
              : "There are " + most + " sessions, which is sandpool.mcp.max-sessions; try later");
    }
    byId.put(session.id(), session);
  }

  /**
   * The session of an id.
   *
   * @param id as the client gives it; null if it gives none
   * @throws RefusedException if it is not there, or another tenant's, which looks the same
   */
  HttpSession require(String id, String tenant) throws RefusedException {
    if (id == null) {
      throw new RefusedException(
          HttpServletResponse.SC_BAD_REQUEST,
          -32600,
          "Mcp-Session-Id: no value was given; send initialize, then the id of its answer");
    }
    return find(id)
        .filter(session -> session.tenant().equals(tenant))
        .orElseThrow(
            () ->
                new RefusedException(
                    HttpServletResponse.SC_NOT_FOUND,
                    NO_SESSION,
                    "Mcp-Session-Id: there is no such session, or no more; send initialize"));
  }

  private synchronized Optional<HttpSession> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Ends one, and gives its sandbox up. Blocks. */
  void end(HttpSession session) {
    if (removed(session)) {
      session.client().close();
    }
  }

  private synchronized boolean removed(HttpSession session) {
    return byId.remove(session.id(), session);
  }

  /** Ends what was not used for so long. Blocks. */
  void sweep() {
    all().stream().filter(session -> session.client().isUnusedFor(idleTtl)).forEach(this::end);
  }

  private synchronized List<HttpSession> all() {
    return new ArrayList<>(byId.values());
  }

  /** Ends all, and takes no more. Blocks. */
  @Override
  public void close() {
    refuseMore();
    all().parallelStream().forEach(this::end);
  }

  private synchronized void refuseMore() {
    closed = true;
  }
}
