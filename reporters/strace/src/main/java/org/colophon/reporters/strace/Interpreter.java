package org.colophon.reporters.strace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Scripts without an interpreter line. {@code execve} rejects them and shells run them with {@code
 * /bin/sh}; strace does not.
 */
final class Interpreter {
  private static final String SHELL = "/bin/sh";

  /** The number of bytes that shells examine. */
  private static final int LOOKED_AT = 128;

  private Interpreter() {}

  /** Returns the command, with the shell in front if it is such a script. */
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
      return false; // executable but not readable, so not a script
    }
  }

  /** Returns true for text: binary formats have a zero byte in the first line. */
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
