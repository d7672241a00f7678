// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.colophon.reporters.fuse.process.TestPrograms;
import org.colophon.reporters.fuse.scope.Scope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which content a slow inspector reads if files leave the recorded scope meanwhile. */
@Timeout(120)
class ContentWatchingObserverTest {
  private static final int SOMEBODY = 1;
  private static final int WAIT_MILLIS = 60_000;
  private static final Bytes MOUNT = Bytes.of("/mount");

  @TempDir Path directory;
  private final Os os = Os.load();
  private final RequestContext request = TestNodes.request(os);
  private final CountDownLatch isFree = new CountDownLatch(1);
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private Path path;
  private Node node;
  private OpenFile file;

  @BeforeEach
  void open() throws IOException {
    path = Files.writeString(directory.resolve("f.txt"), "");
    node = TestNodes.of(os, path);
    file = TestNodes.opening(node);
    request.caller(SOMEBODY, 7, 7);
  }

  /** Simulated operations of a mount. */
  private interface Events {
    void report(MirrorObserver observer) throws IOException;
  }

  /** Runs an action in a scope that excludes {@code /secret}, and then releases the inspectors. */
  private void watch(Events events) throws Exception {
    watch(Ordering.STRICT, events);
  }

  private void watch(Ordering ordering, Events events) throws Exception {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    KernelConfig config =
        KernelConfig.builder(directory.resolve("store")).adapter(AdapterConfig.of(memory)).build();
    try (Kernel kernel = Kernel.open(config);
        ContentWatch contents =
            new ContentWatch(
                MOUNT,
                TestNodes.table(os),
                InspectionConfig.of(List.of(InspectorSpec.of(new Slow())), directory.resolve("s")),
                PreImageConfig.in(directory.resolve("before")),
                FileCloner.NONE,
                Seen::new)) {
      ReporterHandle handle =
          kernel.attach("fuse", new Telling(ordering, events, contents), SinkOptions.DEFAULT);
      handle.await();
      assertThat(handle.failure()).isEmpty();
      isFree.countDown();
      assertThat(contents.awaitIdle(WAIT_MILLIS)).isTrue();
    }
  }

  private record Telling(Ordering ordering, Events events, ContentWatch contents)
      implements Reporter {
    @Override
    public void run(ReporterContext context) {
      MountRecording provenance =
          new MountRecording(
              context,
              TestPrograms.table(),
              new Scope(List.of(), List.of("/secret"), List.of()),
              ordering,
              false,
              MOUNT,
              MOUNT,
              contents,
              new RecordingLosses(MOUNT));
      try {
        events.report(provenance.newObserver());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stop() {}
  }

  private void write(MirrorObserver observer, long offset, String text) throws IOException {
    observer.writing(request, file, offset, text.length());
    try (RandomAccessFile out = new RandomAccessFile(path.toFile(), "rw")) {
      out.seek(offset);
      out.write(text.getBytes(UTF_8));
    }
    observer.written(request, file, offset, text.length());
  }

  private void close(MirrorObserver observer) {
    observer.closing(request, file);
    observer.released(request, file);
  }

  private void move(MirrorObserver observer, String to) {
    TestNodes.move(node, to);
    observer.moved(request, node, false);
  }

  @Test
  void keepsRecordedContentOverwrittenOutsideScope() throws Exception {
    watch(
        observer -> {
          observer.opened(request, file);
          write(observer, 0, "before");
          move(observer, "secret");
          write(observer, 0, "hidden");
        });
    assertThat(seen).containsExactly(" > before");
  }

  @Test
  void keepsRecordedContentTruncatedOutsideScope() throws Exception {
    watch(
        observer -> {
          observer.opened(request, file);
          write(observer, 0, "before");
          close(observer);
          move(observer, "secret");
          observer.cutting(request, node, null);
          Files.writeString(path, "");
          observer.cut(request, node, true);
        });
    assertThat(seen).containsExactly(" > before");
  }

  @Test
  void excludesContentWrittenOutsideScopeFromChanges() throws Exception {
    watch(
        observer -> {
          observer.opened(request, file);
          write(observer, 0, "one");
          close(observer);
          move(observer, "secret");
          observer.opened(request, file);
          write(observer, 3, "hidden");
          close(observer);
          move(observer, "public");
          observer.opened(request, file);
          write(observer, 9, "two");
          close(observer);
        });
    assertThat(seen).containsExactly(" > one", "onehidden > onehiddentwo");
  }

  @Test
  void keepsRecordedContentOverwrittenByUnrecordedProcess() throws Exception {
    watch(
        Ordering.ASYNC,
        observer -> {
          observer.opened(request, file);
          write(observer, 0, "before");
          close(observer);
          request.caller(TestPrograms.UNTOLD, 7, 7);
          write(observer, 0, "unseen");
          observer.cutting(request, node, null);
          Files.writeString(path, "");
          observer.cut(request, node, true);
        });
    assertThat(seen).startsWith(" > before");
  }

  /** An inspector that reads its content only when it is released. */
  private final class Slow implements InspectorFactory {
    @Override
    public String name() {
      return "slow";
    }

    @Override
    public String description() {
      return "takes its time";
    }

    @Override
    public List<PluginOption> options() {
      return List.of();
    }

    @Override
    public InspectorTraits traits() {
      return InspectorTraits.of(List.of("*.txt"), List.of()).withTimeoutMillis(WAIT_MILLIS);
    }

    @Override
    public Inspector create(Map<String, String> options) {
      return this::inspect;
    }

    private List<Finding> inspect(Change change) throws IOException {
      try {
        isFree.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      String data = text(change.before()) + " > " + text(change.after());
      return List.of(new Finding("test/seen", Bytes.of(data)));
    }

    private String text(Content content) throws IOException {
      return new String(content.bytes(100), UTF_8);
    }
  }

  private final class Seen implements FindingOutput {
    @Override
    public void found(Inspection inspection, Finding finding) {
      seen.add(finding.data().toString());
    }

    @Override
    public void flush() {}
  }
}
