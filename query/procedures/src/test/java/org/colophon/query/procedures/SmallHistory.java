// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.ASSOCIATE;
import static org.colophon.core.model.OperationKind.LOAD;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.testing.contract.RecordBatchBuilder;

/**
 * A hand-written history of a shell that starts a compiler and a linker. The compiler (2) reads a.c
 * and a.h and writes a.o; the linker (3) reads a.o and writes app; later a process (4) truncates
 * a.o and writes it again from b.c, app is renamed to prog, and chmod (5) changes the mode of a
 * file. The shell runs for a user.
 */
final class SmallHistory {
  private SmallHistory() {}

  static RecordBatch batch() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/sh").process(2, "/bin/cc").process(3, "/bin/ld").process(4, "/bin/cc");
    history.file(1, "/w/a.c").file(2, "/w/a.h").file(3, "/w/a.o").file(4, "/w/app");
    history.file(5, "/w/b.c").file(6, "/usr/lib/libc.so").file(7, "/w/caf\u00e9 'n' \"\n");
    history.process(5, "/bin/chmod").file(9, "/w/mode");
    history.object(10, agent("user 1000")).access(ASSOCIATE, 1, 10, 0);
    history.object(11, agent("group 50")).access(ASSOCIATE, 2, 11, 0);
    history.at(20).link(FORK, 2, 1).at(21).access(LOAD, 2, 6, 0);
    history.at(22).access(READ, 2, 1, 10).access(READ, 2, 2, 10).access(WRITE, 2, 3, 5);
    history.at(30).link(EXEC, 3, 1).access(READ, 3, 3, 5).at(32).access(WRITE, 3, 4, 5);
    history.at(33).snapshot("nightly");
    history.at(40).cut(4, 3).access(READ, 4, 5, 3).access(WRITE, 4, 3, 3);
    history.at(45).snapshot("released");
    history.at(46).snapshot("nightly[2]");
    history.at(50).rename(1, "/w/app", "/w/prog");
    history.at(51).access(METADATA, 5, 9, 0);
    history.at(52).bind(0, 8, Bytes.wrap(new byte[] {'/', 'w', '/', (byte) 0xe9}));
    history.at(53).access(READ, 4, 7, 1);
    return history.build();
  }

  private static ObjectDeclaration agent(String label) {
    return new ObjectDeclaration(ObjectKind.AGENT, Bytes.EMPTY, Bytes.of(label));
  }
}
