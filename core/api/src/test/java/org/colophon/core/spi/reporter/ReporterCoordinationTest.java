// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReporterCoordinationTest {
  private static final int TASK = 7;

  private final ReporterCoordination coordination = new ReporterCoordination();

  /** Tracer of given threads, which also follows others on request. */
  private static final class FakeTracer implements ProcessTracer {
    private final boolean followsUsers;
    private final Set<Integer> traced = new HashSet<>();

    FakeTracer(boolean followsUsers) {
      this.followsUsers = followsUsers;
    }

    @Override
    public boolean traces(int task) {
      return traced.contains(task);
    }

    @Override
    public boolean followsUsers() {
      return followsUsers;
    }

    @Override
    public boolean follow(int task) {
      return traced.add(task);
    }

    @Override
    public boolean takesStrangers() {
      return false;
    }

    @Override
    public void catchUp() {}

    @Override
    public long processOf(int task) {
      return NOT_TRACED;
    }

    @Override
    public void writes(int task) {}

    @Override
    public void opened(int task, long object, boolean isUnseen) {}

    @Override
    public void reported(int task) {}
  }

  @Test
  void followsThreadThatNoTracerTraces() {
    coordination.join(new FakeTracer(false));
    FakeTracer follower = new FakeTracer(true);
    coordination.join(follower);

    assertThat(coordination.otherTracerOf(TASK, null)).isNull();
    assertThat(coordination.tracerOf(TASK)).isSameAs(follower);
    assertThat(coordination.otherTracerOf(TASK, follower)).isNull();
    assertThat(coordination.otherTracerOf(TASK, null)).isSameAs(follower);
  }

  @Test
  void leavesTracedThreadToItsTracer() {
    FakeTracer follower = new FakeTracer(true);
    coordination.join(follower);
    FakeTracer tracer = new FakeTracer(false);
    coordination.join(tracer);
    tracer.traced.add(TASK);

    assertThat(coordination.tracerOf(TASK)).isSameAs(tracer);
    assertThat(follower.traced).isEmpty();
  }
}
