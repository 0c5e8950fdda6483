package dev.sandpool.rest;

import dev.sandpool.rest.problem.Problem;
import dev.sandpool.rest.problem.Problems;
import dev.sandpool.rest.problem.RequestIds;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;

/**
 * Describes errors of a request that has gone asynchronous, when its context can no longer be
 * asked.
 *
 * @param path of the request
 * @param requestId of the request
 */
record RequestErrors(String path, String requestId) {

  static RequestErrors of(UriInfo uri, HttpHeaders headers) {
    return new RequestErrors(uri.getRequestUri().getPath(), RequestIds.of(headers));
  }

  Problem describe(Throwable error) {
    return Problems.describe(error, path, requestId);
  }
}
