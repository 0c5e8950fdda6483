package dev.sandpool.rest;

import dev.sandpool.rest.problem.Problem;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeIn;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Everything under {@code /api/v1}. */
@ApplicationPath("/api/v1")
@OpenAPIDefinition(
    info =
        @Info(
            title = "Sandpool",
            version = "1",
            description = "Isolated Linux sandboxes from a warm pool: run commands, move files.",
            license =
                @License(
                    name = "Apache-2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.txt")),
    tags = {
      @Tag(name = "Sandboxes", description = "Create, find, delete"),
      @Tag(name = "Commands", description = "Run commands"),
      @Tag(name = "Processes", description = "Run commands in the background"),
      @Tag(name = "Files", description = "Read and write files"),
      @Tag(name = "Pools", description = "How the pools stand")
    },
    security = {@SecurityRequirement(name = "apiKey"), @SecurityRequirement(name = "token")},
    components =
        @Components(
            securitySchemes = {
              @SecurityScheme(
                  securitySchemeName = "apiKey",
                  type = SecuritySchemeType.APIKEY,
                  in = SecuritySchemeIn.HEADER,
                  apiKeyName = "X-API-Key",
                  description = "An API key; not needed where the service is open to its machine"),
              @SecurityScheme(
                  securitySchemeName = "token",
                  type = SecuritySchemeType.HTTP,
                  scheme = "bearer",
                  bearerFormat = "JWT",
                  description = "A MicroProfile JWT; likewise")
            },
            responses = {
              @APIResponse(
                  name = "NotAuthenticated",
                  description = "It is not known who calls",
                  headers =
                      @Header(
                          name = "WWW-Authenticate",
                          schema = @Schema(type = SchemaType.STRING)),
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "Forbidden",
                  description = "No role of the caller allows it, or the sandbox itself does not",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "LimitReached",
                  description = "The tenant has as much as it may have; the problem says of what",
                  headers =
                      @Header(
                          name = "Retry-After",
                          description = "Seconds to wait",
                          schema = @Schema(type = SchemaType.INTEGER)),
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "Invalid",
                  description = "A value or the body cannot be used; the problem names it",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "NotFound",
                  description = "There is no such sandbox, file or pool",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class))),
              @APIResponse(
                  name = "Failed",
                  description = "Anything else; the code of the problem says what",
                  content =
                      @Content(
                          mediaType = Problem.MEDIA_TYPE,
                          schema = @Schema(implementation = Problem.class)))
            }))
public class SandpoolApplication extends Application {}
