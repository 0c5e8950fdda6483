package dev.sandpool.cdi;

import dev.sandpool.CreateRequest;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Lends sandboxes that have an id and count their end. */
@Alternative
@Priority(1)
@ApplicationScoped
public class CountingSandboxes implements Sandboxes {

  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  public int created() {
    return created.get();
  }

  public int closed() {
    return closed.get();
  }

  @Override
  public Sandbox create(CreateRequest request) {
    String id = "sp-" + created.incrementAndGet();
    return (Sandbox)
        Proxy.newProxyInstance(
            Sandbox.class.getClassLoader(),
            new Class<?>[] {Sandbox.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                closed.incrementAndGet();
              }
              return method.getName().equals("id") ? id : null;
            });
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return Optional.empty();
  }

  @Override
  public List<SandboxInfo> list() {
    return List.of();
  }

  @Override
  public boolean delete(String id) {
    return false;
  }

  @Override
  public List<PoolStatus> pools() {
    return List.of();
  }
}
