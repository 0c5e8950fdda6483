package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.pool.PoolSettings;

/**
 * A specification and its pool.
 *
 * @param spec what its sandboxes are made of
 * @param pool sizes and times
 */
public record PoolPlan(SandboxSpec spec, PoolSettings pool) {}
