package dev.sandpool.bootstrap;

import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** How texts about connections are read. */
final class ConnectionTypes {

  private static final int LAST_PORT = 65_535;

  /** The number of a port. */
  static final SettingType<Integer> PORT =
      new SettingType<>(
          "port",
          "give a number from 1 to 65535, such as 8080",
          text -> {
            int port = Integer.parseInt(text);
            SettingType.require(port >= 1 && port <= LAST_PORT);
            return port;
          });

  /** An address on the web; which ones are good, its user says. */
  static final SettingType<URI> URL =
      new SettingType<>(
          "address", "give an address such as https://router.example.com", URI::create);

  /** Names and values of HTTP headers. */
  static final SettingType<Map<String, String>> HEADERS =
      new SettingType<>(
          "headers", "give headers such as X-Team=blue,X-Zone=a", ConnectionTypes::headers);

  private ConnectionTypes() {}

  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new TreeMap<>();
    Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .forEach(
            each -> {
              SettingType.require(each.matches("[A-Za-z0-9-]+=[\\x20-\\x7e]*"));
              int equals = each.indexOf('=');
              headers.put(each.substring(0, equals), each.substring(equals + 1).strip());
            });
    return headers;
  }
}
