package org.colophon.reporters.strace.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Descriptors sent through sockets and not received yet. The oldest are evicted at a limit, because
 * an untraced receiver never reports them.
 */
final class Passing {
  private static final int MAX_OBJECTS = 1024;
  private static final int MAX_MESSAGES = 1024;

  /** Ordered by the arrival of the first waiting message. */
  private final Map<Long, Deque<Message>> byObject = new LinkedHashMap<>();

  /** Descriptors sent by one call; compared by identity. */
  static final class Message {
    private final long object;
    private final List<OpenFile> files;

    /**
     * @param object the object through which the message is sent
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

  /** Removes a message whose call failed. */
  void takeBack(Message message) {
    Deque<Message> waiting = byObject.get(message.object);
    if (waiting != null) {
      waiting.remove(message);
      forgetIfEmpty(message.object, waiting);
    }
  }

  /** Returns the descriptors of the next message; empty if none is known. */
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
