package dev.sandpool.bench;

import dev.sandpool.Sandbox;
import dev.sandpool.backend.Checksums;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * 100 MB of random bytes into a Pod and back, checked by SHA-256, beside {@code kubectl cp}, which
 * checks nothing, and beside that with such a check.
 */
final class TransferBenchmark {

  private static final int BYTES = 100_000_000;
  private static final int WARM_UP = 1;
  private static final int ROUNDS = 5;

  private final Samples upload = new Samples("upload of 100 MB");
  private final Samples copyIn = new Samples("kubectl cp of 100 MB into the Pod");
  private final Samples checkedIn = new Samples("the same, then both SHA-256 compared");
  private final Samples download = new Samples("download of 100 MB");
  private final Samples copyOut = new Samples("kubectl cp of 100 MB out of the Pod");
  private final Samples checkedOut = new Samples("the same, then both SHA-256 compared ");

  private final BenchBed bed;

  TransferBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  void run() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("sandpool-bench");
    Path source = directory.resolve("source");
    Path target = directory.resolve("target");
    try (Sandbox sandbox = bed.borrow()) {
      random(source);
      for (int i = -WARM_UP; i < ROUNDS; i++) {
        round(sandbox, source, target, i >= 0);
      }
    } finally {
      Files.deleteIfExists(source);
      Files.deleteIfExists(target);
      Files.delete(directory);
    }
    Samples.print(upload, copyIn, checkedIn, download, copyOut, checkedOut);
    System.out.printf(
        "MB/s at p50: upload %.0f, kubectl %.0f; download %.0f, kubectl %.0f%n",
        speed(upload), speed(copyIn), speed(download), speed(copyOut));
    Samples.ratio("kubectl cp / upload", copyIn, upload);
    Samples.ratio("kubectl cp, compared / upload", checkedIn, upload);
    Samples.ratio("kubectl cp / download", copyOut, download);
    Samples.ratio("kubectl cp, compared / download", checkedOut, download);
  }

  private void round(Sandbox sandbox, Path source, Path target, boolean counted)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (InputStream content = Files.newInputStream(source)) {
      sandbox.files().upload("/workspace/ours", content);
    }
    long uploaded = System.nanoTime();
    bed.kubectl().run("cp", source.toString(), sandbox.id() + ":/workspace/theirs");
    long copied = System.nanoTime();
    compare(sandbox, source);
    long compared = System.nanoTime();
    try (OutputStream content = Files.newOutputStream(target)) {
      sandbox.files().download("/workspace/ours", content);
    }
    long downloaded = System.nanoTime();
    same(source, target);
    long again = System.nanoTime();
    bed.kubectl().run("cp", sandbox.id() + ":/workspace/theirs", target.toString());
    long copiedOut = System.nanoTime();
    compare(sandbox, target);
    long end = System.nanoTime();
    same(source, target);
    if (counted) {
      upload.add(uploaded - start);
      copyIn.add(copied - uploaded);
      checkedIn.add(compared - uploaded);
      download.add(downloaded - compared);
      copyOut.add(copiedOut - again);
      checkedOut.add(end - again);
    }
  }

  /** What Sandpool's transfers do too, and {@code kubectl cp} does not. */
  private void compare(Sandbox sandbox, Path local) throws IOException, InterruptedException {
    String there = bed.kubectl().run("exec", sandbox.id(), "--", "sha256sum", "/workspace/theirs");
    if (!there.startsWith(Checksums.sha256(Files.readAllBytes(local)))) {
      throw new IllegalStateException("the copy differs");
    }
  }

  private static double speed(Samples samples) {
    return BYTES / 1e3 / samples.millis(50);
  }

  private static void random(Path file) throws IOException {
    byte[] content = new byte[BYTES];
    new Random(1).nextBytes(content);
    Files.write(file, content);
  }

  private static void same(Path one, Path other) throws IOException {
    if (Files.mismatch(one, other) >= 0) {
      throw new IllegalStateException("the copy differs");
    }
  }
}
