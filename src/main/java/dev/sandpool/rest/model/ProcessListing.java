package dev.sandpool.rest.model;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The background processes of a sandbox.
 *
 * @param items oldest first
 */
@Schema(name = "ProcessListing")
public record ProcessListing(List<ProcessBody> items) {}
