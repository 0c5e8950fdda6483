package dev.sandpool.kubernetes;

import io.kubernetes.client.openapi.ApiCallback;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1SelfSubjectAccessReview;
import io.kubernetes.client.openapi.models.V1SelfSubjectAccessReviewSpec;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;

/**
 * Asks the API server what Sandpool's account is allowed to do, by one SelfSubjectAccessReview for
 * each right, several at a time on the client's own threads. (A SelfSubjectRulesReview would be one
 * request, but its answer may be incomplete where other authorizers than RBAC have a say.)
 */
final class AccessCheck {

  /** Reviews take a few milliseconds; a start must not hang on them. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final AuthorizationV1Api api;
  private final Duration patience;

  AccessCheck(Cluster cluster) {
    this(cluster, PATIENCE);
  }

  AccessCheck(Cluster cluster, Duration patience) {
    api = new AuthorizationV1Api(cluster.client());
    this.patience = patience;
  }

  /** Asks, and waits for the answers. A review that fails leaves its right unknown. */
  AccessReport review(List<Right> rights) {
    List<Review> reviews = rights.stream().map(this::ask).toList();
    AccessReport.Builder report = new AccessReport.Builder();
    long deadline = System.nanoTime() + patience.toNanos();
    reviews.forEach(review -> review.report(deadline, report));
    return report.build();
  }

  private Review ask(Right right) {
    Review review = new Review(right);
    try {
      review.call =
          Optional.of(api.createSelfSubjectAccessReview(question(right)).executeAsync(review));
    } catch (ApiException e) {
      review.onFailure(e, 0, Map.of());
    }
    return review;
  }

  private static V1SelfSubjectAccessReview question(Right right) {
    V1ResourceAttributes attributes =
        new V1ResourceAttributes()
            .verb(right.verb())
            .group(right.group())
            .resource(right.resource())
            .subresource(right.subresource())
            .namespace(right.namespace());
    return new V1SelfSubjectAccessReview()
        .spec(new V1SelfSubjectAccessReviewSpec().resourceAttributes(attributes));
  }

  /** One question and its answer. */
  private static final class Review implements ApiCallback<V1SelfSubjectAccessReview> {
    private final Right right;
    private final CompletableFuture<V1SubjectAccessReviewStatus> answer = new CompletableFuture<>();
    private Optional<Call> call = Optional.empty();

    Review(Right right) {
      this.right = right;
    }

    void report(long deadline, AccessReport.Builder report) {
      try {
        long left = Math.max(deadline - System.nanoTime(), 0);
        V1SubjectAccessReviewStatus status = answer.orTimeout(left, TimeUnit.NANOSECONDS).join();
        if (!status.getAllowed()) {
          report.missing(right, Optional.ofNullable(status.getEvaluationError()));
        }
      } catch (CompletionException e) {
        call.ifPresent(Call::cancel);
        report.unknown(words(e.getCause()));
      }
    }

    private static String words(Throwable error) {
      if (error instanceof ApiException api) {
        return ApiErrors.describe(api);
      }
      return error instanceof TimeoutException ? "no answer in time" : error.toString();
    }

    @Override
    public void onSuccess(
        V1SelfSubjectAccessReview review, int code, Map<String, List<String>> headers) {
      Optional.ofNullable(review)
          .map(V1SelfSubjectAccessReview::getStatus)
          .ifPresentOrElse(
              answer::complete,
              () -> answer.completeExceptionally(new ApiException("an answer without a status")));
    }

    @Override
    public void onFailure(ApiException error, int code, Map<String, List<String>> headers) {
      answer.completeExceptionally(error);
    }

    @Override
    public void onUploadProgress(long written, long length, boolean done) {}

    @Override
    public void onDownloadProgress(long read, long length, boolean done) {}
  }
}
