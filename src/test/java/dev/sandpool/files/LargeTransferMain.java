package dev.sandpool.files;

import dev.sandpool.SandboxFiles;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** A JVM that sends a file to a Pod and fetches it; started with a heap much smaller than that. */
final class LargeTransferMain {

  private static final String PATH = "/workspace/large";

  private LargeTransferMain() {}

  public static void main(String[] arguments) throws IOException {
    long size = Long.parseLong(arguments[0]);
    try (TestCluster test = TestCluster.open("large");
        ExecThreads threads = ExecThreads.create();
        RawBackend backend =
            new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT)) {
      ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
      transfer(sandbox, size);
      sandbox.destroy();
    }
  }

  private static void transfer(ManagedSandbox sandbox, long size) throws IOException {
    SandboxFiles files = new ShellFiles(sandbox::start, "/", Duration.ofMinutes(9));
    long start = System.nanoTime();
    DigestOutput sent = new DigestOutput(OutputStream.nullOutputStream());
    require(
        files.upload(PATH, copying(TestStreams.generated(size), sent)) == size, "upload's size");
    long between = System.nanoTime();
    DigestOutput got = new DigestOutput(OutputStream.nullOutputStream());
    require(files.download(PATH, got) == size, "download's size");
    long end = System.nanoTime();
    String hash = sent.digest().hex();
    require(got.digest().hex().equals(hash), "content that came back");
    String there = TestCommand.run(sandbox, "sha256sum " + PATH).stdout();
    require(there.equals(hash + "  " + PATH + "\n"), "content in the Pod");
    System.out.printf(
        "%d bytes, heap of %d: up %.1f MB/s, down %.1f MB/s%n",
        size,
        Runtime.getRuntime().maxMemory(),
        size * 1e3 / (between - start),
        size * 1e3 / (end - between));
  }

  private static InputStream copying(InputStream source, OutputStream target) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = source.read(buffer, offset, length);
        if (n > 0) {
          target.write(buffer, offset, n);
        }
        return n;
      }
    };
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new AssertionError("The " + what + " is wrong");
    }
  }
}
