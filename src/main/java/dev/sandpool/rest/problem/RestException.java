package dev.sandpool.rest.problem;

import dev.sandpool.InvalidValueException;
import java.io.IOException;

/** A request that this door itself refuses. */
public final class RestException extends RuntimeException {

  private final String code;
  private final String field;

  private RestException(String code, String field, String detail, Throwable cause) {
    super(detail, cause);
    this.code = code;
    this.field = field;
  }

  /** There is no pool of this name. */
  public static RestException noPool(String name) {
    return new RestException(
        "pool_not_found", null, "There is no pool '" + name + "'; GET /pools lists them", null);
  }

  /** The body is not JSON, or not an object. */
  public static RestException notJson(String detail) {
    return new RestException(ProblemType.INVALID_JSON, null, detail, null);
  }

  /** The body is more than this door reads into memory. */
  public static RestException bodyTooLarge(long most) {
    return new RestException(
        "body_too_large",
        null,
        "The JSON body has more than " + most + " bytes; upload large data as a file",
        null);
  }

  /** The body ended before its end; mostly the client has gone and nobody reads this. */
  public static RestException brokenUpload(IOException cause) {
    return new RestException(
        "bad_request", null, "The upload broke off, and nothing was changed; send it again", cause);
  }

  /** A value was refused under the name that Java has for it; callers know it by another. */
  public static RestException renamed(InvalidValueException refused, String field) {
    String detail = field + refused.getMessage().substring(refused.field().length());
    return new RestException(ProblemType.INVALID_VALUE, field, detail, refused);
  }

  String code() {
    return code;
  }

  String field() {
    return field;
  }
}
