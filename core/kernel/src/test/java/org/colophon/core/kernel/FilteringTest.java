// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests capture filters in front of a kernel: the records in its adapters, and the counts. */
@Timeout(60)
class FilteringTest extends KernelFixture {
  private final RecordingAdapter adapter = new RecordingAdapter();
  private Kernel kernel;

  private OperationSink sink(String... excluded) {
    kernel = kernel == null ? Kernel.open(config(adapter).build()) : kernel;
    return kernel.newSink("test", excluding(excluded));
  }

  private static SinkOptions excluding(String... rules) {
    return new SinkOptions(true, OverloadPolicy.BLOCK, CaptureRules.of(List.of(), List.of(rules)));
  }

  private void assertAccounts(long filtered) {
    kernel.drain();
    KernelStatus status = kernel.status();
    assertThat(status.filtered()).isEqualTo(filtered);
    assertThat(status.reported())
        .isEqualTo(status.filtered() + status.refused() + status.dropped() + status.accepted());
    assertThat(status.accepted()).isEqualTo(status.suppressed() + status.journaled());
  }

  private List<Long> accessed() {
    return adapter.seen(RecordType.ACCESS).stream().map(RecordingAdapter.Seen::object).toList();
  }

  private static void read(OperationSink sink, long process, long object) {
    sink.access(OperationKind.READ, Phase.WHOLE, process, object, 1, 0);
  }

  private static long program(OperationSink sink, String path) {
    return sink.process(
        new ProcessDeclaration(
            Bytes.of("id " + path),
            1,
            Bytes.of(path),
            List.of(Bytes.of(path), Bytes.of("--password=x")),
            Bytes.of("/root"),
            0),
        0);
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  @Test
  void dropsLookupsOfExcludedPaths() {
    OperationSink sink = sink("/secret");
    long absent = sink.objectAt(Bytes.of("absent:///secret/key"), ObjectKind.ABSENT, 0);
    long other = sink.objectAt(Bytes.of("absent:///open"), ObjectKind.ABSENT, 0);
    assertThat(OperationSink.isFiltered(absent)).isTrue();
    assertThat(OperationSink.isFiltered(other)).isFalse();
  }

  @Test
  void dropsOperationsOnExcludedFiles() {
    OperationSink sink = sink("/secret");
    long process = process(sink);
    long secret = file(sink, "/secret/key");
    long open = file(sink, "/open");
    read(sink, process, secret);
    read(sink, process, open);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, secret, 1, 0);
    sink.cut(Phase.WHOLE, process, secret, 0);
    sink.derive(open, secret, process, 0);
    sink.extend(process, secret, "text", Bytes.of("data"), 0);
    sink.flush();
    assertAccounts(5);
    assertThat(OperationSink.isFiltered(secret)).isTrue();
    assertThat(accessed()).containsExactly(open);
    assertThat(adapter.seen(RecordType.BIND))
        .singleElement()
        .extracting("detail")
        .isEqualTo("/open");
    assertThat(adapter.seen())
        .extracting(RecordingAdapter.Seen::type)
        .doesNotContain(RecordType.CUT, RecordType.DERIVATION, RecordType.EXTENDED);
  }

  @Test
  void treatsSpellingsOfAPathAsOneName() {
    OperationSink sink = sink("/secret");
    long file = file(sink, "/lab//data/./x");
    assertThat(file(sink, "/lab/data/x/")).isEqualTo(file);
    assertThat(sink.resolve(Bytes.of("//lab/data/x"))).isEqualTo(file);
    assertThat(OperationSink.isFiltered(file(sink, "//secret/./key"))).isTrue();
    sink.rename(process(sink), Bytes.of("/lab/./data"), Bytes.of("/lab//moved/"), 0);
    assertThat(sink.resolve(Bytes.of("/lab/moved/x"))).isEqualTo(file);
    sink.unbind(0, Bytes.of("/lab/moved//x"), 0);
    assertThat(sink.resolve(Bytes.of("/lab/moved/x"))).isZero();
  }

  @Test
  void givesExcludedObjectsDistinctIds() {
    OperationSink sink = sink("kind=socket", "/secret");
    long one = sink.object(ObjectDeclaration.of(ObjectKind.SOCKET), 0);
    long other = sink.object(ObjectDeclaration.of(ObjectKind.SOCKET), 0);
    read(sink, process(sink), one);
    sink.flush();
    assertAccounts(1);
    assertThat(OperationSink.isFiltered(one)).isTrue();
    assertThat(one).isNotEqualTo(other).isNotEqualTo(file(sink, "/secret"));
  }

  @Test
  void countsFilteredOperationsIfAllAreFiltered() {
    OperationSink sink = sink("/secret");
    long process = process(sink);
    long secret = file(sink, "/secret");
    for (int i = 0; i < 1000; i++) {
      read(sink, process, secret);
    }
    sink.flush();
    assertAccounts(1000);
  }

  @Test
  void dropsOperationsOnAFileThatIsCreatedUnderAnExcludedName() {
    OperationSink sink = sink("/secret");
    long process = process(sink);
    long created = sink.object(ObjectDeclaration.of(ObjectKind.FILE), 0);
    sink.bind(process, Bytes.of("/secret/new"), created, 0);
    read(sink, process, created);
    sink.flush();
    assertAccounts(2);
    assertThat(accessed()).isEmpty();
    assertThat(adapter.seen(RecordType.BIND)).isEmpty();
  }

  @Test
  void keepsAFileThatGetsAnExcludedNameBesideARecordedOne() {
    OperationSink sink = sink("/secret");
    long process = process(sink);
    long file = file(sink, "/open");
    sink.bind(process, Bytes.of("/secret/link"), file, 0);
    read(sink, process, file);
    sink.flush();
    assertAccounts(1);
    assertThat(accessed()).containsExactly(file);
  }

  @Test
  void recordsAFileFromItsRenameToARecordedName() {
    OperationSink sink = sink("*.tmp");
    long process = process(sink);
    long old = file(sink, "/out");
    long temporary = file(sink, "/out.tmp");
    read(sink, process, temporary);
    sink.rename(process, Bytes.of("/out.tmp"), Bytes.of("/out"), 0);
    long renamed = file(sink, "/out");
    read(sink, process, renamed);
    sink.rename(process, Bytes.of("/out"), Bytes.of("/back.tmp"), 0);
    sink.flush();
    assertAccounts(1);
    assertThat(renamed).isNotEqualTo(old);
    assertThat(OperationSink.isFiltered(renamed)).isFalse();
    assertThat(accessed()).contains(renamed);
    assertThat(adapter.seen(RecordType.UNBIND)).hasSize(2);
    assertThat(sink.resolve(Bytes.of("/out"))).isZero();
  }

  @Test
  void keepsOnlyLinksAndNamesOfAnExcludedProcess() {
    OperationSink sink = sink("process=ssh");
    long parent = program(sink, "/bin/sh");
    long ssh = program(sink, "/usr/bin/ssh");
    long child = program(sink, "/bin/cat");
    sink.link(LinkKind.FORK, ssh, parent, 0);
    sink.link(LinkKind.FORK, child, ssh, 0);
    long file = file(sink, "/f");
    read(sink, ssh, file);
    sink.rename(ssh, Bytes.of("/f"), Bytes.of("/g"), 0);
    read(sink, child, file(sink, "/g"));
    sink.exit(ssh, 0, 0);
    sink.flush();
    assertAccounts(1);
    assertThat(adapter.seen(RecordType.LINK)).hasSize(2);
    assertThat(adapter.seen(RecordType.EXIT)).hasSize(1);
    assertThat(adapter.seen(RecordType.ACCESS))
        .singleElement()
        .satisfies(
            read -> {
              assertThat(read.process()).isEqualTo(child);
              assertThat(read.object()).isEqualTo(file);
            });
  }

  @Test
  void dropsOperationsOfAnExcludedUserAndItsForks() {
    OperationSink sink = sink("user=1000");
    long process = program(sink, "/bin/sh");
    long child = program(sink, "/bin/cat");
    long file = file(sink, "/f");
    ObjectDeclaration user = ObjectDeclaration.of(ObjectKind.AGENT, "user 1000");
    ObjectDeclaration root = ObjectDeclaration.of(ObjectKind.AGENT, "user 0");
    associate(sink, process, sink.object(user, 0));
    sink.link(LinkKind.FORK, child, process, 0);
    read(sink, process, file);
    read(sink, child, file);
    associate(sink, child, sink.object(root, 0));
    read(sink, child, file);
    sink.flush();
    assertAccounts(3);
    assertThat(adapter.seen(RecordType.ACCESS))
        .extracting(RecordingAdapter.Seen::process)
        .containsOnly(child);
    assertThat(accessed()).contains(file);
  }

  private static void associate(OperationSink sink, long process, long agent) {
    sink.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, agent, 0, 0);
  }

  @Test
  void sharesDecisionsBetweenSinksWithEqualRules() {
    OperationSink one = sink("process=ssh");
    long ssh = program(one, "/usr/bin/ssh");
    one.flush();
    OperationSink other = sink("process=ssh");
    read(other, ssh, file(other, "/f"));
    other.flush();
    assertAccounts(1);
  }

  @Test
  void acceptsAnObjectThatAnotherReporterExcludes() {
    OperationSink excluding = sink("/secret");
    OperationSink tracer = sink();
    long process = process(tracer);
    read(tracer, process, file(excluding, "/secret"));
    tracer.flush();
    assertAccounts(1);
    assertThat(accessed()).isEmpty();
  }

  private Kernel withFilter(CaptureFilter filter) {
    kernel = Kernel.open(config(adapter).filter(filter).build());
    return kernel;
  }

  @Test
  void appliesFiltersOfTheStoreToEverySinkAndRedactsSecrets() {
    CaptureFilter passwords =
        new CaptureFilter() {
          @Override
          public boolean excludesName(Bytes name) {
            return name.equals(Bytes.of("/secret"));
          }

          @Override
          public Bytes redact(String type, Bytes data) {
            return type.equals("password") ? Bytes.EMPTY : Bytes.of("x");
          }
        };
    OperationSink sink = withFilter(passwords).newSink("test", excluding("process=ssh"));
    long process = process(sink);
    long file = file(sink, "/f");
    read(sink, process, file(sink, "/secret"));
    read(sink, program(sink, "/bin/ssh"), file);
    sink.extend(process, file, "password", Bytes.of("p"), 0);
    sink.extend(process, file, "text", Bytes.of("t"), 0);
    sink.flush();
    assertAccounts(3);
    assertThat(adapter.seen(RecordType.EXTENDED)).hasSize(1);
  }

  @Test
  void readsTheFiltersOfANewStore() throws IOException {
    Files.createDirectories(temp.resolve("store"));
    Files.writeString(temp.resolve("store/filters"), "exclude /secret\n");
    OperationSink sink = sink();
    read(sink, process(sink), file(sink, "/secret"));
    sink.flush();
    assertAccounts(1);
  }

  @Test
  void recordsNothingWhenTheFilterFails() {
    CaptureFilter failing =
        new CaptureFilter() {
          @Override
          public boolean excludesName(Bytes name) {
            throw new IllegalStateException("no");
          }
        };
    OperationSink sink = withFilter(failing).newSink("test", SinkOptions.DEFAULT);
    read(sink, process(sink), file(sink, "/f"));
    sink.flush();
    assertAccounts(1);
  }

  @Test
  void filtersOperationsOfAttachedReporter() {
    kernel = Kernel.open(config(adapter).build());
    ReporterHandle handle =
        kernel.attach(
            "r",
            new Reporter() {
              @Override
              public void run(ReporterContext context) {
                OperationSink sink = context.newSink();
                read(sink, process(sink), file(sink, "/secret"));
                sink.flush();
              }

              @Override
              public void stop() {}
            },
            excluding("/secret"));
    handle.await();
    assertAccounts(1);
  }
}
