package dev.sandpool.rest;

import dev.sandpool.FileUpload;

/** The query parameter {@code mode} of uploads. */
final class UploadModes {

  static final String DESCRIPTION =
      "Permission bits in octal, such as 0755; unless given those of the file that is replaced, or"
          + " 0644";

  private UploadModes() {}

  /** The file with the permission bits that were asked for, if any. */
  static FileUpload with(String mode, FileUpload file) {
    return mode == null ? file : file.withMode(mode);
  }
}
