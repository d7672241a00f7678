// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.content.DigestCache;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.content.FileDigests.Parts;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDigestsTest {
  private static final String HELLO =
      "sha256=2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
          + " git=b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0 size=5";

  private static final String HELLO_NAME =
      "bind sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  @TempDir private Path directory;

  private final RecordingSink sink = new RecordingSink();
  private final ChangeTimes times = new ChangeTimes(sink);
  private final Map<Bytes, Long> written = new TreeMap<>();
  private FileDigests digests;
  private Path file;
  private Bytes path;
  private long process;
  private long object;
  private long oldNanos;

  /** Finds files at their real paths. */
  private static final class RealFiles implements HostProbe {
    @Override
    public Path file(Bytes path) {
      return PathBytes.path(path);
    }
  }

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "hello");
    path = PathBytes.of(file);
    digests = of(WantedDigests.ALL, PathBytes.of(directory));
    process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/x"), 0), 0);
    object = sink.objectAt(path, ObjectKind.FILE, 0);
  }

  private FileDigests of(WantedDigests wanted, Bytes workingDirectory) {
    DigestCache cache = new DigestCache(directory.resolve("cache"));
    Parts parts =
        new Parts(new RealFiles(), times, new FileHasher(), cache, new BackgroundThreads());
    return new FileDigests(wanted, parts, workingDirectory);
  }

  private long changedNanos() {
    return FileHasher.state(file).changedNanos();
  }

  /** Records a write by a traced process at a time. */
  private void recordWrite(Phase phase, long nanos) {
    times.access(OperationKind.WRITE, phase, process, object, 5, nanos);
    written.put(path, object);
  }

  private void recordWrite() {
    recordWrite(Phase.WHOLE, changedNanos());
  }

  private void finish() {
    digests.finish(written, oldNanos, 1);
  }

  private void assertDigested() {
    finish();
    assertThat(sink.records).containsExactly(HELLO);
    assertThat(sink.events.get(sink.events.size() - 1).what()).isEqualTo(HELLO_NAME);
  }

  private void assertNotDigested() {
    finish();
    assertThat(sink.records).isEmpty();
    assertThat(sink.texts()).noneMatch(each -> each.contains("sha256"));
  }

  // --- outputs ---

  @Test
  void digestsOutputWhoseLastChangeIsRecorded() {
    recordWrite();
    assertDigested();
  }

  @Test
  void digestsOutputWithinTickOfClock() {
    recordWrite(Phase.WHOLE, changedNanos() - FileHasher.CLOCK_TICK_NANOS);
    assertDigested();
  }

  @Test
  void omitsOutputThatChangedAfterLastRecordedChange() {
    recordWrite(Phase.WHOLE, changedNanos() - FileHasher.CLOCK_TICK_NANOS - 1);
    assertNotDigested();
  }

  @Test
  void omitsOutputThatIsReplacedByUnrecordedRename() throws IOException {
    recordWrite(Phase.WHOLE, changedNanos() - FileHasher.CLOCK_TICK_NANOS - 1);
    Path other = Files.writeString(directory.resolve("other"), "HELLO");
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertNotDigested();
  }

  @Test
  void omitsOutputThatIsOlderThanTrace() {
    recordWrite(Phase.WHOLE, Long.MAX_VALUE >> 1);
    oldNanos = changedNanos() + 1;
    assertNotDigested();
  }

  @Test
  void omitsFilteredOutput() {
    times.access(OperationKind.WRITE, Phase.WHOLE, process, object, 5, changedNanos());
    written.put(path, OperationSink.FIRST_FILTERED + 1);
    assertNotDigested();
  }

  @Test
  void omitsOutputWithoutRecordedChange() {
    written.put(path, object);
    assertNotDigested();
  }

  @Test
  void omitsOutputWhosePathBelongsToOtherObject() {
    recordWrite();
    times.bind(process, path, sink.object(declared(), 0), 0);
    assertNotDigested();
  }

  private static ObjectDeclaration declared() {
    return ObjectDeclaration.of(ObjectKind.FILE, "other");
  }

  @Test
  void omitsOutputThatProcessMayStillWrite() {
    recordWrite(Phase.BEGIN, changedNanos());
    assertNotDigested();
  }

  @Test
  void digestsOutputAfterEndOfWriter() {
    recordWrite(Phase.BEGIN, 1);
    times.exit(process, 0, changedNanos());
    assertDigested();
  }

  @Test
  void digestsOutputAfterUnmappedMemory() {
    recordWrite(Phase.BEGIN, 1);
    recordWrite(Phase.END, changedNanos());
    assertDigested();
  }

  @Test
  void digestsHardLinkedOutputUnderItsOwnObjectOnly() throws IOException {
    Path link = Files.createLink(directory.resolve("link"), file);
    long linked = sink.objectAt(PathBytes.of(link), ObjectKind.FILE, 0);
    recordWrite();
    written.put(PathBytes.of(link), linked);
    assertDigested();
  }

  @Test
  void omitsSparseOutputAboveLimit() throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(WantedDigests.MAX_OUTPUT_BYTES).write(ByteBuffer.allocate(1));
    }
    recordWrite();
    assertNotDigested();
  }

  @Test
  void omitsDeletedOutputAndDirectory() throws IOException {
    recordWrite();
    Files.delete(file);
    assertNotDigested();
    Files.createDirectory(file);
    assertNotDigested();
  }

  @Test
  void bindsNoNameToEmptyContent() throws IOException {
    Files.writeString(file, "");
    recordWrite();
    finish();

    assertThat(sink.records).singleElement().asString().endsWith("size=0");
    assertThat(sink.texts()).noneMatch(each -> each.contains("bind sha256"));
  }

  // --- inputs ---

  private void see(FileState state) {
    digests.seen(path, object, state);
  }

  @Test
  void digestsInputWithStateOfFirstUse() {
    see(FileHasher.state(file));
    assertDigested();
  }

  @Test
  void omitsInputThatChangedAfterFirstUse() {
    FileState now = FileHasher.state(file);
    see(new FileState(now.device(), now.inode(), 5, now.modifiedNanos(), now.changedNanos() - 1));
    assertNotDigested();
  }

  @Test
  void omitsInputThatTraceChanged() {
    see(FileHasher.state(file));
    times.access(OperationKind.WRITE, Phase.WHOLE, process, object, 5, changedNanos());
    assertNotDigested();
  }

  @Test
  void omitsInputsOutsideWorkingDirectoryAboveLimitOrUnwanted() {
    FileState now = FileHasher.state(file);
    see(new FileState(now.device(), now.inode(), WantedDigests.MAX_INPUT_BYTES + 1, 1, 1));
    assertNotDigested();
    for (FileDigests each :
        new FileDigests[] {
          of(WantedDigests.ALL, PathBytes.of(directory.resolve("below"))),
          of(WantedDigests.ALL, Bytes.of("/")),
          of(WantedDigests.OUTPUTS, PathBytes.of(directory)),
        }) {
      digests = each;
      see(now);
      assertNotDigested();
    }
  }
}
