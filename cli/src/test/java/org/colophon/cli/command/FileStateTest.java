// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests states of a file reported by several reporters and runs. */
class FileStateTest {
  private static final Bytes PATH = Bytes.of("/w/f");

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void reportFirstState() {
    tester = new CommandTester(directory);
    see(5, 10);
  }

  private static void report(OperationSink sink, String type, long size, long modified) {
    long file = sink.objectAt(PATH, ObjectKind.FILE, 0);
    sink.extend(0, file, type, new FileState(1, 2, size, modified, modified).bytes(), 0);
  }

  private void see(long size, long modified) {
    tester.record(sink -> report(sink, FileState.SEEN, size, modified));
  }

  private static void write(OperationSink sink, long process) {
    long file = sink.objectAt(PATH, ObjectKind.FILE, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
  }

  private static long process(OperationSink sink) {
    return sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/w"), 0), 0);
  }

  private String details() {
    return tester.run("show", PATH.toString()).out();
  }

  @Test
  void beginsVersionWhenSizeOrTimeDiffers() {
    see(6, 10);
    see(6, 11);
    see(6, 11);

    assertThat(details()).contains("versions  3", "changed by something not recorded");
    assertThat(details().split("file-state", -1)).hasSize(4);
  }

  @Test
  void keepsVersionAfterWriteOfReporterWithoutStates() {
    tester.record(sink -> write(sink, process(sink)));
    see(6, 11);

    assertThat(details()).contains("versions  1");
  }

  @Test
  void beginsVersionAfterWriteOfReporterWithStates() {
    tester.record(
        sink -> {
          write(sink, process(sink));
          report(sink, FileState.TYPE, 6, 11);
        });
    see(6, 11);
    assertThat(details()).contains("versions  1");

    see(6, 12);
    assertThat(details()).contains("versions  2");
  }

  @Test
  void comparesWithStatesAndWritesOfSameRun() {
    tester.record(
        sink -> {
          report(sink, FileState.SEEN, 6, 11);
          sink.awaitDurable(sink.flush());
          long process = process(sink);
          write(sink, process);
          sink.awaitDurable(sink.flush());
          report(sink, FileState.SEEN, 7, 12);
          sink.awaitDurable(sink.flush());
          report(sink, FileState.SEEN, 7, 12);
        });

    assertThat(details()).contains("versions  2");
    assertThat(details().split("file-state", -1)).hasSize(4);
  }

  @Test
  void refusesMalformedState() {
    assertThatThrownBy(
            () ->
                tester.record(
                    sink -> {
                      long file = sink.objectAt(PATH, ObjectKind.FILE, 0);
                      sink.extend(0, file, FileState.SEEN, Bytes.of("size=9"), 0);
                    }))
        .isInstanceOf(ColophonException.class)
        .hasMessage(
            "'size=9' is not the state of a file:"
                + " write it as 'size=1 modified=2 changed=3 inode=4 device=5'");
  }
}
