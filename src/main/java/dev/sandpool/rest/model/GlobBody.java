package dev.sandpool.rest.model;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Which files to find by name.
 *
 * @param pattern of their names
 * @param path the directory to look in; null for the sandbox's
 */
@Schema(name = "GlobFiles")
public record GlobBody(
    @Schema(
            required = true,
            description = "Without a slash for names at any depth, with one for paths",
            examples = "src/**/*.py")
        String pattern,
    @Schema(description = "Absolute path of the directory; the working directory unless given")
        String path) {}
