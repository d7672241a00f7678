package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.strace.line.Syscall;
import org.junit.jupiter.api.Test;

class TracerOptionsTest {
  /** Calls that the replay handles in saved output, but that need not be traced. */
  private static final Set<Syscall> NOT_TRACED =
      EnumSet.of(
          Syscall.OTHER,
          Syscall.EXIT,
          Syscall.EXIT_GROUP,
          Syscall.MPROTECT,
          Syscall.LISTEN,
          Syscall.OWN_ADDRESS);

  @Test
  void tracesAllRelevantCalls() {
    Set<String> traced =
        new HashSet<>(List.of(TracerOptions.CALLS.replace("?", "").split(",", -1)));
    for (Syscall call : Syscall.values()) {
      if (!NOT_TRACED.contains(call)) {
        assertThat(traced).containsAll(call.names());
      }
    }
  }

  @Test
  void tracesOnlyKnownCalls() {
    Set<String> known = new HashSet<>();
    for (Syscall call : Syscall.values()) {
      known.addAll(call.names());
    }
    assertThat(TracerOptions.CALLS.replace("?", "").split(",", -1)).isSubsetOf(known);
  }
}
