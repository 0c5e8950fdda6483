package dev.sandpool.files;

import java.util.Optional;

/**
 * A file that waits in memory for others to be written together with it.
 *
 * @param index its place in the whole batch
 * @param path absolute, checked
 * @param content all of it
 * @param mode permission bits, if any are asked for
 */
record SmallFile(int index, String path, byte[] content, Optional<String> mode) {}
