package dev.sandpool.rest.model;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A file or directory to rename.
 *
 * @param from its path
 * @param to its new one
 */
@Schema(name = "MoveFile")
public record MoveBody(
    @Schema(required = true, description = "Absolute path") String from,
    @Schema(required = true, description = "Absolute path") String to) {}
