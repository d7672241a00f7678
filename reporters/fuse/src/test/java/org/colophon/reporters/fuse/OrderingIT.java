// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the durability of records if the serving program is killed. */
class OrderingIT {
  @TempDir Path directory;

  @AfterEach
  void unmountLeftovers() throws Exception {
    String mount = directory.resolve("mount").toString();
    new ProcessBuilder("umount", "-l", mount)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private Process serve(String ordering) throws Exception {
    return serve(ordering, directory.resolve("mount"));
  }

  private Process serve(String ordering, Path mount) throws Exception {
    Files.createDirectories(directory.resolve("source"));
    List<String> words =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MountProgram.class.getName(),
            directory.resolve("store").toString(),
            directory.resolve("source").toString(),
            mount.toString(),
            ordering);
    Process server =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("mounted");
    return server;
  }

  /** Writes files until the server is killed; returns the number of completed files. */
  private int writeUntilKilled(Process server, String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("python3", "-c", script);
    Process writer = builder.directory(directory.resolve("mount").toFile()).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
    int last = -1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      last = Integer.parseInt(line);
      if (last == 200) {
        server.destroyForcibly();
      }
    }
    writer.waitFor();
    server.waitFor();
    return last;
  }

  private List<Integer> missing(int last) {
    List<Integer> missing = new ArrayList<>();
    try (Kernel kernel = Kernel.open(MountProgram.config(directory.resolve("store")))) {
      kernel.drain();
      LineageReader reader = kernel.reader("memory");
      for (int i = 0; i <= last; i++) {
        long object = reader.resolve(Bytes.of(directory.resolve("mount") + "/f" + i), Lsn.LATEST);
        int[] writes = new int[1];
        if (object != 0) {
          reader.accessesOfObject(
              object,
              AccessMode.WRITE.bit(),
              (process, file, mode, first, end, count, bytes, begin, over) -> writes[0]++);
        }
        if (writes[0] == 0) {
          missing.add(i);
        }
      }
    }
    return missing;
  }

  @Test
  void recordsEveryWriteOfClosedFileIfOrderedServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("ordered");

    int last =
        writeUntilKilled(
            server,
            "import itertools\nfor i in itertools.count():\n f = open('f%d' % i, 'wb', 0);"
                + " f.write(b'x' * 5000); f.write(b'y'); f.close(); print(i, flush=True)");

    assertThat(last).isGreaterThanOrEqualTo(200);
    assertThat(missing(last)).isEmpty();
  }

  /** Runs more writers than serving threads, so that closes wait on another thread. */
  @Test
  void recordsEveryWriteOfManyWritersIfOrderedServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("ordered");

    writeUntilKilled(
        server,
        "import itertools, threading\nnext = itertools.count()\nlock = threading.Lock()\n"
            + "done = open('../done', 'a')\n"
            + "def work():\n while True:\n  with lock:\n   i = next.__next__()\n"
            + "  f = open('f%d' % i, 'wb', 0); f.write(b'x' * 50); f.close()\n"
            + "  with lock:\n   done.write('%d\\n' % i); done.flush(); print(i, flush=True)\n"
            + "for t in range(24): threading.Thread(target=work).start()");

    List<Integer> done =
        Files.readAllLines(directory.resolve("done")).stream().map(Integer::valueOf).toList();
    assertThat(done).hasSizeGreaterThan(100);
    List<Integer> missing = missing(done.stream().mapToInt(i -> i).max().orElseThrow());
    missing.retainAll(done);
    assertThat(missing).isEmpty();
  }

  @Test
  void recordsEveryCompletedWriteIfStrictServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("strict");

    int last =
        writeUntilKilled(
            server,
            "import itertools\nkept = []\nfor i in itertools.count():\n f = open('f%d' % i, 'wb',"
                + " 0); kept.append(f); f.write(b'x'); print(i, flush=True)");

    assertThat(last).isGreaterThanOrEqualTo(200);
    int written = last;
    while (Files.exists(directory.resolve("source/f" + (written + 1)))
        && Files.size(directory.resolve("source/f" + (written + 1))) > 0) {
      written++;
    }
    assertThat(missing(written)).isEmpty();
  }

  @Test
  void recordsSynchronousWritesOfOpenFilesIfOrderedServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("ordered");

    int last =
        writeUntilKilled(
            server,
            "import itertools, os\nkept = []\nfor i in itertools.count():\n"
                + " how = (os.O_SYNC, os.O_DSYNC, 0)[i % 3]; f = os.open('f%d' % i, os.O_CREAT |"
                + " os.O_WRONLY | how); kept.append(f); os.pwritev(f, [b'x'], 0, 0 if how else"
                + " os.RWF_DSYNC); print(i, flush=True)");

    assertThat(last).isGreaterThanOrEqualTo(200);
    assertThat(missing(last)).isEmpty();
  }

  @Test
  void recordsRenamesBeforeSyncOfDirectoryIfOrderedServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("ordered");

    int last = writeUntilKilled(server, renames("os.fsync(d); "));

    assertThat(last).isGreaterThanOrEqualTo(200);
    assertThat(missing(last)).isEmpty();
  }

  @Test
  void recordsRenamesBeforeTheirReturnIfStrictServerIsKilled() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("strict");

    int last = writeUntilKilled(server, renames(""));

    assertThat(last).isGreaterThanOrEqualTo(200);
    assertThat(missing(last)).isEmpty();
  }

  /** Returns a script that renames written, open files. */
  private static String renames(String afterwards) {
    return "import itertools, os\nkept = []; d = os.open('.', 0)\nfor i in itertools.count():\n"
        + " f = open('part', 'wb', 0); kept.append(f); f.write(b'x'); os.rename('part', 'f%d' % i); "
        + afterwards
        + "print(i, flush=True)";
  }

  @Test
  void unmountsDeadMirrorBeforeMountingAgain() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    Process server = serve("async");
    server.destroyForcibly().waitFor();

    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("mount"));
    Process next = serve("async", link);
    Mounted.run(List.of("sh", "-ec", "echo x > again; cat again"), directory.resolve("mount"));
    next.destroy();
    next.waitFor();

    assertThat(directory.resolve("source/again")).hasContent("x\n");
  }
}
