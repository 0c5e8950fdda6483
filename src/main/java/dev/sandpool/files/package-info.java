/**
 * Files of a sandbox over any back end: {@link dev.sandpool.SandboxFiles} by way of small shell
 * scripts that run inside it.
 *
 * <p>A sandbox needs nothing for it but {@code /bin/sh} and the usual tools (coreutils and
 * findutils, or busybox). The scripts stand beside this package as resources. Paths travel as
 * variables of the request and content as standard input or output, so nothing is ever quoted,
 * expanded or too long for an argument list. Checks are made by the sandbox's kernel, not guessed
 * from names.
 *
 * <p>Linux file names are bytes. Those that are not UTF-8 appear with each such byte as a lone
 * surrogate from {@code U+DC80} to {@code U+DCFF}, and go back as that byte: every listed name can
 * be used.
 */
package dev.sandpool.files;
