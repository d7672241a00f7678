// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Finds programs in PATH as a shell does. */
public final class CommandPath {
  /** Exit status of shells for an unknown command. */
  public static final int NOT_FOUND_STATUS = 127;

  /** Exit status of shells for a command that is not executable. */
  public static final int NOT_EXECUTABLE_STATUS = 126;

  private static final String SHELL = "/bin/sh";

  /** The number of bytes that shells examine to recognize a script. */
  private static final int HEAD_BYTES = 128;

  private CommandPath() {}

  /**
   * Returns the program that a shell would execute.
   *
   * @param exitStatus receives a shell's exit status before a failure
   * @throws ColophonException NOT_FOUND or NOT_PERMITTED if no such program can be executed
   */
  public static Path require(String word, IntConsumer exitStatus) {
    Path program = find(word);
    if (program == null) {
      exitStatus.accept(NOT_FOUND_STATUS);
      throw ErrorCode.NOT_FOUND.exception(word + ": command not found");
    }
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      exitStatus.accept(NOT_EXECUTABLE_STATUS);
      throw ErrorCode.NOT_PERMITTED.exception(word + ": is not executable");
    }
    return program;
  }

  /** Returns the path of a program, even if it is not executable; null if it is not found. */
  public static @Nullable Path find(String word) {
    if (word.contains("/")) {
      Path path = Path.of(word);
      return Files.exists(path) ? path : null;
    }
    String search = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    Path second = null;
    for (String directory : search.split(File.pathSeparator, -1)) {
      Path path = Path.of(directory.isEmpty() ? "." : directory, word);
      if (Files.isRegularFile(path)) {
        if (Files.isExecutable(path)) {
          return path;
        }
        second = path;
      }
    }
    return second;
  }

  public static boolean exists(String word) {
    Path path = find(word);
    return path != null && Files.isExecutable(path);
  }

  /**
   * Returns the command, with {@code /bin/sh} before it if it is a script without interpreter line.
   * {@code execve} rejects such scripts. Shells run them with {@code /bin/sh}, but strace does not.
   */
  public static List<String> withShell(List<String> command) {
    Path program = find(command.get(0));
    if (program == null || !needsShell(program)) {
      return command;
    }
    List<String> words = new ArrayList<>(List.of(SHELL, program.toString()));
    words.addAll(command.subList(1, command.size()));
    return words;
  }

  private static boolean needsShell(Path program) {
    try (InputStream input = Files.newInputStream(program)) {
      return isText(input.readNBytes(HEAD_BYTES));
    } catch (IOException e) {
      return false; // executable but not readable, so not a script
    }
  }

  /** Returns true for text. In a binary format, the first line contains a zero byte. */
  private static boolean isText(byte[] begin) {
    if (begin.length > 1 && begin[0] == '#' && begin[1] == '!') {
      return false;
    }
    for (byte b : begin) {
      if (b == 0) {
        return false;
      }
      if (b == '\n') {
        return true;
      }
    }
    return true;
  }
}
