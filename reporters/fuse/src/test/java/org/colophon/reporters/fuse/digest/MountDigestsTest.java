// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.colophon.reporters.fuse.scope.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests digests without a mount. */
@Timeout(60)
class MountDigestsTest {
  private static final Logger LOG = Logger.getLogger(MountDigests.class.getName());
  private static final long LONG_MILLIS = 30_000;

  @TempDir private Path directory;

  private final Os os = Os.load();
  private final List<String> attached = new CopyOnWriteArrayList<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord message) {
          messages.add(new SimpleFormatter().formatMessage(message));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private Mirror mirror;
  private Path path;
  private Node node;
  private final OperationSink sink =
      (OperationSink)
          Proxy.newProxyInstance(
              OperationSink.class.getClassLoader(),
              new Class<?>[] {OperationSink.class},
              (proxy, method, arguments) -> call(method.getName(), arguments));

  private Object call(String name, Object[] arguments) {
    if (name.equals("extend")) {
      attached.add((String) arguments[2]);
    }
    return name.equals("isBound") ? false : null;
  }

  /** A file that was written, and may change again before a report. */
  private record Written(LastState state, Runnable beforeReport) implements MountDigests.Recorded {
    @Override
    public long id() {
      return 1;
    }

    @Override
    public long afterWaiting(OperationSink sink, Runnable report) {
      beforeReport.run();
      report.run();
      return 0;
    }
  }

  @BeforeEach
  void open() throws IOException {
    path = Files.writeString(directory.resolve("file"), "hello");
    mirror = Mirror.open(os, PathBytes.of(directory).toArray());
    node = TestNodes.register(os, mirror.nodes, path, mirror.root());
    LOG.addHandler(handler);
  }

  @AfterEach
  void close() {
    LOG.removeHandler(handler);
    mirror.close();
  }

  private MountDigests digests(FileHasher hasher) {
    return new MountDigests(
        WantedDigests.OUTPUTS,
        Path.of("/mnt"),
        mirror,
        new Scope(List.of(), List.of(), List.of()),
        hasher,
        sink,
        new BackgroundThreads());
  }

  private LastState written() {
    FileState now = FileHasher.state(path);
    LastState state = new LastState();
    state.changed();
    state.opened(now, true);
    assertThat(state.released(now)).isEqualTo(now);
    return state;
  }

  private void digest(LastState state, Runnable beforeReport) {
    MountDigests digests = digests(new FileHasher());
    digests.closed(node, new Written(state, beforeReport));
    digests.close(LONG_MILLIS);
  }

  @Test
  void attachesDigestOfWrittenFile() {
    digest(written(), () -> {});

    assertThat(attached).containsExactly(FileDigest.TYPE);
    assertThat(messages).isEmpty();
  }

  @Test
  void omitsDigestIfChangeBeginsBeforeItIsAttached() {
    LastState state = written();

    digest(state, state::changed);

    assertThat(attached).isEmpty();
  }

  @Test
  void omitsDigestIfLinuxHasForgottenTheFile() {
    TestNodes.forget(mirror.nodes, node);

    digest(written(), () -> {});

    assertThat(attached).isEmpty();
  }

  @Test
  void reportsLargeFiles() throws IOException {
    try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
      large.setLength(WantedDigests.MAX_OUTPUT_BYTES + 1);
    }
    LOG.setLevel(java.util.logging.Level.INFO);

    digest(written(), () -> {});

    assertThat(attached).isEmpty();
    assertThat(messages).singleElement().asString().startsWith("1 files below /mnt have no digest");
  }

  @Test
  void reportsMissingDigestsIfMountEndsFirst() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    MountDigests digests =
        digests(
            new FileHasher(
                file -> {
                  begun.countDown();
                  return hanging(interrupted);
                },
                file -> null));

    digests.closed(node, new Written(written(), () -> {}));
    begun.await();
    digests.closed(node, new Written(written(), () -> {}));
    digests.close(1);

    assertThat(interrupted.await(LONG_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    assertThat(attached).isEmpty();
    assertThat(messages)
        .singleElement()
        .asString()
        .startsWith("2 files below /mnt have no digest, because the mount ended first");
  }

  /** Returns only after an interrupt. */
  private static ReadableByteChannel hanging(CountDownLatch interrupted) throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      Thread.currentThread().interrupt();
    }
    throw new IOException("interrupted");
  }
}
