// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.colophon.core.model.OperationKind.CLOSE;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Reports the version puzzle of one shell that runs these lines:
 *
 * <pre>
 * cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;
 * cat b>f; cat f>v; sort a | tr a-z A-Z > p
 * </pre>
 */
final class Puzzle {
  private final OperationSink sink;
  private final long shell;
  private long pids;

  Puzzle(OperationSink sink) {
    this.sink = sink;
    this.shell = process("bash");
  }

  void play() {
    for (String line : List.of("a f", "f x", "b f", "f y")) {
      copy("cat", line.split(" "));
    }
    long appender = start("cat");
    transfer(appender, file("c"), file("f"));
    exit(appender);
    copy("cat", "f", "z");
    copy("cp", "a", "tmp");
    long mover = start("mv");
    sink.rename(mover, path("tmp"), path("f"), 0);
    sink.access(RENAME, Phase.WHOLE, mover, file("f"), 0, 0);
    exit(mover);
    copy("cat", "f", "w");
    long remover = start("rm");
    sink.unbind(remover, path("f"), 0);
    exit(remover);
    copy("cat", "b", "f");
    copy("cat", "f", "v");
    pipeline();
  }

  private void pipeline() {
    long pipe = sink.object(ObjectDeclaration.of(ObjectKind.PIPE, "pipe:[4711]"), 0);
    long sort = start("sort");
    long tr = start("tr");
    transfer(sort, file("a"), pipe);
    transfer(tr, pipe, file("p"));
    exit(sort);
    exit(tr);
  }

  private void copy(String program, String... names) {
    long process = start(program);
    long output = file(names[1]);
    sink.cut(Phase.WHOLE, process, output, 0);
    transfer(process, file(names[0]), output);
    exit(process);
  }

  /** Reports a read, a write, a read and a write. Closes and opens the input in between. */
  private void transfer(long process, long from, long to) {
    for (int block = 0; block < 2; block++) {
      access(READ, process, from);
      sink.access(CLOSE, Phase.WHOLE, process, from, 0, 0);
      access(WRITE, process, to);
    }
  }

  private void access(OperationKind kind, long process, long object) {
    sink.access(kind, Phase.BEGIN, process, object, 0, 0);
    sink.access(kind, Phase.END, process, object, 10, 0);
  }

  private long start(String program) {
    long child = process("bash");
    sink.link(LinkKind.FORK, child, shell, 0);
    long process = process(program);
    sink.link(LinkKind.EXEC, process, child, 0);
    return process;
  }

  private void exit(long process) {
    sink.exit(process, 0, 0);
  }

  private long process(String program) {
    return sink.process(ProcessDeclaration.of(++pids, Bytes.of("/bin/" + program), 0), 0);
  }

  private long file(String name) {
    return sink.objectAt(path(name), ObjectKind.FILE, 0);
  }

  private static Bytes path(String name) {
    return Bytes.of("/w/" + name);
  }
}
