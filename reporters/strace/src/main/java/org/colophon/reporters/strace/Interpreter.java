package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Scripts that do not name their interpreter: {@code execve} refuses them, and shells, env, nice
 * and whatever else calls {@code execvp} then have {@code /bin/sh} read them. strace does not.
 */
final class Interpreter {
  private static final String SHELL = "/bin/sh";

  /** As many bytes as shells look at. */
  private static final int LOOKED_AT = 128;

  private Interpreter() {}

  /** The command, with the shell before it if it is such a script. */
  static List<String> before(List<String> command) {
    Path program = Programs.find(command.get(0));
    if (program == null || !needsShell(program)) {
      return command;
    }
    List<String> words = new ArrayList<>(List.of(SHELL, program.toString()));
    words.addAll(command.subList(1, command.size()));
    return words;
  }

  private static boolean needsShell(Path program) {
    try (InputStream input = Files.newInputStream(program)) {
      return isText(input.readNBytes(LOOKED_AT));
    } catch (IOException e) {
      return false; // may be executed without being readable; then it is no script
    }
  }

  /** Whether the beginning is text for a shell: no binary format has a first line without zeros. */
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
