// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.proc.ProcFiles;
import org.junit.jupiter.api.Test;

class ProgramDeclarerTest {
  private static final int OTHERS_TICKS = 1;

  private final int pid = (int) ProcessHandle.current().pid();
  private final List<ProcessDeclaration> declared = new ArrayList<>();

  private final Map<Long, ProcessDeclaration> described = new HashMap<>();
  private final List<String> calls = new ArrayList<>();

  private OperationSink sink() {
    return (OperationSink)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              if (method.getName().equals("describe")) {
                described.put((long) arguments[0], (ProcessDeclaration) arguments[1]);
              }
              if (method.getName().equals("flush")) {
                return 0L;
              }
              if (!method.getName().equals("process")) {
                return null;
              }
              declared.add((ProcessDeclaration) arguments[0]);
              return (long) declared.size();
            });
  }

  private ProcessDeclaration declare(boolean hasEnded) {
    Program program = new Program(pid, OTHERS_TICKS, 0, "gone", LinkKind.FORK, null);
    program.isObsolete = hasEnded;
    program.hasEnded = hasEnded;
    new ProgramDeclarer("host", "boot", AncestorDetail.NAMES).declare(program, sink());
    return declared.get(0);
  }

  @Test
  void describesEndedProcessWithoutReusedPid() {
    ProcessDeclaration gone = declare(true);

    assertThat(gone.identity()).isEqualTo(Identities.process("host", "boot", pid, OTHERS_TICKS, 0));
    assertThat(gone.executable()).isEqualTo(Bytes.of("gone"));
    assertThat(gone.arguments()).isEmpty();
    assertThat(gone.directory()).isEqualTo(Bytes.EMPTY);
  }

  /** Declares this process as its own child. */
  private Program declareChild(ProgramDeclarer declarer) {
    Program parent = new Program(pid, OTHERS_TICKS, 0, "parent", LinkKind.FORK, null);
    declarer.declare(new Program(pid, OTHERS_TICKS, 1, "child", LinkKind.FORK, parent), sink());
    return parent;
  }

  @Test
  void declaresAncestorsByNameUntilTheyUseTheMount() {
    ProgramDeclarer declarer = new ProgramDeclarer("host", "boot", AncestorDetail.NAMES);
    Program parent = declareChild(declarer);

    assertThat(declared).hasSize(2);
    assertThat(declared.get(0).executable()).isEqualTo(Bytes.of("java"));
    assertThat(declared.get(0).arguments()).isEmpty();
    assertThat(declared.get(0).directory()).isEqualTo(Bytes.EMPTY);
    assertThat(declared.get(1).arguments()).isNotEmpty();
    assertThat(described).isEmpty();
    assertThat(parent.isUndeclared()).isTrue();

    declarer.declare(parent, sink());
    assertThat(declared).hasSize(2);
    assertThat(described.get(parent.id()).arguments()).isNotEmpty();
    assertThat(described.get(parent.id()).identity()).isEqualTo(declared.get(0).identity());
    assertThat(parent.isUndeclared()).isFalse();
  }

  @Test
  void publishesLinksAtOnce() {
    declareChild(new ProgramDeclarer("host", "boot", AncestorDetail.NAMES));

    assertThat(calls).endsWith("link", "flush");
  }

  @Test
  void declaresAncestorsInFullIfOptionIsFull() {
    declareChild(new ProgramDeclarer("host", "boot", AncestorDetail.FULL));

    assertThat(declared).hasSize(2);
    assertThat(declared.get(0).arguments()).isNotEmpty();
  }

  @Test
  void declaresNoAncestorsIfOptionIsNone() {
    Program parent = declareChild(new ProgramDeclarer("host", "boot", AncestorDetail.NONE));

    assertThat(declared).hasSize(1);
    assertThat(parent.id()).isZero();
  }

  @Test
  void describesLiveProcessFromProc() {
    ProcessDeclaration present = declare(false);

    long ticks = ProcFiles.startTicks(Integer.toString(pid));
    assertThat(ticks).isGreaterThan(OTHERS_TICKS);
    assertThat(present.identity()).isEqualTo(Identities.process("host", "boot", pid, ticks, 0));
    assertThat(present.executable().toString()).endsWith("java");
    assertThat(present.arguments()).isNotEmpty();
  }
}
