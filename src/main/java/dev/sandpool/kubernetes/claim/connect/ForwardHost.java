package dev.sandpool.kubernetes.claim.connect;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * The name of a Pod in URLs that go through a tunnel. It is no name of the network; where it is
 * looked up, the answer has no meaning but to carry the name along.
 *
 * @param namespace of the Pod
 * @param pod its name, which may have dots
 */
record ForwardHost(String namespace, String pod) {

  /** Reserved for names that can't be looked up, RFC 6761. */
  private static final String SUFFIX = ".invalid";

  private static final byte[] NOWHERE = {0, 0, 0, 0};

  static final Dns DNS = name -> List.of(InetAddress.getByAddress(require(name), NOWHERE));

  String name() {
    return namespace + "." + pod + SUFFIX;
  }

  static ForwardHost parse(String name) throws UnknownHostException {
    require(name);
    int dot = name.indexOf('.');
    return new ForwardHost(
        name.substring(0, dot), name.substring(dot + 1, name.length() - SUFFIX.length()));
  }

  private static String require(String name) throws UnknownHostException {
    if (!name.matches("[^.]+\\..+\\.invalid")) {
      throw new UnknownHostException(name + " is not a Pod's name in a tunnel");
    }
    return name;
  }
}
