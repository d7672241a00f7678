// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.junit.jupiter.api.Test;

class CallStackTest {
  private static final long PROGRAM = 1;
  private static final long CALLER = 10;
  private static final long FIRST = 11;
  private static final long SECOND = 12;
  private static final long ADDRESS = 0x77;

  private final List<String> events = new ArrayList<>();
  private final CallStack calls = new CallStack();

  private final TracedProcess program =
      new TracedProcess() {
        @Override
        public int pid() {
          return 5;
        }

        @Override
        public long id() {
          return PROGRAM;
        }

        @Override
        public long object(int fd, boolean isRead) {
          return 0;
        }
      };

  private final OperationSink sink =
      (OperationSink)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {OperationSink.class},
              (proxy, method, given) -> event(method.getName(), given));

  private Object event(String name, Object[] given) {
    if (name.equals("object")) {
      String label = ((ObjectDeclaration) given[0]).label().toString();
      return label.startsWith("memory") ? 100L : 200L;
    }
    switch (name) {
      case "access" -> events.add(given[0] + " " + given[2] + " " + given[3]);
      case "link" -> events.add(given[0] + " " + given[1] + " " + given[2]);
      default -> events.add(name + " " + given[0]);
    }
    return null;
  }

  private void enter(long id) {
    calls.enter(id, true, false, program, sink);
  }

  private long[] active(boolean isWrite) {
    long[] found = new long[8];
    int count = calls.active(isWrite, program, found, sink);
    return java.util.Arrays.copyOf(found, count);
  }

  @Test
  void passesResultToCaller() {
    enter(CALLER);
    enter(FIRST);
    calls.leave("f() = 1", program, sink);

    calls.settle(sink);

    assertThat(events)
        .containsExactly("FORK 10 1", "FORK 11 10", "WRITE 11 200", "exit 11", "READ 10 200");
  }

  @Test
  void keepsIgnoredResultFromCaller() {
    enter(CALLER);
    enter(FIRST);
    calls.leave("f() = 1", program, sink);
    calls.ignoreResult();

    calls.settle(sink);

    assertThat(events).doesNotContain("READ 10 200");
  }

  @Test
  void passesMemoryToLaterCallWithSameAddress() {
    enter(CALLER);
    enter(FIRST);
    calls.argument(ADDRESS, true, sink);
    calls.leave(null, program, sink);
    enter(SECOND);
    calls.argument(ADDRESS, false, sink);

    assertThat(events).containsSubsequence("WRITE 11 100", "READ 12 100");
    assertThat(events).doesNotContain("READ 10 100");
  }

  @Test
  void readsMemoryOfItsCallsBeforeItWrites() {
    enter(CALLER);
    enter(FIRST);
    calls.argument(ADDRESS, true, sink);
    calls.leave(null, program, sink);

    assertThat(active(false)).containsExactly(CALLER);
    assertThat(events).doesNotContain("READ 10 100");
    assertThat(active(true)).containsExactly(CALLER);
    assertThat(events).endsWith("READ 10 100");
  }

  @Test
  void writesNothingThroughConstantAddress() {
    enter(CALLER);
    enter(FIRST);
    calls.argument(ADDRESS, true, sink);
    enter(SECOND);
    calls.argument(ADDRESS, false, sink);
    calls.leave(null, program, sink);

    assertThat(events).doesNotContain("WRITE 12 100");
  }

  @Test
  void attributesAccessToCallAndItsCallerDuringTailCall() {
    enter(CALLER);
    enter(FIRST);
    calls.beginTailCall();

    assertThat(active(false)).containsExactly(FIRST, CALLER);
  }

  @Test
  void attributesAccessToProgramIfAllCallsMayHaveEnded() {
    enter(FIRST);
    calls.beginTailCall();

    assertThat(active(false)).containsExactly(FIRST, PROGRAM);
    calls.unwind(1, program, sink);
    assertThat(active(false)).isEmpty();
  }

  @Test
  void endsCallThatATailCallReplaces() {
    enter(CALLER);
    enter(FIRST);
    calls.beginTailCall();
    calls.enter(SECOND, true, true, program, sink);

    assertThat(events).containsSubsequence("FORK 12 11", "INFORM 10 11", "exit 11");
    assertThat(active(false)).containsExactly(SECOND);
  }

  @Test
  void informsCallerOfCallThatEndsByException() {
    enter(CALLER);
    enter(FIRST);
    calls.unwind(1, program, sink);

    assertThat(events).endsWith("INFORM 10 11", "exit 11");
  }
}
