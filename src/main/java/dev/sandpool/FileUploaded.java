package dev.sandpool;

import java.util.Optional;

/**
 * What became of one file of {@link SandboxFiles#uploadAll}.
 *
 * @param path as the caller named it
 * @param size how many bytes were written; 0 with a failure
 * @param failure why it was not written; empty when it was
 */
public record FileUploaded(String path, long size, Optional<FileFailure> failure) {}
