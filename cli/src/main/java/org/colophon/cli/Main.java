package org.colophon.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.command.Colophon;
import org.colophon.cli.command.Invocation;
import org.colophon.cli.output.Console;

/** The entry point of {@code colophon}. Only here does anything touch the process's own streams. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    Console console =
        new Console(
            writer(FileDescriptor.out, 1 << 16),
            writer(FileDescriptor.err, 1 << 10),
            isTerminal(1),
            isTerminal(2),
            System.getenv());
    Path directory = Path.of("").toAbsolutePath();
    int exitCode = Colophon.run(new Invocation(console, directory, System.in), args);
    console.out().flush();
    console.err().flush();
    // Not return: a thread that something left behind must not keep the command from ending.
    System.exit(exitCode);
  }

  private static PrintWriter writer(FileDescriptor descriptor, int bufferSize) {
    OutputStreamWriter encoder =
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8);
    return new PrintWriter(new BufferedWriter(encoder, bufferSize));
  }

  /** Asks the kernel, since System.console() looks at input and output together. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
