// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Changes of files in a recorded mount, whose source and store are on one {@link LoggedDisk}, and
 * checks of the states after a power cut. Needs root, Python and the tools of ext4.
 */
public final class RecordedWork {
  private static final int DISK_BYTES = 96 << 20;

  private final Path directory;
  private final Path mount;
  private final String ordering;
  private final List<Operation> operations = new ArrayList<>();
  private @Nullable PowerCuts cuts;

  /**
   * An acknowledged operation.
   *
   * @param position number of writes and flushes of the disk at the acknowledgement or later
   */
  private record Operation(int number, String kind, long pid, String file, int position) {
    /** Returns whether the file system promises the content after the acknowledgement. */
    boolean isSynced() {
      return !kind.equals("close") && !kind.equals("unsynced");
    }

    byte[] content() {
      return "operation %6d\n".formatted(number).getBytes(StandardCharsets.UTF_8);
    }
  }

  private RecordedWork(Path directory, String ordering) {
    this.directory = directory;
    this.mount = directory.resolve("mount");
    this.ordering = ordering;
  }

  /**
   * Performs the operations.
   *
   * @param directory an empty directory, on a quick file system
   * @param ordering the ordering of the mount
   * @param count number of operations
   * @param seed choice of the operations
   */
  public static RecordedWork perform(Path directory, String ordering, int count, long seed)
      throws IOException {
    RecordedWork work = new RecordedWork(directory, ordering);
    Files.createDirectory(work.mount);
    try (LoggedDisk disk =
        new LoggedDisk(Files.createDirectory(directory.resolve("logged")), DISK_BYTES)) {
      work.perform(disk, count, seed);
    }
    return work;
  }

  private void perform(LoggedDisk disk, int count, long seed) throws IOException {
    Path source = Files.createDirectory(disk.path().resolve("source"));
    for (int i = 0; i < count; i++) {
      Files.writeString(source.resolve("old" + i), "before\n");
    }
    Process recorder = start(disk.path().resolve("store"), source);
    try {
      Commands.run("sync", "--file-system", disk.path().toString());
      Path base = directory.resolve("base");
      int basePosition = disk.copy(base);
      change(disk, count, seed);
      cuts = disk.cuts(base, basePosition);
    } finally {
      recorder.destroyForcibly().onExit().join();
      Commands.run("umount", "--lazy", mount.toString());
    }
  }

  private Process start(Path store, Path source) throws IOException {
    Process recorder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                MountProgram.class.getName(),
                store.toString(),
                source.toString(),
                mount.toString(),
                ordering)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = recorder.inputReader().readLine();
    if (!"mounted".equals(line)) {
      recorder.destroyForcibly();
      throw new IOException("the recorder says: " + line);
    }
    return recorder;
  }

  private void change(LoggedDisk disk, int count, long seed) throws IOException {
    Process work =
        new ProcessBuilder("python3", "-I", script().toString(), "" + count, "" + seed)
            .directory(mount.toFile())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = work.inputReader();
        OutputStream answers = work.getOutputStream()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length != 4) {
          throw new IOException("the work says: " + line);
        }
        operations.add(
            new Operation(
                Integer.parseInt(words[0]),
                words[1],
                Long.parseLong(words[2]),
                words[3],
                disk.position()));
        answers.write('\n');
        answers.flush();
      }
    } finally {
      work.destroyForcibly().onExit().join();
    }
    if (operations.size() != count) {
      throw new IOException("only %d of %d operations".formatted(operations.size(), count));
    }
  }

  private Path script() throws IOException {
    Path script = directory.resolve("work.py");
    try (InputStream text = RecordedWork.class.getResourceAsStream("work.py")) {
      Files.write(script, Objects.requireNonNull(text).readAllBytes());
    }
    return script;
  }

  /**
   * Cuts the power at a random position, and checks what is left.
   *
   * @param promised the ordering whose promises are checked
   * @return the broken promises, each as a sentence
   */
  public List<String> check(String promised, long seed) throws IOException {
    Random random = new Random(seed);
    PowerCuts cuts = Objects.requireNonNull(this.cuts);
    int position = cuts.position(random);
    Path image = directory.resolve("state");
    Path place = Files.createDirectories(directory.resolve("after"));
    cuts.create(image, position, random);
    Commands.run("mount", "-t", "ext4", "-o", "loop", image.toString(), place.toString());
    try (Kernel kernel = Kernel.open(MountProgram.config(place.resolve("store")))) {
      kernel.drain();
      return check(promised, kernel.reader("rocksdb"), place.resolve("source"), position);
    } finally {
      Commands.run("umount", place.toString());
      Files.delete(image);
    }
  }

  private List<String> check(String promised, LineageReader reader, Path source, int position)
      throws IOException {
    List<String> broken = new ArrayList<>();
    for (Operation each : operations) {
      boolean isAcknowledged = each.position <= position;
      boolean isPresent = contains(source.resolve(each.file), each.content());
      int records = records(reader, each);
      boolean needsRecord =
          switch (promised) {
            case "strict" -> isPresent;
            case "ordered" -> isPresent && isAcknowledged;
            default -> false;
          };
      if (needsRecord && records == 0) {
        broken.add("%s has no record".formatted(each));
      }
      if (records > 1) {
        broken.add("%s has %d records".formatted(each, records));
      }
      if (isAcknowledged && each.isSynced() && !isPresent) {
        broken.add("%s is lost".formatted(each));
      }
    }
    return broken;
  }

  private static boolean contains(Path file, byte[] text) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    String all = Files.readString(file, StandardCharsets.ISO_8859_1);
    return all.contains(new String(text, StandardCharsets.ISO_8859_1));
  }

  /** Returns the number of recorded intervals in which the operation's process wrote the file. */
  private int records(LineageReader reader, Operation operation) {
    Set<Long> processes = new HashSet<>(reader.processesWithPid(operation.pid));
    Set<Long> objects = new HashSet<>();
    for (String name : List.of(operation.file, operation.file + ".part")) {
      Bytes path = Bytes.of(mount.resolve(name).toString());
      reader.bindingsOf(path).forEach(binding -> objects.add(binding.object()));
    }
    int[] found = {0};
    for (long object : objects) {
      reader.accessesOfObject(
          object,
          AccessMode.WRITE.bit(),
          (process, written, mode, first, last, times, bytes, begin, end) ->
              found[0] += processes.contains(process) ? 1 : 0);
    }
    return found[0];
  }
}
