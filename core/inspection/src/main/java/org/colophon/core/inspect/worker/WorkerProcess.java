// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.plugin.PluginDirectories;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;

/**
 * A running worker JVM, seen from the service. For one thread; {@link #kill} is thread-safe.
 *
 * <p>It inherits only the locale from the environment, runs at low priority, and cannot write large
 * files. It ends when its input ends, when it is killed, or when this JVM ends.
 */
public final class WorkerProcess implements AutoCloseable {
  /** Number of inspections before a restart, which limits memory that libraries retain. */
  private static final int MAX_INSPECTIONS = 2_000;

  private static final long MAX_FILE_BLOCKS = 1 << 20;
  private static final long START_MILLIS = 60_000;
  private static final long END_MILLIS = 1_000;
  private static final int METASPACE_MEBIBYTES = 192;

  /** Variables for the encoding of file names, which must equal this JVM's. */
  private static final Set<String> LOCALE = Set.of("LC_ALL", "LC_CTYPE", "LANG");

  private final Process process;
  private final Path directory;
  private final WorkerStderr stderr;
  private final DataInputStream in;
  private final DataOutputStream out;
  private int inspections;
  private boolean isBroken;

  private WorkerProcess(Process process, Path directory) {
    this.process = process;
    this.directory = directory;
    this.stderr = WorkerStderr.readFrom(process.getErrorStream());
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
  }

  /** Starts a worker and waits until it is ready. */
  public static WorkerProcess start(WorkerConfig config) throws IOException {
    Files.createDirectories(config.directory());
    Path directory =
        Files.createTempDirectory(config.directory(), "worker", PrivateFiles.DIRECTORY);
    ProcessBuilder builder = new ProcessBuilder(command(config, directory));
    builder.environment().keySet().retainAll(LOCALE);
    builder.directory(directory.toFile());
    WorkerProcess worker = new WorkerProcess(builder.start(), directory);
    try {
      worker.greet();
      return worker;
    } catch (IOException e) {
      String why = worker.whyNotStarted(e);
      worker.close();
      throw new IOException("the worker JVM did not start: " + why, e);
    }
  }

  /** Returns the reason of a failed start, read before killing closes the pipes. */
  private String whyNotStarted(IOException e) {
    String said = hasEnded() ? stderr.text(END_MILLIS) : "";
    return said.isEmpty() ? "" + e.getMessage() : said;
  }

  /** Builds a shell command that limits files (512-byte blocks) and core dumps, then runs Java. */
  private static List<String> command(WorkerConfig config, Path directory) {
    List<String> command = new ArrayList<>();
    command.add("/bin/sh");
    command.add("-c");
    command.add("ulimit -c 0; ulimit -f " + MAX_FILE_BLOCKS + "; exec nice -n 10 \"$@\"");
    command.add("sh");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + config.memoryMebibytes() + "m");
    command.add("-XX:MaxMetaspaceSize=" + METASPACE_MEBIBYTES + "m");
    command.add("-XX:MaxDirectMemorySize=16m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:-UsePerfData");
    command.add("-Xlog:disable");
    command.add("-Djava.awt.headless=true");
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(config.options());
    command.add("-cp");
    command.add(PluginDirectories.current().classPath());
    command.add(WorkerMain.class.getName());
    return command;
  }

  /** Reads the greeting. A silent worker is killed, which ends the read. */
  private void greet() throws IOException {
    Thread impatience =
        new Thread(
            () -> {
              try {
                Thread.sleep(START_MILLIS);
                kill();
              } catch (InterruptedException e) {
                // The worker sent its greeting.
              }
            },
            "colophon-inspect-start");
    impatience.setDaemon(true);
    impatience.start();
    try {
      int hello = in.readInt();
      if (hello != WorkerProtocol.HELLO) {
        throw new IOException("it said " + Integer.toHexString(hello));
      }
    } finally {
      impatience.interrupt();
    }
  }

  /** Returns true if the worker accepts another inspection. */
  public boolean isUsable() {
    return !isBroken && inspections < MAX_INSPECTIONS && process.isAlive();
  }

  /**
   * Inspects a change.
   *
   * @throws WorkerDiedException if the worker ended
   * @throws IOException if the content cannot be read, or the inspector failed
   */
  public List<Finding> inspect(String inspector, Map<String, String> options, Change change)
      throws IOException {
    inspections++;
    try {
      WorkerProtocol.writeText(out, inspector);
      WorkerProtocol.writeMap(out, options);
      WorkerProtocol.writeBytes(out, change.path().toArray());
      WorkerProtocol.writeText(out, change.mediaType());
      out.writeLong(change.equalPrefixBytes());
      WorkerProtocol.writeContent(out, change.before());
      WorkerProtocol.writeContent(out, change.after());
      out.flush();
      return WorkerProtocol.readFindings(in);
    } catch (InspectionFailedException e) {
      throw e;
    } catch (IOException e) {
      // Half a request is in the pipe, so the worker is unusable.
      isBroken = true;
      throw hasEnded() ? new WorkerDiedException("the worker JVM ended" + status(), e) : e;
    }
  }

  private boolean hasEnded() {
    try {
      return process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private String status() {
    int status = process.exitValue();
    return status == 3 ? ", out of memory" : " with status " + status;
  }

  /** Kills the process immediately. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    kill();
    hasEnded();
    try {
      FileTree.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      System.getLogger(WorkerProcess.class.getName())
          .log(System.Logger.Level.DEBUG, "files of a worker JVM stay in " + directory, e);
    }
  }
}
