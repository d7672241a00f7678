// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Store;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.cli.output.Console;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests serving over Bolt, which the fake engine only simulates. */
@Timeout(60)
class BoltCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void attachFakeGraph() {
    tester = new CommandTester(directory).attach(FakeGraphFactory.NAME);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
  }

  /**
   * Runs the command on a separate thread. Interrupting the thread ends the command as a signal
   * does.
   */
  private final class Served implements AutoCloseable {
    private final AtomicInteger exitCode = new AtomicInteger(-1);
    private final Scanner out;
    private final Thread thread;

    Served(String... args) throws IOException {
      PipedInputStream in = new PipedInputStream();
      OutputStream pipe = new PipedOutputStream(in);
      out = new Scanner(in, StandardCharsets.UTF_8);
      Console console = new Console(pipe, new ByteArrayOutputStream(), false, false, Map.of());
      Invocation invocation =
          new Invocation(console, directory, new ByteArrayInputStream(new byte[0]));
      String[] line = new String[args.length + 3];
      line[0] = "bolt";
      line[1] = "--store";
      line[2] = tester.store.toString();
      System.arraycopy(args, 0, line, 3, args.length);
      thread = new Thread(() -> exitCode.set(Colophon.run(invocation, line)));
      thread.start();
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void reportsItsAddressAndThePasswordFile() throws Exception {
    Served served = new Served("--listen", "127.0.0.1:7999");
    try (served) {
      assertThat(served.out.nextLine()).isEqualTo("uri       bolt://127.0.0.1:7999");
      assertThat(served.out.nextLine()).isEqualTo("user      neo4j");
      assertThat(served.out.nextLine())
          .startsWith("password  in " + tester.store.resolve(FakeGraphFactory.NAME))
          .doesNotContain("s3cret");
    }
    assertThat(served.exitCode).hasValue(ExitCode.FOUND);
  }

  @Test
  void printsPasswordOnlyWhenAsked() throws Exception {
    try (Served served = new Served("--show-password")) {
      served.out.nextLine();
      served.out.nextLine();
      assertThat(served.out.nextLine()).isEqualTo("password  s3cret");
    }
  }

  @Test
  void includesConcurrentRecords() throws Exception {
    try (Served served = new Served()) {
      assertThat(served.out.nextLine()).contains("bolt://127.0.0.1:7687");
      tester.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d")));

      while (heldLsn(FakeGraphFactory.NAME) < heldLsn("rocksdb")) {
        LockSupport.parkNanos(1_000_000);
      }
    }
    assertThat(tester.run("cypher", "OBJECTS").out()).contains("4");
  }

  private long heldLsn(String adapter) {
    return new Store(tester.store, text -> {}).attached(adapter).heldLsn();
  }

  @Test
  void rejectsAnAdapterWithoutCypher() {
    var outcome = tester.run("bolt", "--store-adapter", "rocksdb");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("rocksdb does not understand Cypher");
  }
}
