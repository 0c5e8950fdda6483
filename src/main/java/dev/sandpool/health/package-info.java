/** MicroProfile Health checks. None of them calls the back end. */
package dev.sandpool.health;
