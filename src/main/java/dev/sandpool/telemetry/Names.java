package dev.sandpool.telemetry;

import static io.opentelemetry.api.common.AttributeKey.booleanKey;
import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;
import java.util.Locale;

/**
 * What attributes are called.
 *
 * <p>OpenTelemetry's own names are used where there are some. Those of metrics have few values
 * ever: each combination of values is a time series for as long as the process lives.
 */
final class Names {

  /** The instrumentation scope of all metrics and spans. */
  static final String SCOPE = "dev.sandpool";

  static final AttributeKey<String> POOL = stringKey("sandpool.pool.name");
  static final AttributeKey<String> STATE = stringKey("sandpool.sandbox.state");
  static final AttributeKey<String> SOURCE = stringKey("sandpool.borrow.source");
  static final AttributeKey<String> EVICTION = stringKey("sandpool.eviction.reason");
  static final AttributeKey<Boolean> RECLAIMED = booleanKey("sandpool.leak.reclaimed");
  static final AttributeKey<String> OUTCOME = stringKey("sandpool.exec.outcome");

  /** On spans only: there is no end to them. */
  static final AttributeKey<String> SANDBOX = stringKey("sandpool.sandbox.id");

  static final AttributeKey<Long> EXIT_CODE = longKey("process.exit.code");
  static final AttributeKey<String> ERROR_TYPE = stringKey("error.type");

  private Names() {}

  static List<AttributeKey<?>> all() {
    return List.of(
        POOL, STATE, SOURCE, EVICTION, RECLAIMED, OUTCOME, SANDBOX, EXIT_CODE, ERROR_TYPE);
  }

  /** The value of an attribute for one of a fixed set. */
  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
