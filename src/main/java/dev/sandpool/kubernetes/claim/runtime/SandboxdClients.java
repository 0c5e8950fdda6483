package dev.sandpool.kubernetes.claim.runtime;

import com.squareup.wire.GrpcClient;
import com.squareup.wire.GrpcMethod;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.connect.Target;
import dev.sandpool.kubernetes.claim.runtime.process.ResizeTTYRequest;
import dev.sandpool.kubernetes.claim.runtime.process.ResizeTTYResponse;
import dev.sandpool.kubernetes.claim.runtime.process.StartRequest;
import dev.sandpool.kubernetes.claim.runtime.process.StartResponse;
import dev.sandpool.kubernetes.claim.runtime.process.WriteStdinRequest;
import dev.sandpool.kubernetes.claim.runtime.process.WriteStdinResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** gRPC to sandboxd: HTTP/2 without TLS, over the connections of a way's own client. */
final class SandboxdClients {

  static final GrpcMethod<StartRequest, StartResponse> START =
      new GrpcMethod<>(
          "/process.v1.ProcessService/Start", StartRequest.ADAPTER, StartResponse.ADAPTER);

  static final GrpcMethod<WriteStdinRequest, WriteStdinResponse> WRITE_STDIN =
      new GrpcMethod<>(
          "/process.v1.ProcessService/WriteStdin",
          WriteStdinRequest.ADAPTER,
          WriteStdinResponse.ADAPTER);

  static final GrpcMethod<ResizeTTYRequest, ResizeTTYResponse> RESIZE =
      new GrpcMethod<>(
          "/process.v1.ProcessService/ResizeTTY",
          ResizeTTYRequest.ADAPTER,
          ResizeTTYResponse.ADAPTER);

  /** Finds connections that died without a word. */
  private static final Duration PING = Duration.ofSeconds(20);

  private final Map<OkHttpClient, OkHttpClient> patient = new ConcurrentHashMap<>();

  GrpcClient to(SandboxHttp port) throws IOException {
    Target target = port.target();
    return new GrpcClient.Builder()
        .client(patient.computeIfAbsent(target.http(), SandboxdClients::patient))
        .baseUrl(target.base().toString())
        .minMessageToCompress(Long.MAX_VALUE)
        .build();
  }

  /** Processes may be silent, and slow to read. */
  private static OkHttpClient patient(OkHttpClient http) {
    return http.newBuilder()
        .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO)
        .callTimeout(Duration.ZERO)
        .pingInterval(PING)
        .build();
  }
}
