package dev.sandpool.telemetry;

import com.google.protobuf.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/** A collector that servers send metrics and spans to, by OTLP over HTTP. */
final class Collector implements AutoCloseable {

  private final HttpServer server;
  private final ConcurrentMap<String, Metric> metrics = new ConcurrentHashMap<>();
  private final Queue<Span> spans = new ConcurrentLinkedQueue<>();

  Collector(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/v1/metrics", this::takeMetrics);
    server.createContext("/v1/traces", this::takeSpans);
    server.start();
  }

  /** A metric as it was last sent. */
  Optional<Metric> metric(String name) {
    return Optional.ofNullable(metrics.get(name));
  }

  /** The last values of a count, by the values of their attributes in the order of their names. */
  Map<List<String>, Long> counts(String name) {
    Map<List<String>, Long> values = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    metric(name).stream()
        .flatMap(metric -> metric.getSum().getDataPointsList().stream())
        .forEach(point -> values.put(values(point.getAttributesList()), point.getAsInt()));
    return values;
  }

  /** The spans of a name, as far as they have arrived. */
  List<Span> spans(String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  /** The span of an identifier, once it has arrived. */
  Optional<Span> span(com.google.protobuf.ByteString id) {
    return spans.stream().filter(span -> span.getSpanId().equals(id)).findFirst();
  }

  static Optional<String> attribute(Span span, String key) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(key))
        .map(Collector::text)
        .findFirst();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void takeMetrics(HttpExchange exchange) throws IOException {
    take(exchange, ExportMetricsServiceRequest::parseFrom).getResourceMetricsList().stream()
        .flatMap(resource -> resource.getScopeMetricsList().stream())
        .flatMap(scope -> scope.getMetricsList().stream())
        .forEach(metric -> metrics.put(metric.getName(), metric));
  }

  private void takeSpans(HttpExchange exchange) throws IOException {
    take(exchange, ExportTraceServiceRequest::parseFrom).getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .forEach(spans::add);
  }

  private interface Parser<T extends Message> {
    T parse(InputStream body) throws IOException;
  }

  private static <T extends Message> T take(HttpExchange exchange, Parser<T> parser)
      throws IOException {
    try (exchange) {
      T message = parser.parse(exchange.getRequestBody());
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
      return message;
    }
  }

  private static List<String> values(List<KeyValue> attributes) {
    return attributes.stream()
        .sorted((a, b) -> a.getKey().compareTo(b.getKey()))
        .map(Collector::text)
        .toList();
  }

  private static String text(KeyValue attribute) {
    return switch (attribute.getValue().getValueCase()) {
      case STRING_VALUE -> attribute.getValue().getStringValue();
      case INT_VALUE -> Long.toString(attribute.getValue().getIntValue());
      default -> attribute.getValue().toString();
    };
  }
}
