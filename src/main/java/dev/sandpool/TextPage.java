package dev.sandpool;

import java.util.OptionalLong;

/**
 * Some lines of a text file.
 *
 * @param content the lines with their line ends
 * @param totalLines how many lines the file has
 * @param nextOffset the offset of the page after this one; empty at the end
 */
public record TextPage(String content, long totalLines, OptionalLong nextOffset) {}
