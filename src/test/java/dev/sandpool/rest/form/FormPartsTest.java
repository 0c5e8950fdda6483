package dev.sandpool.rest.form;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.rest.problem.RestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormPartsTest {

  private static final String TYPE = "multipart/form-data; boundary=xyz";
  private static final String NAMED = "--xyz\r\nContent-Disposition: form-data; name=\"/a\"\r\n";

  @Test
  void partsComeInOrder() {
    FormParts parts =
        parts(
            NAMED
                + "\r\none\r\n"
                + "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"/b c\"\r\n"
                + "Content-Type: text/plain\r\n\r\n\r\ntwo\r\n--xy\r\n\r\n"
                + "--xyz\r\nContent-Disposition: form-data; name=\"/c\"; filename=\"ignored\"\r\n"
                + "\r\n\r\n"
                + "--xyz--\r\n");

    assertThat(read(parts)).containsExactly("/a=one", "/b c=\r\ntwo\r\n--xy\r\n", "/c=");
    assertThat(parts.hasNext()).isFalse();
  }

  @Test
  void contentIsTakenAsItIs() throws IOException {
    byte[] content = new byte[300_000];
    new Random(1).nextBytes(content);
    String whole =
        NAMED
            + "Content-Type: multipart/mixed; boundary=abc\r\n\r\n"
            + new String(content, ISO_8859_1)
            + "\r\n--abc\r\n\r\nno part\r\n--abc--\r\n"
            + "\r\n--xyz\r\nContent-Disposition: form-data; name=/m\r\n"
            + "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nbody\r\n--xyz--";
    FormParts parts = FormParts.of(TYPE, new ByteArrayInputStream(whole.getBytes(ISO_8859_1)));

    byte[] first = parts.next().content().readAllBytes();
    assertThat(first).startsWith(content).endsWith("--abc--\r\n".getBytes(ISO_8859_1));
    assertThat(read(parts)).containsExactly("/m=Subject: x\r\n\r\nbody");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "name=\"/ü 日本\"                        | /ü 日本",
        "name=\"/back\\slash\\n\"                | /back\\slash\\n",
        "name=\"/a;b=c\"; x=\"y\"                | /a;b=c",
        "name=\"/say %22hi%22\"                  | /say \"hi\"",
        "name=\"/say \\\"hi\\\"\"                | /say \"hi\"",
        "name=\"/100%25.txt\"                    | /100%25.txt",
        "name=\"/$(id) `x`\"                     | /$(id) `x`",
        "name=\"../x\"                           | ../x",
        "name=file; filename=\"../../etc/x\"     | ../../etc/x",
        "filename=\"/f\"; name=\"file\"          | /f",
        "name=\"/n\"; filename=\"/f\"            | /n",
        "NAME=/token                             | /token",
      })
  void namesAreLiteral(String parameters, String path) {
    assertThat(read(parts(disposition(parameters)))).containsExactly(path + "=x");
  }

  @Test
  void linesInNamesAreEscapedAsBrowsersDo() {
    assertThat(read(parts(disposition("name=\"/a%0D%0Ab\"")))).containsExactly("/a\r\nb=x");
    assertThat(read(parts(disposition("name=\"/ends\\\"")))).containsExactly("/ends\\=x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no parts at all",
        "--xyz\r\n\r\nno name\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"/open\r\n\r\nx\r\n--xyz--",
        NAMED,
        NAMED + "\r\nbroken off",
        NAMED + "\r\nbroken off\r\n--xyz",
        NAMED + "\r\nother end\r\n--abc--\r\n",
      })
  void whatIsNoFormIsRefused(String body) {
    assertThatThrownBy(() -> read(parts(body)))
        .isInstanceOf(RestException.class)
        .hasMessageContaining("cannot be read as multipart/form-data");
  }

  @Test
  void aHeaderHasALimit() {
    String body = disposition("name=\"/" + "a".repeat(20_000) + "\"");
    assertThatThrownBy(() -> read(parts(body))).isInstanceOf(RestException.class);
  }

  @Test
  void aNameMustBeUtf8() {
    byte[] body = disposition("name=\"/\u00FF\"").getBytes(ISO_8859_1);
    assertThatThrownBy(() -> read(FormParts.of(TYPE, new ByteArrayInputStream(body))))
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void aBoundaryIsNeeded() {
    InputStream body = new ByteArrayInputStream(NAMED.getBytes(UTF_8));
    assertThatThrownBy(() -> FormParts.of("multipart/form-data", body))
        .isInstanceOf(RestException.class)
        .hasMessageContaining("boundary");
  }

  @Test
  void aPartThatBreaksOffIsNeverWhole() {
    FormParts parts = parts(NAMED + "\r\nbroken off");
    InputStream content = parts.next().content();
    assertThatThrownBy(content::readAllBytes).isInstanceOf(IOException.class);
    assertThatThrownBy(parts::hasNext).isInstanceOf(RestException.class);
  }

  @Test
  void aConnectionThatBreaksIsSaidToHave() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("reset");
          }

          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            return read();
          }
        };
    InputStream body =
        new SequenceInputStream(
            new ByteArrayInputStream((NAMED + "\r\n" + "x".repeat(100_000)).getBytes(UTF_8)),
            broken);
    FormParts parts = FormParts.of(TYPE, body);
    InputStream content = parts.next().content();
    assertThatThrownBy(content::readAllBytes).hasMessage("reset");
    assertThatThrownBy(parts::hasNext)
        .isInstanceOf(RestException.class)
        .hasMessageContaining("broke off");
  }

  private static String disposition(String parameters) {
    return "--xyz\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\nx\r\n--xyz--\r\n";
  }

  private static FormParts parts(String body) {
    return FormParts.of(TYPE, new ByteArrayInputStream(body.getBytes(UTF_8)));
  }

  private static List<String> read(FormParts parts) {
    List<String> read = new ArrayList<>();
    while (parts.hasNext()) {
      FormPart part = parts.next();
      read.add(part.path() + "=" + content(part));
    }
    return read;
  }

  /** One that fails is for the next part to tell. */
  private static String content(FormPart part) {
    try {
      return new String(part.content().readAllBytes(), UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
