package org.colophon.service.endpoint;

import java.util.List;

/** How the service itself is. Any thread. */
public interface Health {
  /** Its state, a word; {@code running} when it is ready. */
  String state();

  /** Why it does not go on, beside what the kernel says; empty while it does. */
  String trouble();

  /** Returns whether stored data was found damaged: it records, and some answers fail. */
  boolean isDegraded();

  /** What people should know. */
  List<String> warnings();
}
