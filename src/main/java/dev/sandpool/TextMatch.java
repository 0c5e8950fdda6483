package dev.sandpool;

/**
 * A line in which a text was found.
 *
 * @param path the file, absolute
 * @param line the number of the line, from 1
 * @param text the line without its end; what is not UTF-8 in it is replaced
 */
public record TextMatch(String path, long line, String text) {}
