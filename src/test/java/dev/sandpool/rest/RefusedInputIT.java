package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service refuses, and in which words. */
@Tag("service")
class RefusedInputIT {

  private static final SandpoolClient CLIENT = new SandpoolClient();
  private static String sandbox;

  @BeforeAll
  static void create() {
    sandbox = CLIENT.create();
  }

  @AfterAll
  static void delete() {
    CLIENT.delete(sandbox);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                       | command        | no value was given
          {"command": " "}                         | command        | give a shell command
          {"command": "a\\u0000b"}                 | command        | remove the NUL character
          {"command": 5}                           | command        | give a JSON string
          {"command": "x", "timoutSeconds": 1}     | timoutSeconds  | the members are command, timeoutSeconds
          {"command": "x", "timeoutSeconds": 0}    | timeoutSeconds | give more than 0 seconds
          {"command": "x", "timeoutSeconds": -1}   | timeoutSeconds | give more than 0 seconds
          {"command": "x", "timeoutSeconds": "1"}  | timeoutSeconds | give a JSON number
          {"command": "x", "cwd": "src"}           | cwd            | give an absolute path
          {"command": "x", "env": ["A=b"]}         | env            | give a JSON object of strings
          {"command": "x", "env": {"A": 1}}        | env.A          | give a JSON string
          {"command": "x", "env": {"A B": "c"}}    | env            | name variables with letters
          {"command": "x", "maxOutputBytes": -1}   | maxOutputBytes | give 0 or more bytes
          {"command": "x", "maxOutputBytes": 1.5}  | maxOutputBytes | give a whole number
          """)
  void commands(String body, String field, String cure) {
    refused(CLIENT.post(sandbox + "/exec", body), field, cure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"ttl": 60}                 | ttl            | the members are spec, key, labels, tenant, ttlSeconds, idleTtlSeconds
          {"key": ""}                 | key            | give the id of a conversation
          {"key": 7}                  | key            | give a JSON string
          {"key": "\\ud800"}          | key            | give text that UTF-8 can write
          {"ttlSeconds": -1}          | ttlSeconds     | '-1' cannot be used; give seconds from 0
          {"ttlSeconds": "1h"}        | ttlSeconds     | give a JSON number
          {"ttlSeconds": 0}           | ttlSeconds     | give more than 0 and at most
          {"ttlSeconds": 172801}      | ttlSeconds     | give more than 0 and at most
          {"ttlSeconds": 1e99}        | ttlSeconds     | give more than 0 and at most
          {"ttlSeconds": 0, "key": "a"} | ttlSeconds   | give more than 0 and at most
          {"idleTtlSeconds": -0.5}    | idleTtlSeconds | give seconds from 0
          {"spec": "gpu"}             | spec        | the specifications here are default
          {"labels": {"a b": "c"}}    | labels      | name labels with 1 to 63 letters
          {"labels": {"a": "b\\nc"}}   | labels.a       | give up to 1024 characters on one line
          {"labels": {"a": 1}}        | labels.a       | give a JSON string
          {"labels": {"state": "x"}}  | labels      | choose another
          {"tenant": "a\\nb"}          | tenant      | give up to 128 characters
          {"tenant": 1}               | tenant      | give a JSON string
          """)
  void creations(String body, String field, String cure) {
    refused(CLIENT.post("sandboxes", body), field, cure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"ttlSeconds": -1}          | ttlSeconds     | give seconds from 0
          {"ttlSeconds": 0}           | ttlSeconds     | give more than 0 and at most
          {"ttlSeconds": 1e99}        | ttlSeconds     | give more than 0 and at most
          {"ttlSeconds": true}        | ttlSeconds     | give a JSON number
          {"idleTtlSeconds": 1}       | idleTtlSeconds | the members are ttlSeconds
          """)
  void renewals(String body, String field, String cure) {
    refused(CLIENT.post(sandbox + "/renew", body), field, cure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"maxIdleSeconds": -1}      | maxIdleSeconds | give seconds from 0
          {"maxIdle": 1}              | maxIdle        | the members are maxIdleSeconds, dryRun
          {"dryRun": "yes"}           | dryRun         | give true or false
          """)
  void cleanUps(String body, String field, String cure) {
    refused(CLIENT.post("cleanup", body), field, cure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"minIdle": -1}                  | minIdle           | keep between 0 and sandpool.pool.max-total
          {"minIdle": 21}                  | minIdle           | keep between 0 and sandpool.pool.max-total, which is 20
          {"minIdle": 1.5}                 | minIdle           | give a whole number
          {"maxIdle": 1, "minIdle": 2}     | maxIdle           | keep between sandpool.pool.min-idle
          {"maxTotal": 0}                  | maxTotal          | allow at least 1 sandbox
          {"maxTotal": 5000000000}         | maxTotal          | give at most 1000000
          {"maxPerTenant": "1"}            | maxPerTenant      | give a JSON number
          {"maxPerTenant": 21}             | maxPerTenant      | give 0 for no limit
          {"refillParallelism": 0}         | refillParallelism | make at least 1 at a time
          {"refillRate": -1}               | refillRate        | give 0 for no limit
          {"maxWait": 1}                   | maxWait           | the members are minIdle, maxIdle
          """)
  void changesOfPools(String body, String field, String cure) {
    refused(CLIENT.patch("pools/default", body), field, cure);
  }

  @ParameterizedTest
  @CsvSource({
    "/files?path=a,path,give an absolute path",
    "/files?path=%2Fa%00b,path,remove the NUL character",
    "/files,path,no value was given",
    "/files/content?path=../a,path,give an absolute path"
  })
  void paths(String request, String field, String cure) {
    refused(CLIENT.get(sandbox + request), field, cure);
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0,limit",
    "limit=x,limit",
    "label=x,label",
    "status=x,status",
    "cursor=%25,cursor"
  })
  void queries(String query, String field) {
    refused(CLIENT.get("sandboxes?" + query), field, "give ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          hello                           | The body is not JSON
          ``                              | The body is empty
          {"command": "true"              | The body is not JSON
          {"command": "true"} x           | The body is not JSON
          ["true"]                        | The body is not a JSON object
          {"command": "a", "command": ""} | The body has the member 'command' twice
          """)
  void bodiesThatAreNotJson(String body, String detail) {
    JsonObject problem = problem(CLIENT.post(sandbox + "/exec", body), 400, "invalid_json");

    assertThat(problem.getString("detail")).contains(detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                | paths    | give a JSON array of absolute paths
          {"paths": "/a"}   | paths    | give a JSON array of strings
          {"paths": [1]}    | paths[0] | give a JSON string
          {"path": "/a"}    | path     | the members are paths
          """)
  void downloads(String body, String field, String cure) {
    refused(CLIENT.post(sandbox + "/files/download", body), field, cure);
  }

  @Test
  void modesThatAreNone() {
    BodyPublisher body = BodyPublishers.ofString("x");
    refused(
        CLIENT.put(sandbox + "/files/content?path=/tmp/x&mode=rwx", body),
        "mode",
        "three or four octal digits");
    refused(CLIENT.form(sandbox + "/files/upload?mode=9", ""), "mode", "octal digits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text",
        "--xyz\r\n\r\nno name\r\n--xyz--\r\n",
        "--xyz\r\nContent-Disposition: form-data; name=\"/tmp/broken\"\r\n\r\nbroken off",
      })
  void formsThatAreNone(String body) {
    problem(CLIENT.form(sandbox + "/files/upload", body), 400, "bad_request");
    problem(CLIENT.get(sandbox + "/files/content?path=/tmp/broken"), 404, "file_not_found");
  }

  @Test
  void otherContentTypes() {
    problem(CLIENT.post(sandbox + "/files/upload", "{}"), 415, "unsupported_media_type");
    HttpRequest form =
        CLIENT
            .request(sandbox + "/exec")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("command=ls"))
            .build();

    problem(CLIENT.send(form), 415, "unsupported_media_type");
  }

  /** The servers of the tests run on modes that cannot. */
  @Test
  void suspendingWhereThatCannotBe() {
    problem(CLIENT.post(sandbox + "/suspend", ""), 501, "not_supported");
    problem(CLIENT.post(sandbox + "/resume", ""), 501, "not_supported");
    problem(CLIENT.post("sandboxes/sp-none/suspend", ""), 404, "sandbox_not_found");
  }

  @Test
  void unknownSandboxes() {
    problem(CLIENT.get("sandboxes/sp-none"), 404, "sandbox_not_found");
    problem(CLIENT.get("sandboxes/NO_ID"), 404, "sandbox_not_found");
    problem(
        CLIENT.post("sandboxes/sp-none/exec", "{\"command\": \"ls\"}"), 404, "sandbox_not_found");
    problem(CLIENT.get("sandboxes/sp-none/files?path=/"), 404, "sandbox_not_found");
    problem(CLIENT.form("sandboxes/sp-none/files/upload", "--xyz--"), 404, "sandbox_not_found");
    problem(
        CLIENT.put("sandboxes/sp-none/files/content?path=/a", BodyPublishers.ofString("x")),
        404,
        "sandbox_not_found");
    assertThat(CLIENT.delete("sandboxes/sp-none").statusCode()).isEqualTo(204);
  }

  @Test
  void filesThatAreNotThereOrNotToBeHad() {
    problem(CLIENT.get(sandbox + "/files/content?path=/none"), 404, "file_not_found");
    problem(CLIENT.delete(sandbox + "/files/content?path=/none"), 404, "file_not_found");
    problem(CLIENT.get(sandbox + "/files/content?path=/tmp"), 409, "is_directory");
    problem(CLIENT.get(sandbox + "/files?path=/etc/passwd"), 409, "not_a_directory");
    problem(
        CLIENT.put(sandbox + "/files/content?path=/etc/passwd", BodyPublishers.ofString("x")),
        403,
        "permission_denied");
  }

  @Test
  void otherPathsAndMethods() {
    problem(CLIENT.get("nothing"), 404, "not_found");
    problem(CLIENT.get("pools/none"), 404, "pool_not_found");
    problem(CLIENT.patch("pools/none", "{}"), 404, "pool_not_found");
    HttpResponse<String> response = CLIENT.delete("sandboxes");
    problem(response, 405, "method_not_allowed");
    assertThat(response.headers().firstValue("Allow").orElseThrow()).contains("POST");
  }

  @Test
  void requestIdsThatCouldSpoilTheLog() {
    assertThat(requestId("run-7.a")).isEqualTo("run-7.a");
    assertThat(requestId("a b")).hasSize(36);
  }

  private static String requestId(String offered) {
    HttpResponse<String> response =
        CLIENT.send(CLIENT.request("nothing").header("X-Request-ID", offered).GET().build());
    String echoed = response.headers().firstValue("X-Request-ID").orElseThrow();
    assertThat(json(response).getString("requestId")).isEqualTo(echoed);
    return echoed;
  }

  private static void refused(HttpResponse<String> response, String field, String cure) {
    JsonObject problem = problem(response, 400, "invalid_value");
    assertThat(problem.getString("field")).isEqualTo(field);
    assertThat(problem.getString("detail")).startsWith(field + ": ").contains(cure);
  }

  private static JsonObject problem(HttpResponse<String> response, int status, String code) {
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    JsonObject problem = json(response);
    assertThat(problem.getString("code")).isEqualTo(code);
    assertThat(problem.getInt("status")).isEqualTo(status);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(problem.getString("type")).endsWith(code);
    assertThat(problem.getString("instance")).startsWith("/api/v1/");
    return problem;
  }
}
