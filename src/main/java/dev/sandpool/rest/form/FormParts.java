package dev.sandpool.rest.form;

import dev.sandpool.rest.problem.RestException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;

/**
 * The parts of a {@code multipart/form-data} body, read from the connection as they are asked for.
 *
 * <p>Not by Jakarta REST's {@code EntityPart}: the server reads the whole body before it gives the
 * first part, and keeps what is large in temporary files, up to a limit.
 */
public final class FormParts implements Iterator<FormPart> {

  /** A path has up to 4095 bytes, of which each may be three in the header. */
  private static final int LONGEST_HEADER = 16 * 1024;

  private static final int MOST_HEADERS = 100;

  private final MimeTokenStream tokens =
      new MimeTokenStream(
          new MimeConfig.Builder()
              // A body that breaks off must not pass for a whole one.
              .setStrictParsing(true)
              .setMaxLineLen(LONGEST_HEADER)
              .setMaxHeaderLen(LONGEST_HEADER)
              .setMaxHeaderCount(MOST_HEADERS)
              .build());
  private Optional<FormPart> next = Optional.empty();
  private boolean ended;
  private int count;

  private FormParts() {}

  /**
   * Begins to read a body.
   *
   * @param contentType its media type, with the boundary
   * @throws RestException if it is not such a body; so do the methods of the result
   */
  public static FormParts of(String contentType, InputStream body) {
    FormParts parts = new FormParts();
    parts.tokens.parseHeadless(body, contentType);
    parts.requireMultipart();
    // What a part is made of is the file's own affair.
    parts.tokens.setRecursionMode(RecursionMode.M_FLAT);
    return parts;
  }

  @Override
  public boolean hasNext() {
    if (next.isEmpty() && !ended) {
      next = read();
      ended = next.isEmpty();
    }
    return next.isPresent();
  }

  @Override
  public FormPart next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    FormPart part = next.orElseThrow();
    next = Optional.empty();
    return part;
  }

  private void requireMultipart() {
    EntityState state = tokens.getState();
    while (state != EntityState.T_START_MULTIPART) {
      if (state == EntityState.T_BODY || state == EntityState.T_END_OF_STREAM) {
        throw RestException.badForm("its Content-Type has no boundary");
      }
      state = advance();
    }
  }

  private Optional<FormPart> read() {
    Optional<Disposition> disposition = Optional.empty();
    while (true) {
      switch (advance()) {
        case T_START_BODYPART -> count++;
        case T_FIELD -> disposition = latest(disposition, tokens.getField());
        case T_BODY -> {
          return Optional.of(part(disposition));
        }
        case T_END_OF_STREAM -> {
          return Optional.empty();
        }
        default -> {}
      }
    }
  }

  private FormPart part(Optional<Disposition> disposition) {
    String name =
        disposition
            .flatMap(found -> found.parameter("name"))
            .orElseThrow(() -> RestException.badForm("part " + count + " has no name"));
    return new FormPart(
        name,
        disposition.flatMap(found -> found.parameter("filename")),
        tokens.getDecodedInputStream());
  }

  private static Optional<Disposition> latest(Optional<Disposition> before, Field field) {
    return field.getName().equalsIgnoreCase("Content-Disposition")
        ? Optional.of(Disposition.parse(field.getRaw().toByteArray()))
        : before;
  }

  private EntityState advance() {
    try {
      return tokens.next();
    } catch (MimeException | MimeIOException e) {
      throw RestException.badForm("part " + count + ": " + e.getMessage());
    } catch (IOException e) {
      throw RestException.brokenForm(e);
    }
  }
}
