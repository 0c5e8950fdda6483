package dev.sandpool.rest.problem;

import java.io.IOException;

/** A request that this door itself refuses. */
public final class RestException extends RuntimeException {

  private static final String FORM = "The body cannot be read as multipart/form-data: ";
  private static final String MAYBE_WRITTEN =
      "; files before that place may have been written, so send them all again";

  private final String code;

  private RestException(String code, String detail, Throwable cause) {
    super(detail, cause);
    this.code = code;
  }

  /** There is no pool of this name. */
  public static RestException noPool(String name) {
    return new RestException(
        "pool_not_found", "There is no pool '" + name + "'; GET /pools lists them", null);
  }

  /** The body is not JSON, or not an object. */
  public static RestException notJson(String detail) {
    return new RestException(ProblemType.INVALID_JSON, detail, null);
  }

  /** The body is more than this door reads into memory. */
  public static RestException bodyTooLarge(long most) {
    return new RestException(
        "body_too_large",
        "The JSON body has more than " + most + " bytes; upload large data as a file",
        null);
  }

  /** The body ended before its end; mostly the client has gone and nobody reads this. */
  public static RestException brokenUpload(IOException cause) {
    return new RestException(
        "bad_request", "The upload broke off, and nothing was changed; send it again", cause);
  }

  /** The body is not a form with files. */
  public static RestException badForm(String why) {
    return new RestException("bad_request", FORM + why + MAYBE_WRITTEN, null);
  }

  /** The form ended before its end; mostly the client has gone and nobody reads this. */
  public static RestException brokenForm(IOException cause) {
    return new RestException("bad_request", FORM + "it broke off" + MAYBE_WRITTEN, cause);
  }

  String code() {
    return code;
  }
}
