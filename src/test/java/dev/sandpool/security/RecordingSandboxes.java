package dev.sandpool.security;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandboxes;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Keeps what is asked for, and makes nothing. */
final class RecordingSandboxes {

  private final List<CreateRequest> requests = new ArrayList<>();

  List<CreateRequest> requests() {
    return requests;
  }

  Sandboxes sandboxes() {
    return (Sandboxes)
        Proxy.newProxyInstance(
            RecordingSandboxes.class.getClassLoader(),
            new Class<?>[] {Sandboxes.class},
            (self, method, arguments) -> {
              Arrays.stream(arguments)
                  .filter(CreateRequest.class::isInstance)
                  .map(CreateRequest.class::cast)
                  .forEach(requests::add);
              return method.getReturnType() == Optional.class ? Optional.empty() : null;
            });
  }
}
