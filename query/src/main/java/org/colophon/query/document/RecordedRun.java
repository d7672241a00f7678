// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.format.NodeText;
import org.jspecify.annotations.Nullable;

/**
 * Programs that ran, the files that they used, and the origins of each output. Documents state
 * exactly this. Programs and files refer to each other by their indexes in the lists. Immutable.
 *
 * @param store id of the store, in hexadecimal digits
 * @param host display name and machine id of the host
 * @param lsn the as-of LSN of all statements
 * @param running true if a program of the run had not ended
 * @param begin time of the first program's start; null if unknown
 * @param end time of the last program's end; null if unknown
 * @param programs in the order of their starts; a parent stands before its children
 * @param files in order of their names; a file that is read, and then changed, is two versions
 * @param changes files that existed before the run, and that it moved or removed
 * @param gaps known losses of capture and exceeded limits, as terminal-safe text; empty if the
 *     statements are complete
 * @param parts the transactions of the run, and its statements outside transactions, as runs of
 *     their own; the programs of this run include theirs
 */
public record RecordedRun(
    String store,
    String host,
    long lsn,
    boolean running,
    @Nullable Instant begin,
    @Nullable Instant end,
    List<Program> programs,
    List<RunFile> files,
    List<Use> uses,
    List<Origins> origins,
    List<NameChange> changes,
    List<String> gaps,
    List<RecordedRun> parts) {
  public RecordedRun {
    programs = List.copyOf(programs);
    files = List.copyOf(files);
    uses = List.copyOf(uses);
    origins = List.copyOf(origins);
    changes = List.copyOf(changes);
    gaps = List.copyOf(gaps);
    parts = List.copyOf(parts);
  }

  /** A run without parts that moved and removed no files. */
  public RecordedRun(
      String store,
      String host,
      long lsn,
      boolean running,
      @Nullable Instant begin,
      @Nullable Instant end,
      List<Program> programs,
      List<RunFile> files,
      List<Use> uses,
      List<Origins> origins,
      List<String> gaps) {
    this(
        store, host, lsn, running, begin, end, programs, files, uses, origins, List.of(), gaps,
        List.of());
  }

  /** The part of a file version in a run. */
  public enum Role {
    /** No program of the run wrote the version before the run read it. */
    INPUT,
    /** A program of the run wrote the version, which existed at the end of the run. */
    OUTPUT,
    /** Written by the run, but no output: pipes, temporary files and replaced versions. */
    INTERMEDIATE
  }

  /** The way in which a run began a file version. */
  public enum Begin {
    /** No file had the name before. */
    CREATED,
    /** The run emptied or replaced the file that had the name before. */
    REPLACED
  }

  /** The way in which a program used a file version. */
  public enum How {
    READ,
    /** Executed, or loaded as code. */
    CODE,
    WRITE
  }

  /**
   * A program, which is one execve or fork of a process.
   *
   * @param key the key of lineage exports, such as {@code process:17}
   * @param parent index of the program that forked or executed this one; -1 if not in this run
   * @param executed true if this program replaced its parent by execve
   * @param arguments the words of the command; the last ones are missing if {@code isCut}
   * @param isCut true if the recorder did not keep all arguments
   * @param exitStatus null while the program runs, if another program replaced it, or if unknown
   * @param environment the recorded variables, which the user selected at the recording
   * @param agents names of the users or services for whom the program acted
   * @param sql facts about a connection to a database or its unit of work; null for others
   */
  public record Program(
      String key,
      int parent,
      boolean executed,
      long pid,
      String executable,
      List<String> arguments,
      boolean isCut,
      String directory,
      @Nullable Instant begin,
      @Nullable Instant end,
      @Nullable Integer exitStatus,
      Map<String, String> environment,
      List<String> agents,
      @Nullable Sql sql) {
    public Program {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
      agents = List.copyOf(agents);
    }

    /** Returns the command line as terminal-safe text, quoted as a shell requires. */
    public String command() {
      return arguments.isEmpty()
          ? Bytes.of(executable).display()
          : NodeText.command(arguments.stream().map(Bytes::of).toList(), isCut);
    }
  }

  /**
   * A connection to a database or its unit of work: a transaction, or a statement outside one. The
   * lists are those of the whole unit, also if it is only partly in the run; a connection has none.
   *
   * @param server URL of the server, such as {@code mysql://db:3306}
   * @param user the name of the user; empty if unknown
   * @param session the key of the connection
   * @param statements distinct texts in the order of their first use, as far as they are stored
   * @param tables the tables that the statements wrote or tried to write, else those that they read
   * @param outcomes the reasons for which statements had no effect
   */
  public record Sql(
      String server,
      String user,
      String session,
      List<String> statements,
      List<String> tables,
      List<String> outcomes) {
    public Sql {
      statements = List.copyOf(statements);
      tables = List.copyOf(tables);
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * A version of a file, table, pipe or connection.
   *
   * @param key the key of lineage exports, such as {@code object:42.v1}
   * @param name the name at the time of use, as text of {@link
   *     org.colophon.core.model.Bytes#toString}; may be empty
   * @param nameBase64 the bytes of a name that is no UTF-8; null for other names
   * @param folded true for files of the system and of tool chains, which answers omit by default
   * @param sha256 SHA-256 of the content in hexadecimal digits; null if unknown
   * @param git id of the content as a git blob; null if unknown
   * @param size number of bytes; null if unknown
   */
  public record RunFile(
      String key,
      String name,
      ObjectKind kind,
      Role role,
      boolean folded,
      @Nullable String sha256,
      @Nullable String git,
      @Nullable Long size,
      @Nullable String nameBase64,
      @Nullable Begin begin,
      List<String> otherNames) {
    public RunFile {
      otherNames = List.copyOf(otherNames);
    }

    /** A version with one name, in UTF-8, that the run did not begin. */
    public RunFile(
        String key,
        String name,
        ObjectKind kind,
        Role role,
        boolean folded,
        @Nullable String sha256,
        @Nullable String git,
        @Nullable Long size) {
      this(key, name, kind, role, folded, sha256, git, size, null, null, List.of());
    }

    /** Returns whether this is a file with content. Files of the kernel's interfaces are none. */
    public boolean hasContent() {
      return kind == ObjectKind.FILE && !name.startsWith("/proc/") && !name.startsWith("/sys/");
    }

    /** Returns the exact bytes of the name. */
    public Bytes nameBytes() {
      return nameBase64 == null
          ? Bytes.of(name)
          : Bytes.wrap(Base64.getDecoder().decode(nameBase64));
    }
  }

  /**
   * All accesses of one kind of a program to a file version.
   *
   * @param program index of the program
   * @param file index of the file
   * @param attempted true if the source does not know whether the write took effect
   */
  public record Use(
      int program,
      int file,
      How how,
      long count,
      long bytes,
      @Nullable Instant first,
      @Nullable Instant last,
      boolean attempted) {
    /** Returns these accesses together with others of the same kind to the same version. */
    Use plus(Use other) {
      Instant begin = first == null || isBefore(other.first, first) ? other.first : first;
      Instant end = last == null || isBefore(last, other.last) ? other.last : last;
      return new Use(
          program, file, how, count + other.count, bytes + other.bytes, begin, end, attempted);
    }

    private static boolean isBefore(@Nullable Instant one, @Nullable Instant other) {
      return one != null && other != null && one.isBefore(other);
    }
  }

  /**
   * The inputs that led to an output, in the order of time.
   *
   * @param output index of the output
   * @param inputs indexes of inputs; ascending
   */
  public record Origins(int output, List<Integer> inputs) {
    public Origins {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * A file that lost a name.
   *
   * @param before the name before the run
   * @param after the name at the end of the run; empty for a removed file
   */
  public record NameChange(String before, String after) {}

  /** Returns the display name of the host, without its machine id. */
  public String hostName() {
    int end = host.indexOf(" (");
    return end < 0 ? host : host.substring(0, end);
  }

  /** Returns whether nothing is known to be missing. */
  public boolean isComplete() {
    return gaps.isEmpty() && !running;
  }

  /** Returns the files that the run left behind. */
  public Stream<RunFile> outputFiles() {
    return files(Role.OUTPUT).filter(RunFile::hasContent);
  }

  /** Returns whether a file on this host was, or may have been, changed after the run. */
  boolean mayPrecede(Path file) {
    try {
      return end == null || Files.getLastModifiedTime(file).toInstant().isAfter(end);
    } catch (IOException e) {
      throw IoFailure.of("read the time of", file, e);
    }
  }

  /** Returns the files of a role. */
  public Stream<RunFile> files(Role role) {
    return files.stream().filter(each -> each.role() == role);
  }

  /** Returns the indexes of programs whose parent is not in this run. */
  public IntStream roots() {
    return IntStream.range(0, programs.size()).filter(each -> programs.get(each).parent() < 0);
  }
}
