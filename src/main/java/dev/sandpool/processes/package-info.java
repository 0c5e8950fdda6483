/**
 * Background processes over any back end: small shell scripts that keep, for each process, a
 * directory with its command, process group, output, input pipe and exit status.
 */
package dev.sandpool.processes;
