package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okio.Buffer;
import okio.ByteString;

/** Remembers what a connection told. */
class Heard implements WebSocketEvents {

  final CompletableFuture<String> opened = new CompletableFuture<>();
  final BlockingQueue<ByteString> messages = new LinkedBlockingQueue<>();

  /** All of them, as there may be only one. */
  final List<String> ends = new CopyOnWriteArrayList<>();

  private final CompletableFuture<String> end = new CompletableFuture<>();

  @Override
  public void onOpen(WebSocketConnection connection, String protocol) {
    opened.complete(protocol);
  }

  @Override
  public void onMessage(int first, Buffer others) {
    messages.add(new Buffer().writeByte(first).write(others.readByteString()).readByteString());
  }

  @Override
  public void onClosed(int code, String reason) {
    end("closed " + code + reason);
  }

  @Override
  public void onFailure(IOException error, Response refusal) {
    end("failed " + error.getMessage() + (refusal == null ? "" : " HTTP " + refusal.code()));
  }

  String message() throws InterruptedException {
    ByteString message = messages.poll(10, TimeUnit.SECONDS);
    return message == null ? "nothing" : message.utf8();
  }

  String end() {
    return end.orTimeout(10, TimeUnit.SECONDS).join();
  }

  private void end(String how) {
    ends.add(how);
    end.complete(how);
  }
}
