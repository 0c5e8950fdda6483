package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPort;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port, or a range of them.
 *
 * @param first from 1
 * @param last up to 65535; the same as {@code first} for one port
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 */
record Ports(int first, int last, String protocol) {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?(?:/(tcp|udp|sctp))?");

  /**
   * Reads {@code 443}, {@code 8000-8100} or {@code 53/udp}; TCP unless it says.
   *
   * @param whole what the text is a part of, for the error
   */
  static Ports parse(String text, String whole) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(whole);
    }
    int first = Integer.parseInt(form.group(1));
    int last = Optional.ofNullable(form.group(2)).map(Integer::parseInt).orElse(first);
    if (first < 1 || last > 65_535 || first > last) {
      throw refused(whole);
    }
    String protocol = Optional.ofNullable(form.group(3)).orElse("tcp");
    return new Ports(first, last, protocol.toUpperCase(Locale.ROOT));
  }

  static Ports one(int port, String protocol) {
    return new Ports(port, port, protocol);
  }

  V1NetworkPolicyPort model() {
    return new V1NetworkPolicyPort()
        .protocol(protocol)
        .port(new IntOrString(first))
        .endPort(last == first ? null : last);
  }

  private static InvalidValueException refused(String whole) {
    return new InvalidValueException(
        "ports",
        whole,
        "give ports from 1 to 65535 such as :443, :8000-8100 or :53/udp (tcp, udp or sctp)");
  }
}
