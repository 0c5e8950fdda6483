/** Conversations and their sandboxes: who has which, for how long, on any number of replicas. */
package dev.sandpool.session;
