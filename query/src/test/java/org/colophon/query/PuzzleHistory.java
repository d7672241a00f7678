// SPDX-License-Identifier: Apache-2.0
package org.colophon.query;

import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.LOAD;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.testing.contract.RecordBatchBuilder;

/**
 * The version puzzle: a history that a tracer recorded for a shell with these commands:
 *
 * <pre>
 * cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;
 * cat b>f; cat f>v; sort a | tr a-z A-Z > p
 * </pre>
 */
public final class PuzzleHistory {
  public static final long SHELL = 1;

  private final RecordBatchBuilder records = new RecordBatchBuilder();
  private final Map<String, Long> bound = new HashMap<>();
  private long processes;
  private long objects;

  private PuzzleHistory() {
    begin(SHELL, "bash");
    processes = SHELL;
    existing("/bin/cat");
    for (String input : List.of("a", "b", "c")) {
      existing("/w/" + input);
    }
  }

  /** Returns the records of the history. */
  public static RecordBatchBuilder records() {
    PuzzleHistory puzzle = new PuzzleHistory();
    puzzle.play();
    return puzzle.records;
  }

  private void play() {
    cat("a", "f", true);
    cat("f", "x", true);
    cat("b", "f", true);
    cat("f", "y", true);
    cat("c", "f", false);
    cat("f", "z", true);
    cat("a", "tmp", true);
    move("tmp", "f");
    cat("f", "w", true);
    remove("f");
    cat("b", "f", true);
    cat("f", "v", true);
    pipeline();
    records.snapshot("end");
  }

  private void existing(String path) {
    records.file(++objects, path);
    bound.put(path, objects);
  }

  private void begin(long id, String... command) {
    List<Bytes> arguments = List.of(command).stream().map(Bytes::of).toList();
    long time = RecordBatchBuilder.timeOf(records.lastLsn() + 1);
    records.process(
        id,
        new ProcessDeclaration(
            Bytes.of("p" + id),
            id,
            Bytes.of("/bin/" + command[0]),
            arguments,
            Bytes.of("/w"),
            time));
  }

  /** Starts a program: the shell forks, the child opens the output and executes the program. */
  private long start(String output, boolean truncates, String... command) {
    long child = ++processes;
    begin(child, "bash");
    records.link(FORK, child, SHELL);
    if (output != null) {
      openForWriting(child, "/w/" + output, truncates);
    }
    long program = ++processes;
    begin(program, command);
    records.link(EXEC, program, child).same().exit(child, ProcessInfo.REPLACED);
    records.access(LOAD, program, bound.get("/bin/cat"), 0);
    return program;
  }

  private void openForWriting(long process, String path, boolean truncates) {
    if (!bound.containsKey(path)) {
      existing(path);
      records.access(RENAME, process, bound.get(path), 0);
    } else if (truncates) {
      records.cut(process, bound.get(path), records.lastLsn());
    }
  }

  private void cat(String from, String to, boolean truncates) {
    long process = start(to, truncates, "cat", from);
    copy(process, bound.get("/w/" + from), bound.get("/w/" + to));
    records.exit(process, 0);
  }

  /** Records two reads and two writes, each pair as one interval. */
  private void copy(long process, long from, long to) {
    records.open(READ, process, from, 10);
    final long read = records.lastLsn();
    records.open(WRITE, process, to, 10);
    final long write = records.lastLsn();
    long last = write + 3;
    records.at(last).interval(AccessMode.READ, process, from, read, write + 1, 2, 20);
    records.interval(AccessMode.WRITE, process, to, write, write + 2, 2, 20);
  }

  private void move(String from, String to) {
    long process = start(null, false, "mv", from, to);
    long moved = bound.remove("/w/" + from);
    records.rename(process, moved, Bytes.of("/w/" + from), Bytes.of("/w/" + to));
    records.same().access(RENAME, process, moved, 0);
    bound.put("/w/" + to, moved);
    records.exit(process, 0);
  }

  private void remove(String name) {
    long process = start(null, false, "rm", name);
    long removed = bound.remove("/w/" + name);
    records.unbind(process, removed, Bytes.of("/w/" + name));
    records.same().access(RENAME, process, removed, 0);
    records.exit(process, 0);
  }

  private void pipeline() {
    long pipe = ++objects;
    records.object(pipe, ObjectDeclaration.of(ObjectKind.PIPE, "pipe:[4711]"));
    long sort = start(null, false, "sort", "a");
    long tr = start("p", true, "tr", "a-z", "A-Z");
    copy(sort, bound.get("/w/a"), pipe);
    copy(tr, pipe, bound.get("/w/p"));
    records.exit(sort, 0).exit(tr, 0);
  }
}
