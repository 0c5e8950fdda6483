/**
 * Metrics and spans of sandboxes by the OpenTelemetry API.
 *
 * <p>{@link dev.sandpool.telemetry.Telemetry} is the only thing that others use. Metrics come from
 * events and from how the pools stand, so the pool knows nothing of them; spans come from wrappers
 * around what applications and back ends see. All of it does next to nothing where the application
 * has no OpenTelemetry SDK.
 */
package dev.sandpool.telemetry;
