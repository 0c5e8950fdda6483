package dev.sandpool;

import java.util.Optional;

/**
 * What became of one file of {@link SandboxFiles#downloadAll}.
 *
 * @param path as the caller named it
 * @param content the whole file; empty with a failure
 * @param failure why it was not read; empty when it was
 */
public record FileDownloaded(
    String path, Optional<byte[]> content, Optional<FileFailure> failure) {}
