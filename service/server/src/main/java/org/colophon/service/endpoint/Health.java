package org.colophon.service.endpoint;

import java.util.List;

/** Health of the service. Any thread. */
public interface Health {
  /** The state in one word; {@code running} when it is ready. */
  String state();

  /** The reason why recording has to stop, other than a kernel failure; mostly empty. */
  String trouble();

  /** Returns true if stored data was found damaged, so that some answers fail. */
  boolean isDegraded();

  /** Warnings for people. */
  List<String> warnings();
}
