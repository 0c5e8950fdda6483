/**
 * What a back end must do: make, find, list and delete sandboxes, and run shell commands in them.
 *
 * <p>Everything an application sees beyond that (limits, decoding, files, pooling) is built on
 * these few operations, so every back end behaves alike. The contract test suite beside this
 * package's tests is what a back end must pass.
 */
package dev.sandpool.backend;
