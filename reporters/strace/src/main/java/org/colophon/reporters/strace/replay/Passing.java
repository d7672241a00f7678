package org.colophon.reporters.strace.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Descriptors that were sent through sockets and have not arrived. Those whose receiver is not
 * traced never do, so the oldest are forgotten when there are too many.
 */
final class Passing {
  private static final int MAX_OBJECTS = 1024;
  private static final int MAX_MESSAGES = 1024;

  /** In the order in which the first message that waits came. */
  private final Map<Long, Deque<Message>> byObject = new LinkedHashMap<>();

  /** What one call sent; no two are the same. */
  static final class Message {
    private final long object;
    private final List<OpenFile> files;

    /**
     * @param object what the message passes through
     */
    Message(long object, List<OpenFile> files) {
      this.object = object;
      this.files = files;
    }
  }

  void send(Message message) {
    Deque<Message> waiting = byObject.get(message.object);
    if (waiting == null) {
      waiting = new ArrayDeque<>();
      byObject.put(message.object, waiting);
      if (byObject.size() > MAX_OBJECTS) {
        byObject.remove(byObject.keySet().iterator().next());
      }
    }
    waiting.add(message);
    if (waiting.size() > MAX_MESSAGES) {
      waiting.remove();
    }
  }

  /** It was not sent after all. */
  void takeBack(Message message) {
    Deque<Message> waiting = byObject.get(message.object);
    if (waiting != null) {
      waiting.remove(message);
      forgetIfEmpty(message.object, waiting);
    }
  }

  /** What the next message through an object brings, nothing if none is known to be on its way. */
  List<OpenFile> receive(long object) {
    Deque<Message> waiting = byObject.get(object);
    if (waiting == null) {
      return List.of();
    }
    Message next = waiting.remove();
    forgetIfEmpty(object, waiting);
    return next.files;
  }

  private void forgetIfEmpty(long object, Deque<Message> waiting) {
    if (waiting.isEmpty()) {
      byObject.remove(object);
    }
  }
}
