package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What Sandpool's account is not allowed to do.
 *
 * @param missing the rights that it lacks
 * @param remarks what the server had to say on that, such as that a bound role does not exist
 * @param unknown why some rights could not be looked at; empty when all were
 */
record AccessReport(List<Right> missing, Set<String> remarks, Optional<String> unknown) {

  private static final Logger LOG = System.getLogger(AccessReport.class.getName());

  /**
   * Says all that is wrong: in an error where Sandpool is of no use so, else in a line of the log.
   *
   * @throws BackendUnavailableException if a right is missing that is required
   */
  void settle() {
    unknown.ifPresent(
        why ->
            LOG.log(
                Level.WARNING,
                "The cluster does not tell all of what Sandpool''s account may do ({0}); what it"
                    + " may not do will show where it is needed",
                why));
    if (missing.stream().anyMatch(Right::required)) {
      throw new BackendUnavailableException(
          "Sandpool's account lacks rights in the cluster: " + words());
    }
    if (!missing.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "Sandpool works, but its account lacks rights in the cluster: {0}",
          words());
    }
  }

  private String words() {
    String list = missing.stream().map(Right::missing).collect(Collectors.joining("; "));
    String files =
        missing.stream().map(Right::grantedBy).distinct().collect(Collectors.joining(" and "));
    String said = remarks.isEmpty() ? "" : " [" + String.join("; ", remarks) + "]";
    return list + said + ". Grant them with " + files;
  }

  static final class Builder {
    private final List<Right> missing = new ArrayList<>();
    private final Set<String> remarks = new LinkedHashSet<>();
    private Optional<String> unknown = Optional.empty();

    void missing(Right right, Optional<String> remark) {
      missing.add(right);
      remark.filter(text -> !text.isBlank()).ifPresent(remarks::add);
    }

    void unknown(String why) {
      unknown = Optional.of(why);
    }

    AccessReport build() {
      return new AccessReport(List.copyOf(missing), Set.copyOf(remarks), unknown);
    }
  }
}
