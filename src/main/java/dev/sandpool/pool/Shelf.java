package dev.sandpool.pool;

import dev.sandpool.SandboxException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * Commons Pool, as this package uses it: it holds the sandboxes, hands out the oldest warm one, and
 * shows itself by JMX.
 *
 * <p>Three of its habits need care. It makes objects without being asked: when a borrower finds
 * none, and when one was invalidated. Its factory is not told what for. And at its own limit it
 * waits, or spins, for what other threads are making. So its limit is off ({@link Admission} keeps
 * it), and whoever wants one made says how for the length of that call, on the thread of that call,
 * which is the one that Commons Pool makes it on. Without that, the factory has none.
 */
final class Shelf implements AutoCloseable {

  /** Not an error but an answer, and a frequent one: without a stack. */
  private static final class NoneException extends NoSuchElementException {
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private static final class Factory extends BasePooledObjectFactory<PooledSandbox> {

    private static final ThreadLocal<Supplier<PooledSandbox>> MAKER = new ThreadLocal<>();

    @Override
    public PooledSandbox create() {
      Supplier<PooledSandbox> wanted = MAKER.get();
      if (wanted == null) {
        throw new NoneException();
      }
      return wanted.get();
    }

    @Override
    public PooledObject<PooledSandbox> wrap(PooledSandbox sandbox) {
      return new DefaultPooledObject<>(sandbox);
    }
  }

  /** A call of Commons Pool. */
  private interface Call<T> {
    T run() throws Exception;
  }

  private final GenericObjectPool<PooledSandbox> pool;

  Shelf(String name) {
    pool = new GenericObjectPool<>(new Factory(), config(name));
  }

  /** Makes one and puts it among the warm ones. */
  PooledSandbox add(Supplier<PooledSandbox> how) {
    PooledSandbox[] made = new PooledSandbox[1];
    making(
        () -> made[0] = how.get(),
        () -> {
          pool.addObject();
          return null;
        });
    return made[0];
  }

  /** Hands out a warm one; empty if there is none. */
  Optional<PooledSandbox> take() {
    try {
      return Optional.of(call(() -> pool.borrowObject(Duration.ZERO)));
    } catch (NoneException e) {
      return Optional.empty();
    }
  }

  /** Hands out one that is made for it, or a warm one that has just come. */
  PooledSandbox takeOrMake(Supplier<PooledSandbox> how) {
    return making(how, () -> pool.borrowObject(Duration.ZERO));
  }

  /** Takes one out, warm or lent; whoever does so destroys it. Does nothing twice. */
  void remove(PooledSandbox sandbox) {
    try {
      call(
          () -> {
            pool.invalidateObject(sandbox);
            return null;
          });
    } catch (NoneException e) {
      // It is out, and Commons Pool wanted another one in its place.
    } catch (IllegalStateException e) {
      // It was out already, or is not in yet; then who puts it in will see that it is of no use.
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private static <T> T making(Supplier<PooledSandbox> how, Call<T> call) {
    Factory.MAKER.set(how);
    try {
      return call(call);
    } finally {
      Factory.MAKER.remove();
    }
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new SandboxException("The pool failed: " + e.getMessage(), e);
    }
  }

  private static GenericObjectPoolConfig<PooledSandbox> config(String name) {
    GenericObjectPoolConfig<PooledSandbox> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(-1);
    config.setMaxIdle(-1);
    config.setBlockWhenExhausted(false);
    config.setLifo(false);
    config.setJmxNamePrefix("sandpool-" + name);
    return config;
  }
}
