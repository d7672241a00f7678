package org.colophon.reporters.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.reporters.common.inside.NativeBuild;

/** The Valgrind tool, built on first use against the installed package. */
public final class ByteTool {
  /** Name of the program, which traced processes execute. */
  static final String PROGRAM = "colophon-amd64-linux";

  private static final Path VALGRIND = Path.of("/usr/bin/valgrind.bin");
  private static final Path PLAIN_VALGRIND = Path.of("/usr/bin/valgrind");
  private static final Path HEADER = Path.of("/usr/include/valgrind/pub_tool_tooliface.h");
  private static final List<Path> LIBRARIES =
      List.of(Path.of("/usr/libexec/valgrind"), Path.of("/usr/lib/x86_64-linux-gnu/valgrind"));
  private static final List<String> SOURCES =
      List.of(
          "tool.h",
          "start.c",
          "main.c",
          "labels.c",
          "shadow.c",
          "instrument.c",
          "record.c",
          "build.sh");

  private final Path program;

  private ByteTool(Path program) {
    this.program = program;
  }

  /**
   * Returns the tool, which is built now if needed.
   *
   * @throws ColophonException TOOL_MISSING without Valgrind, gcc, or this processor
   */
  public static ByteTool build() {
    String machine = System.getProperty("os.arch", "");
    if (!machine.equals("amd64")) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING, "bytes are followed on x86-64 only, not on " + machine);
    }
    Path directory =
        new NativeBuild("bytes", ByteTool.class, SOURCES).build(version(), ByteTool::require);
    return new ByteTool(directory.resolve(PROGRAM));
  }

  private static void require() {
    if (!Files.exists(HEADER) || !NativeBuild.isInPath("gcc")) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "bytes are followed by a tool for Valgrind that is built on first use; on Debian and"
              + " Ubuntu: apt-get install valgrind gcc");
    }
  }

  private static String version() {
    Path valgrind = Files.exists(VALGRIND) ? VALGRIND : PLAIN_VALGRIND;
    try {
      return Files.exists(valgrind)
          ? Files.size(valgrind) + " " + Files.getLastModifiedTime(valgrind)
          : "";
    } catch (IOException e) {
      throw IoFailure.of("read", valgrind, e);
    }
  }

  /** Returns the directory of its files. */
  public Path directory() {
    return program.getParent();
  }

  /** Returns variables for the environment of a command. */
  public Map<String, String> environment() {
    Path core =
        LIBRARIES.stream()
            .filter(each -> Files.exists(each.resolve("vgpreload_core-amd64-linux.so")))
            .findFirst()
            .orElse(LIBRARIES.get(0));
    return Map.of("VALGRIND_LIB", core.toString());
  }

  /**
   * Returns a command that runs another one in the tool.
   *
   * @param logs the directory of the logs
   * @param lookups no, tables or all
   */
  public List<String> command(List<String> words, Path logs, String lookups) {
    List<String> all = new ArrayList<>();
    all.add(program.toString());
    all.add("--tool=colophon");
    all.add("--trace-children=yes");
    all.add("--vgdb=no");
    all.add("-q");
    all.add("--log-file=" + logs.resolve("%p.messages"));
    all.add("--logs=" + logs);
    all.add("--lookups=" + lookups);
    all.addAll(words);
    return all;
  }
}
