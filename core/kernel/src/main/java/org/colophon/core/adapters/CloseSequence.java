// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs steps of closing, each even if others fail. One thread. */
public final class CloseSequence {
  private final List<Throwable> failures = new ArrayList<>();
  private final Consumer<Throwable> onFailure;

  /**
   * Constructs a sequence without steps.
   *
   * @param onFailure receives each failure at once
   */
  public CloseSequence(Consumer<Throwable> onFailure) {
    this.onFailure = onFailure;
  }

  public void run(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      failures.add(e);
      onFailure.accept(e);
    }
  }

  public boolean hasFailed() {
    return !failures.isEmpty();
  }

  /** Adds a failure to an earlier one, unless both are the same object. */
  public static void join(Throwable first, Throwable other) {
    if (first != other) {
      first.addSuppressed(other);
    }
  }

  /** Throws the first failure, with the others, if there was one. */
  public void throwFirst() {
    if (failures.isEmpty()) {
      return;
    }
    Throwable first = failures.get(0);
    failures.stream().skip(1).forEach(each -> join(first, each));
    if (first instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) first;
  }
}
