// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramWatch;

/** The Valgrind tool. It is compiled on first use against the installed Valgrind. */
public final class ByteTool implements ProgramWatch {
  /** File name of the tool's executable. */
  static final String PROGRAM = "colophon-amd64-linux";

  private static final Path VALGRIND = Path.of("/usr/bin/valgrind.bin");
  private static final Path PLAIN_VALGRIND = Path.of("/usr/bin/valgrind");
  private static final Path HEADER = Path.of("/usr/include/valgrind/pub_tool_tooliface.h");
  private static final List<Path> LIBRARIES =
      List.of(Path.of("/usr/libexec/valgrind"), Path.of("/usr/lib/x86_64-linux-gnu/valgrind"));
  private static final List<String> LOOKUPS = List.of("no", "tables", "all");
  private static final List<String> SOURCES =
      List.of(
          "tool.h",
          "instrument.h",
          "record.h",
          "start.c",
          "main.c",
          "labels.c",
          "shadow.c",
          "instrument.c",
          "vectors.c",
          "record.c",
          "calls.c",
          "build.sh");

  private final Path program;
  private final String lookups;

  private ByteTool(Path program, String lookups) {
    this.program = program;
    this.lookups = lookups;
  }

  /** Options of the tool. */
  public static final class Builder {
    private String lookups = "tables";

    /**
     * Sets which loaded values depend on the address that they were loaded from: {@code no}, {@code
     * tables} (default) or {@code all}. Throws BAD_REQUEST for another word.
     */
    public Builder lookups(String which) {
      if (!LOOKUPS.contains(which)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "--lookups must be no, tables or all, not '" + which + "'");
      }
      lookups = which;
      return this;
    }

    /** Builds the tool like {@link ByteTool#build}. */
    public ProgramWatch build() {
      return ByteTool.build(lookups);
    }
  }

  /**
   * Returns the tool. Builds it if it has not been built yet.
   *
   * @param lookups no, tables or all
   * @throws ColophonException TOOL_MISSING without Valgrind or gcc, or on another processor than
   *     x86-64
   */
  public static ByteTool build(String lookups) {
    String machine = System.getProperty("os.arch", "");
    if (!machine.equals("amd64")) {
      throw ErrorCode.TOOL_MISSING.exception(
          "bytes can be followed on x86-64 only, not on " + machine + "; leave --bytes out");
    }
    Path directory =
        new NativeBuild("bytes", ByteTool.class, SOURCES).build(version(), ByteTool::require);
    return new ByteTool(directory.resolve(PROGRAM), lookups);
  }

  private static void require() {
    if (!Files.exists(HEADER) || !NativeBuild.isInPath("gcc")) {
      throw ErrorCode.TOOL_MISSING.exception(
          "following bytes needs Valgrind and gcc, which are not installed; on Debian and Ubuntu:"
              + " apt-get install valgrind gcc");
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

  @Override
  public ProgramLog.Format format() {
    return ByteLog.format();
  }

  @Override
  public String missing() {
    return "no bytes were recorded: Valgrind ran no program of the command";
  }

  @Override
  public List<Path> tools() {
    String temporary = System.getenv().getOrDefault("TMPDIR", "/tmp");
    return List.of(program.getParent(), Path.of(temporary, "valgrind_proc_"));
  }

  @Override
  public Map<String, String> environment(Path logs) {
    Path core =
        LIBRARIES.stream()
            .filter(each -> Files.exists(each.resolve("vgpreload_core-amd64-linux.so")))
            .findFirst()
            .orElse(LIBRARIES.get(0));
    return Map.of("VALGRIND_LIB", core.toString());
  }

  @Override
  public List<String> command(List<String> words, Path logs) {
    List<String> all = new ArrayList<>();
    all.add(program.toString());
    all.add("--tool=colophon");
    all.add("--trace-children=yes");
    all.add("--vgdb=no");
    all.add("--fair-sched=yes"); // otherwise a pipe of Valgrind connects all function calls
    all.add("-q");
    all.add("--log-file=" + logs.resolve("%p.messages"));
    all.add("--logs=" + logs);
    all.add("--lookups=" + lookups);
    all.addAll(words);
    return all;
  }
}
