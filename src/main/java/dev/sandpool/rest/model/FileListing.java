package dev.sandpool.rest.model;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The entries of a directory.
 *
 * @param items by name
 */
@Schema(name = "FileListing")
public record FileListing(List<FileBody> items) {}
