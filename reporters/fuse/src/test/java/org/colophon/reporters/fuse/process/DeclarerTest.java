package org.colophon.reporters.fuse.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.Test;

class DeclarerTest {
  private static final int OTHERS_TICKS = 1;

  private final int pid = (int) ProcessHandle.current().pid();
  private final List<ProcessDeclaration> declared = new ArrayList<>();

  private OperationSink sink() {
    return (OperationSink)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("process")) {
                return null;
              }
              declared.add((ProcessDeclaration) arguments[0]);
              return (long) declared.size();
            });
  }

  private ProcessDeclaration declare(boolean hasEnded) {
    Program program = new Program(pid, OTHERS_TICKS, 0, "gone", LinkKind.FORK, null);
    program.isOver = hasEnded;
    program.hasEnded = hasEnded;
    new Declarer("host", "boot").declare(program, sink());
    return declared.get(0);
  }

  @Test
  void shouldNotBeWhoHasItsPidNowWhenAProcessHasEnded() {
    ProcessDeclaration gone = declare(true);

    assertThat(gone.identity()).isEqualTo(Identities.process("host", "boot", pid, OTHERS_TICKS, 0));
    assertThat(gone.executable()).isEqualTo(Bytes.of("gone"));
    assertThat(gone.arguments()).isEmpty();
    assertThat(gone.directory()).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void shouldBeAsTheSystemSaysWhenAProcessLives() {
    ProcessDeclaration present = declare(false);

    long ticks = ProcFiles.startTicks(pid);
    assertThat(ticks).isGreaterThan(OTHERS_TICKS);
    assertThat(present.identity()).isEqualTo(Identities.process("host", "boot", pid, ticks, 0));
    assertThat(present.executable().toString()).endsWith("java");
    assertThat(present.arguments()).isNotEmpty();
  }
}
