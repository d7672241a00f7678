// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.colophon.core.collect.BoundedMap;

/**
 * Descriptors that were sent through sockets and not received yet. Above a limit, the oldest are
 * evicted, because the receiver may be untraced.
 */
public final class PassedDescriptors {
  private static final int MAX_OBJECTS = 1024;
  private static final int MAX_MESSAGES = 1024;

  /** Messages by object. The objects are ordered by the arrival of their first waiting message. */
  private final Map<Long, Deque<Message>> byObject = BoundedMap.byAge(MAX_OBJECTS);

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
    Deque<Message> waiting = byObject.computeIfAbsent(message.object, key -> new ArrayDeque<>());
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

  private void removeIfEmpty(long object, Deque<Message> waiting) {
    if (waiting.isEmpty()) {
      byObject.remove(object);
    }
  }
}
