// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.adapters.CloseSequence;
import org.junit.jupiter.api.Test;

class CloseSequenceTest {
  private final List<Throwable> told = new ArrayList<>();
  private final CloseSequence steps = new CloseSequence(told::add);

  private void failing(RuntimeException failure) {
    steps.run(
        () -> {
          throw failure;
        });
  }

  @Test
  void runsAllStepsAndThrowsTheFirstFailureWithTheOthers() {
    RuntimeException first = new IllegalStateException("first");
    RuntimeException second = new IllegalStateException("second");
    List<String> made = new ArrayList<>();
    failing(first);
    failing(second);
    steps.run(() -> made.add("last"));
    assertThatThrownBy(steps::throwFirst).isSameAs(first).hasSuppressedException(second);
    assertThat(made).containsExactly("last");
    assertThat(told).containsExactly(first, second);
  }

  /** Several steps find the same earlier failure, and each rethrows it. */
  @Test
  void throwsFailureOfSeveralStepsOnlyOnce() {
    RuntimeException failure = new IllegalStateException("the disk is gone");
    failing(failure);
    failing(failure);
    assertThatThrownBy(steps::throwFirst).isSameAs(failure).hasNoSuppressedExceptions();
  }

  @Test
  void throwsNothingWhenNothingFailed() {
    steps.run(() -> {});
    steps.throwFirst();
    assertThat(steps.hasFailed()).isFalse();
  }
}
