package dev.sandpool.rest.model;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * All pools.
 *
 * @param items by name
 */
@Schema(name = "PoolListing")
public record PoolListing(List<PoolBody> items) {}
