/** The command line. Only reads arguments and prints: what is done is done in the rooms above. */
package dev.sandpool.cli;
