package dev.sandpool.rest.model;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A piece of output in an event stream.
 *
 * @param text what arrived; never a part of a character
 */
@Schema(name = "OutputEvent")
public record OutputEvent(String text) {}
