package dev.sandpool.rest.model;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What an edit did.
 *
 * @param occurrences how many times the text was replaced
 */
@Schema(name = "EditedFile")
public record EditedBody(int occurrences) {}
