// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;

/**
 * Main class of the worker JVM. Answers requests until its input ends. Started only by {@link
 * WorkerProcess}.
 */
public final class WorkerMain {
  private static final int MAX_MEMORY_BYTES = 1 << 20;
  private static final long PARENT_CHECK_MILLIS = 1_000;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Path directory;
  private final Map<String, Inspector> inspectors = new HashMap<>();

  private WorkerMain(DataInputStream in, DataOutputStream out, Path directory) {
    this.in = in;
    this.out = out;
    this.directory = directory;
  }

  /** Serves requests until the pipe ends. */
  public static void main(String[] args) throws IOException {
    endWithParent();
    // Discards the output of libraries, which would corrupt the answers.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
      Path directory = Path.of(System.getProperty("java.io.tmpdir"));
      new WorkerMain(in, out, directory).serve();
    }
  }

  /** Ends the JVM with its parent, as a busy worker does not notice the end of its pipe. */
  private static void endWithParent() {
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    Thread thread =
        new Thread(
            () -> {
              while (parent.isPresent() && parent.get().isAlive()) {
                try {
                  Thread.sleep(PARENT_CHECK_MILLIS);
                } catch (InterruptedException e) {
                  break;
                }
              }
              Runtime.getRuntime().halt(0);
            },
            "parent");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() throws IOException {
    out.writeInt(WorkerProtocol.HELLO);
    out.flush();
    try {
      while (true) {
        answer(WorkerProtocol.readText(in));
        out.flush();
      }
    } catch (EOFException e) {
      // The service closed the pipe.
    }
  }

  private void answer(String name) throws IOException {
    Map<String, String> options = WorkerProtocol.readMap(in);
    Bytes path = Bytes.wrap(WorkerProtocol.readBytes(in));
    String mediaType = WorkerProtocol.readText(in);
    long prefix = in.readLong();
    Path beforeFile = directory.resolve("before");
    Path afterFile = directory.resolve("after");
    try {
      Content before = receive(beforeFile);
      Content after = receive(afterFile);
      Change change = new Change(path, mediaType, before, after, prefix);
      report(name, options, change);
      close(before);
      close(after);
    } finally {
      Files.deleteIfExists(beforeFile);
      Files.deleteIfExists(afterFile);
    }
  }

  private Content receive(Path file) throws IOException {
    long size = WorkerProtocol.readContentSize(in);
    if (size < 0) {
      return Content.absent();
    }
    if (size <= MAX_MEMORY_BYTES) {
      byte[] bytes = new byte[(int) size];
      in.readFully(bytes);
      return Contents.of(bytes, directory);
    }
    try (OutputStream copy = Files.newOutputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      for (long rest = size; rest > 0; ) {
        int count = (int) Math.min(buffer.length, rest);
        in.readFully(buffer, 0, count);
        copy.write(buffer, 0, count);
        rest -= count;
      }
    }
    return Contents.of(file);
  }

  private static void close(Content content) throws IOException {
    if (content instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  /** Answers with the findings or the error. Only errors fatal to the JVM end the worker. */
  private void report(String name, Map<String, String> options, Change change) throws IOException {
    List<Finding> findings;
    try {
      findings = inspector(name, options).inspect(change);
    } catch (IOException | RuntimeException | StackOverflowError | LinkageError e) {
      WorkerProtocol.writeFailure(out, e);
      return;
    }
    WorkerProtocol.writeFindings(out, findings);
  }

  private Inspector inspector(String name, Map<String, String> options) {
    return inspectors.computeIfAbsent(
        name + options,
        key -> new PluginLoader<>(InspectorFactory.class).get(name).create(options));
  }
}
