// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LineageExporter;
import org.colophon.testing.contract.RecordBatchBuilder;

/** A lineage whose names contain markup, control characters and quotes. */
final class HostileHistory {
  static final List<Bytes> NAMES =
      List.of(
          Bytes.of("/h/new\nline"),
          Bytes.of("/h/quote\"'`\" -> \"x"),
          Bytes.of("/h/\u001b[31mred\u001b]0;title\u0007"),
          Bytes.of("/h/<b>&amp;&lt;</b>]]>-->"),
          Bytes.of("/h/back\\slash\\n\\"),
          Bytes.wrap(new byte[] {'/', 'h', '/', (byte) 0xff, (byte) 0xfe, 'x'}),
          Bytes.of("/h/\u202egnp.exe"),
          Bytes.of("/h/tab\tcarriage\rreturn"),
          Bytes.of("/h/\u0085\u2028\u009b31m\u007f"),
          Bytes.of("/h/\"];}\ndigraph {"),
          Bytes.of("/h/\", \"x\": {"),
          Bytes.of("/h/caf\u00e9 \ud83d\ude00"),
          Bytes.of("/h/ %% xsd:int"),
          Bytes.of("/h/" + "x".repeat(4000)));

  /** The object with all hostile names among its ancestors. */
  static final long RESULT = 100;

  private HostileHistory() {}

  static Lineage lineage() {
    return lineage(LineageQuery.builder().root(Root.object(RESULT)).build());
  }

  static Lineage lineage(LineageQuery query) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    Bytes program = NAMES.get(1);
    history.process(
        1, new ProcessDeclaration(Bytes.of("p"), 4711, program, NAMES, Bytes.of("/h"), 1L));
    history.object(200, new ObjectDeclaration(ObjectKind.AGENT, Bytes.of("u"), NAMES.get(3)));
    history.access(OperationKind.ASSOCIATE, 1, 200, 0);
    for (int i = 0; i < NAMES.size(); i++) {
      history.object(i + 1, ObjectDeclaration.of(ObjectKind.FILE)).same();
      history.bind(0, i + 1, NAMES.get(i)).access(READ, 1, i + 1, 10);
    }
    history.file(RESULT, "/h/result").access(WRITE, 1, RESULT, 10).exit(1, 0);
    return new LineageEngine(SmallStore.of(history)).collect(query);
  }

  static String write(LineageExporter exporter, Lineage lineage, ExportOptions options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      exporter.write(lineage, options, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  static String write(String format) {
    return write(Exporters.get(format), lineage(), ExportOptions.plain());
  }
}
