package org.colophon.reporters.replay.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.reporters.replay.line.LineScan;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.Syscall;

/**
 * Descriptors that were sent through sockets and not received yet. Above a limit, the oldest are
 * evicted, because the receiver may be untraced.
 */
public final class PassedDescriptors {
  private static final byte[] RIGHTS =
      "SCM_RIGHTS, cmsg_data=[".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_OBJECTS = 1024;
  private static final int MAX_MESSAGES = 1024;

  /** Messages by object. The objects are ordered by the arrival of their first waiting message. */
  private final Map<Long, Deque<Message>> byObject = new LinkedHashMap<>();

  /** Descriptors that one call sends. Instances are compared by identity. */
  public static final class Message {
    private final long object;
    private final List<OpenFile> files;

    /**
     * @param object the object through which the message is sent
     */
    public Message(long object, List<OpenFile> files) {
      this.object = object;
      this.files = files;
    }
  }

  public void send(Message message) {
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
  public void cancel(Message message) {
    Deque<Message> waiting = byObject.get(message.object);
    if (waiting != null) {
      waiting.remove(message);
      removeIfEmpty(message.object, waiting);
    }
  }

  /** Returns the descriptors of the next message; empty if none is known. */
  public List<OpenFile> receive(long object) {
    Deque<Message> waiting = byObject.get(object);
    if (waiting == null) {
      return List.of();
    }
    Message next = waiting.remove();
    removeIfEmpty(object, waiting);
    return next.files;
  }

  /** Returns the descriptors in a message's control data. Ignores similar text in the message. */
  public static int[] in(StraceLine line) {
    boolean hasControl = line.call() != Syscall.SENDTO && line.call() != Syscall.RECVFROM;
    byte[] buffer = line.buffer();
    int to = hasControl ? line.to(1) : 0;
    for (int p = line.from(1); p + RIGHTS.length <= to; p++) {
      if (buffer[p] == '"') {
        int end = LineScan.stringEnd(buffer, p + 1, to);
        p = end < 0 ? to : end - 1;
      } else if (buffer[p] == 'S'
          && Arrays.equals(buffer, p, p + RIGHTS.length, RIGHTS, 0, RIGHTS.length)) {
        return numbers(buffer, p + RIGHTS.length, to);
      }
    }
    return new int[0];
  }

  private static int[] numbers(byte[] buffer, int from, int to) {
    int end = from;
    while (end < to && buffer[end] != ']') {
      end++;
    }
    List<Integer> found = new ArrayList<>();
    for (int p = from; p < end; p++) {
      if (p == from || buffer[p - 1] == ' ') {
        found.add((int) LineScan.number(buffer, p, end));
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private void removeIfEmpty(long object, Deque<Message> waiting) {
    if (waiting.isEmpty()) {
      byObject.remove(object);
    }
  }
}
