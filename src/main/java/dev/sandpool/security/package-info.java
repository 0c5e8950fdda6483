/**
 * Who may do what with which sandbox, how much of it, and what is written down of it. Knows nothing
 * of HTTP servers: doors tell it who approaches and get {@link dev.sandpool.Sandboxes} that serve
 * that caller and nobody else.
 */
package dev.sandpool.security;
