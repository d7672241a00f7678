package org.colophon.service.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.sink.SinkOptions;
import org.colophon.service.sink.OperationTap;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All lines of a request or none. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AtomicIngestTest {
  private static final String PROCESS = "{'op':'process','id':'p','pid':1}";
  private static final List<String> PATHS = List.of("/d", "/d/a", "/d/b", "/e", "/e/a", "/f");
  private static final List<String> IDS = List.of("1", "999999999", "4611686018427387904");

  @TempDir Path temp;

  private Kernel kernel;
  private Ingester ingester;

  @BeforeEach
  void open() {
    MemoryStorageAdapterFactory memory = new MemoryStorageAdapterFactory();
    KernelConfig config =
        KernelConfig.builder(temp.resolve("store")).adapter(AdapterConfig.of(memory)).build();
    kernel = Kernel.open(config);
    ingester = new Ingester(new SinkPool(kernel, new OperationTap(0)), 1 << 20);
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private static byte[] body(String... lines) {
    return String.join("\n", lines).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private IngestResult all(byte[] body) throws IOException {
    return ingester.ingestAll(body, SinkOptions.DEFAULT, () -> kernel.reader("memory"));
  }

  private IngestResult each(byte[] body) throws IOException {
    return ingester.ingest(new ByteArrayInputStream(body), SinkOptions.DEFAULT);
  }

  private void isRecorded(String... lines) throws IOException {
    IngestResult result = all(body(lines));
    assertThat(result.problems()).isEmpty();
    assertThat(result.accepted()).isEqualTo(lines.length);
  }

  private void isRefused(String... lines) throws IOException {
    long before = kernel.lastLsn();
    IngestResult result = all(body(lines));
    assertThat(result.refused()).isPositive();
    assertThat(result.accepted()).isZero();
    assertThat(kernel.lastLsn()).as("nothing is recorded").isEqualTo(before);
  }

  @Test
  void recordsNothingForUnboundPath() throws IOException {
    String unknown = "{'op':'resolve','id':'r','path':'/unknown'}";
    isRefused(PROCESS, unknown, "{'op':'write','process':'p','object':'r'}");
    isRefused(PROCESS, unknown, "{'op':'cut','object':'r'}");
    isRefused(PROCESS, unknown, "{'op':'bind','path':'/x','object':'r'}");
    isRefused(
        PROCESS,
        unknown,
        "{'op':'object','id':'o','path':'/o'}",
        "{'op':'derive','effect':'o','cause':'r'}");
  }

  @Test
  void checksNamesAgainstEarlierLines() throws IOException {
    isRecorded(PROCESS, "{'op':'write','process':'p','path':'/was/there'}");
    String known = "{'op':'resolve','id':'r','path':'/was/there'}";
    String use = "{'op':'read','process':'p','object':'r'}";
    isRecorded(PROCESS, known, use);
    isRefused(PROCESS, "{'op':'rename','from':'/was','to':'/is'}", known, use);
    isRefused(PROCESS, "{'op':'unbind','path':'/was/there'}", known, use);
    isRecorded(
        PROCESS,
        "{'op':'rename','from':'/was','to':'/is'}",
        "{'op':'resolve','id':'r','path':'/is/there'}",
        use);
    isRecorded(
        PROCESS, "{'op':'object','path':'/new'}", "{'op':'resolve','id':'r','path':'/new'}", use);
  }

  @Test
  void doesNotReuseIdOfCaller() throws IOException {
    isRefused(PROCESS, "{'op':'exit','process':4611686018427387904}");
    isRefused(PROCESS, "{'op':'write','process':'p','object':4611686018427387904}");
    isRefused(PROCESS, "{'op':'write','process':'p','object':9223372036854775807}");
    isRefused(PROCESS, "{'op':'exit','process':-1}");
  }

  /** Whatever a request says, the check refuses the very lines that the recording would. */
  @Test
  void rejectsBadLinesInDryRun() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    isRecorded(PROCESS, "{'op':'object','path':'/first'}"); // from here on there is a 1 of each
    int recorded = 0;
    for (int i = 0; i < 600; i++) {
      String[] lines = new String[1 + random.nextInt(8)];
      lines[0] = PROCESS;
      for (int line = 1; line < lines.length; line++) {
        lines[line] = line(random);
      }
      byte[] body = body(lines);
      String what = "seed " + seed + ": " + String.join(" ", lines);
      long before = kernel.lastLsn();
      IngestResult all = all(body);
      if (all.refused() == 0) {
        assertThat(all.accepted()).as(what).isEqualTo(lines.length);
        recorded++;
      } else {
        assertThat(kernel.lastLsn()).as(what).isEqualTo(before);
        IngestResult each = each(body);
        assertThat(each.refused()).as(what).isEqualTo(all.refused());
        assertThat(each.problems())
            .as(what)
            .extracting(problem -> problem.line())
            .isEqualTo(all.problems().stream().map(problem -> problem.line()).toList());
      }
    }
    assertThat(recorded).isPositive();
  }

  private static String line(Random random) {
    String one = any(random, PATHS);
    String other = any(random, PATHS);
    boolean isNested = one.startsWith(other) || other.startsWith(one);
    String object = random.nextInt(3) == 0 ? any(random, IDS) : "'r'";
    String process = random.nextInt(3) == 0 ? any(random, IDS) : "'p'";
    return switch (random.nextInt(isNested ? 9 : 12)) {
      case 0, 1 -> "{'op':'resolve','id':'r','path':'%s'}".formatted(one);
      case 2 -> "{'op':'object','id':'r','path':'%s'}".formatted(one);
      case 3 -> "{'op':'object','id':'r','path':'%s','identity':'%s'}".formatted(one, other);
      case 4 -> "{'op':'unbind','path':'%s'}".formatted(one);
      case 5 -> "{'op':'bind','path':'%s','object':%s}".formatted(one, object);
      case 6 -> "{'op':'write','process':%s,'object':%s}".formatted(process, object);
      case 7 -> "{'op':'extended','process':'p','object':%s,'type':'t'}".formatted(object);
      case 8 -> "{'op':'cut','object':%s}".formatted(object);
      case 9, 10 -> "{'op':'rename','from':'%s','to':'%s'}".formatted(one, other);
      default -> "{'op':'exchange','from':'%s','to':'%s'}".formatted(one, other);
    };
  }

  private static String any(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
