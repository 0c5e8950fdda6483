package dev.sandpool;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What kind of sandbox to make.
 *
 * @param name the name that requests choose it by; {@value #DEFAULT_NAME} unless named
 * @param image container image (cluster modes)
 * @param workingDirectory where commands start, absolute; made when missing
 * @param environment variables for every command
 * @param resources what it may use
 * @param startupTimeout how long it may take from creation to ready, the set-up script included
 * @param setupScript for {@code /bin/sh}, run once in each new sandbox before anybody gets it; one
 *     in which it fails is not used
 */
public record SandboxSpec(
    String name,
    String image,
    String workingDirectory,
    Map<String, String> environment,
    Resources resources,
    Duration startupTimeout,
    Optional<String> setupScript) {

  /** The name of the specification that serves requests that name none. */
  public static final String DEFAULT_NAME = "default";

  /** Copies the environment. */
  public SandboxSpec {
    Objects.requireNonNull(name, "name");
    SandboxPaths.requireAbsolute("workingDirectory", workingDirectory);
    environment = Map.copyOf(environment);
    Objects.requireNonNull(resources, "resources");
    Objects.requireNonNull(startupTimeout, "startupTimeout");
    Objects.requireNonNull(setupScript, "setupScript");
  }

  /**
   * Kubernetes quantities, such as {@code 100m} and {@code 1Gi}.
   *
   * @param cpuRequest processor share kept for it
   * @param cpuLimit processor share it may use
   * @param memoryRequest memory kept for it
   * @param memoryLimit memory it may use
   * @param storageRequest disk kept for it
   * @param storageLimit disk it may use
   */
  public record Resources(
      String cpuRequest,
      String cpuLimit,
      String memoryRequest,
      String memoryLimit,
      String storageRequest,
      String storageLimit) {}
}
