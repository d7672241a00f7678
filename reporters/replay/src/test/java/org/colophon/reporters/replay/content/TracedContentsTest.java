// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.reporters.DeclaringSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracedContentsTest {
  private static final long ONE = 1;
  private static final long OTHER = 2;
  private static final long LATER = TimeUnit.SECONDS.toNanos(1);

  @TempDir private Path temporary;

  private final List<String> changes = Collections.synchronizedList(new ArrayList<>());
  private Path directory;
  private TracedContents contents;

  /** Describes a change by its contents. */
  private static final class Describing extends NamedPlugin implements InspectorFactory {
    Describing() {
      super("describing", "test", List.of());
    }

    @Override
    public InspectorTraits traits() {
      return InspectorTraits.of(List.of("*.txt"), List.of());
    }

    @Override
    public Inspector create(Map<String, String> options) {
      return change ->
          List.of(
              new Finding("test", Bytes.of(text(change.before()) + " -> " + text(change.after()))));
    }

    private static String text(Content content) throws IOException {
      return content.exists() ? Bytes.wrap(content.bytes(100)).toString() : "absent";
    }
  }

  private static final class Names extends DeclaringSink {
    @Override
    public void accept(Operation operation) {}
  }

  private final class Host implements HostProbe {
    @Override
    public Path file(Bytes path) {
      return PathBytes.path(path);
    }

    @Override
    public boolean isDirectory(Bytes path) {
      return Files.isDirectory(PathBytes.path(path));
    }
  }

  @BeforeEach
  void start() throws IOException {
    directory = Files.createDirectory(temporary.resolve("watched"));
    FindingOutput output =
        new FindingOutput() {
          @Override
          public void found(Inspection inspection, Finding finding) {
            changes.add(inspection.process() + ": " + finding.data());
          }

          @Override
          public void flush() {}
        };
    Path scratch = Files.createDirectory(temporary.resolve("scratch"));
    contents =
        new TracedContents(
            new Names(),
            new Host(),
            PathBytes.of(directory),
            new PreImageStore(PreImageConfig.in(scratch), FileCloner.NONE),
            Inspections.start(
                InspectionConfig.of(List.of(InspectorSpec.of(new Describing())), scratch),
                () -> output));
  }

  @AfterEach
  void close() {
    contents.close();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(
        directory.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Bytes path(Path file) {
    return PathBytes.of(file);
  }

  private long open(Path file) {
    long object = contents.objectAt(path(file), ObjectKind.FILE, 0);
    contents.openedForWriting(path(file), object);
    return object;
  }

  private void report(OperationKind kind, long process, long object, long nanos) {
    contents.access(kind, Phase.WHOLE, process, object, 0, nanos);
  }

  /** Reports a write and a close. */
  private void change(long process, long object, long nanos) {
    report(OperationKind.WRITE, process, object, nanos);
    report(OperationKind.CLOSE, process, object, nanos);
  }

  @Test
  void attributesChangesToTheirWritersIfSecondIsReportedAfterCopyOfFirst() throws IOException {
    Path file = write("a.txt", "a");
    contents.copyFiles();
    write("a.txt", "b");
    change(ONE, open(file), FileHasher.nowNanos());
    write("a.txt", "c");
    change(OTHER, open(file), FileHasher.nowNanos() + LATER);
    contents.finish();
    assertThat(changes).containsExactly("1: a -> ab", "2: ab -> abc");
  }

  @Test
  void attributesChangeToNoProcessIfCopyMayContainWriteOfAnother() throws IOException {
    Path file = write("a.txt", "a");
    contents.copyFiles();
    write("a.txt", "bc"); // by both, before anything is reported
    long now = FileHasher.nowNanos();
    change(ONE, open(file), now);
    change(OTHER, open(file), now);
    contents.finish();
    assertThat(changes).containsExactly("0: a -> abc");
  }

  @Test
  void endsNoChangeWhileAnotherProcessWrites() throws IOException {
    Path file = write("a.txt", "a");
    contents.copyFiles();
    write("a.txt", "b");
    long now = FileHasher.nowNanos();
    change(ONE, open(file), now);
    report(OperationKind.WRITE, OTHER, open(file), now);
    report(OperationKind.READ, ONE, open(file), now + LATER);
    write("a.txt", "c");
    report(OperationKind.CLOSE, OTHER, open(file), now + 2 * LATER);
    contents.finish();
    assertThat(changes).containsExactly("0: a -> abc");
  }

  @Test
  void attributesChangeToNoProcessIfFileWasChangedAfterLastClose() throws IOException {
    Path file = write("a.txt", "a");
    contents.copyFiles();
    write("a.txt", "b");
    change(ONE, open(file), FileHasher.nowNanos() - LATER);
    contents.finish();
    assertThat(changes).containsExactly("0: a -> ab");
  }

  @Test
  void endsChangeWithItsProcess() throws IOException {
    contents.copyFiles();
    Path file = write("new.txt", "n");
    long now = FileHasher.nowNanos();
    contents.cut(Phase.WHOLE, OTHER, open(file), now); // the shell, for its child
    report(OperationKind.WRITE, ONE, open(file), now);
    contents.exit(ONE, 0, now);
    report(OperationKind.WRITE, OTHER, open(write("other.txt", "")), now + LATER);
    contents.finish();
    assertThat(changes).contains("1: absent -> n");
  }

  @Test
  void reportsNoChangeIfNothingWasWritten() throws IOException {
    Path file = write("a.txt", "a");
    contents.copyFiles();
    change(ONE, open(file), FileHasher.nowNanos());
    contents.finish();
    assertThat(changes).isEmpty();
  }

  @Test
  void comparesReplacingFileWithReplacedOne() throws IOException {
    Path file = write("a.txt", "old");
    contents.copyFiles();
    Path part = write("part", "new");
    long now = FileHasher.nowNanos();
    contents.objectAt(path(part), ObjectKind.FILE, 0);
    Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    contents.rename(ONE, path(part), path(file), now);
    contents.finish();
    assertThat(changes).containsExactly("1: old -> new");
  }

  @Test
  void knowsContentOfDirectoryThatWasMovedIn() throws IOException {
    contents.copyFiles();
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("b.txt"), "b");
    Path inside = directory.resolve("inside");
    Files.move(outside, inside);
    contents.objectAt(path(outside), ObjectKind.DIRECTORY, 0);
    contents.rename(ONE, path(outside), path(inside), FileHasher.nowNanos() + LATER);
    write("inside/b.txt", "c");
    change(ONE, open(inside.resolve("b.txt")), FileHasher.nowNanos() + 2 * LATER);
    contents.finish();
    assertThat(changes).containsExactly("1: b -> bc");
  }

  @Test
  void reportsLossIfFileOfMovedDirectoryWasChangedBeforeItsCopy() throws IOException {
    contents.copyFiles();
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("b.txt"), "b");
    Path inside = directory.resolve("inside");
    Files.move(outside, inside);
    write("inside/b.txt", "c"); // before the move is reported
    contents.objectAt(path(outside), ObjectKind.DIRECTORY, 0);
    contents.rename(ONE, path(outside), path(inside), FileHasher.nowNanos() - LATER);
    change(ONE, open(inside.resolve("b.txt")), FileHasher.nowNanos());
    contents.finish();
    assertThat(changes)
        .singleElement()
        .asString()
        .contains("content-lost", "it was changed before it was copied");
  }

  @Test
  void treatsNamesOfOneFileAsOne() throws IOException {
    Path file = write("a.txt", "a");
    Path link = Files.createLink(directory.resolve("link.txt"), file);
    contents.copyFiles();
    long object = open(file);
    contents.bind(ONE, path(link), object, FileHasher.nowNanos());
    write("a.txt", "b");
    change(ONE, object, FileHasher.nowNanos());
    write("link.txt", "c");
    change(OTHER, object, FileHasher.nowNanos() + LATER);
    contents.finish();
    assertThat(changes).containsExactly("1: a -> ab", "2: ab -> abc");
  }

  @Test
  void knowsContentOfFileThatLosesOneOfItsNamesToAnother() throws IOException {
    Path file = write("a.txt", "old");
    Path link = Files.createLink(directory.resolve("link.txt"), file);
    contents.copyFiles();
    long object = open(file);
    long now = FileHasher.nowNanos();
    contents.bind(ONE, path(link), object, now);
    Path part = write("part", "new");
    contents.objectAt(path(part), ObjectKind.FILE, 0);
    Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    contents.rename(ONE, path(part), path(file), now);
    write("link.txt", "er");
    change(OTHER, object, FileHasher.nowNanos() + LATER);
    contents.finish();
    assertThat(changes).containsExactly("1: old -> new", "2: old -> older");
  }

  @Test
  void keepsNoCopyAfterTheEnd() throws IOException {
    Path file = write("a.txt", "a".repeat(40_000));
    contents.copyFiles();
    assertThat(temporary.resolve("scratch")).isNotEmptyDirectory();
    Files.delete(file);
    contents.objectAt(path(file), ObjectKind.FILE, 0);
    contents.unbind(ONE, path(file), FileHasher.nowNanos());
    assertThat(temporary.resolve("scratch")).isEmptyDirectory();
  }
}
