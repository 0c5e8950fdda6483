package dev.sandpool.security;

/** What an {@link Action} needs, the least first. Each includes those before it. */
public enum Right {
  /** To see how things stand, without anything that is in a sandbox. */
  VIEW,
  /** To make, use and end sandboxes of the own tenant. */
  USE,
  /** To do that for all tenants, and to change what all share. */
  OPERATE
}
