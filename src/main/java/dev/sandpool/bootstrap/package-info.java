/**
 * Settings and the composition root: what puts the rooms together, without any container.
 *
 * <p>{@link dev.sandpool.bootstrap.SandpoolSettings#read} turns texts into checked settings, and
 * {@link dev.sandpool.bootstrap.Sandpool#start} builds threads, back end and pool from them. A
 * {@code main} method needs nothing more.
 */
package dev.sandpool.bootstrap;
