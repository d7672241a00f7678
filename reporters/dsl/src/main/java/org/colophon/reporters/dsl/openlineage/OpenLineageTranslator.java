// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.openlineage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.DatasetName;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.reporter.EventTranslator;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.openlineage.RunEvent.Dataset;
import org.colophon.reporters.dsl.openlineage.RunEvent.EventType;
import org.colophon.reporters.dsl.openlineage.RunEvent.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Reports run events: a run as a process, inputs as reads, and outputs as writes. If the job has
 * the facet lineage, outputs are derived from the inputs that it states. Outputs of failed runs are
 * not written.
 */
public final class OpenLineageTranslator extends NamedPlugin implements EventTranslator {
  static final String NAME = "openlineage";

  private final String host;

  /** Creates a translator for the files of this host. */
  public OpenLineageTranslator() {
    this(hostName());
  }

  /** Returns Linux's name of this host; empty if unknown, so that no event means its files. */
  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Creates a translator.
   *
   * @param host name of the host whose files events may name
   */
  OpenLineageTranslator(String host) {
    super(NAME, "run events of OpenLineage, such as those of Airflow, Spark and dbt", List.of());
    this.host = host;
  }

  @Override
  public void translate(Bytes event, OperationSink sink) {
    RunEvent read = RunEvent.of(event);
    if (read != null) {
      new Report(read, sink).run();
    }
  }

  /** Reports one event. */
  private final class Report {
    private final RunEvent event;
    private final OperationSink sink;
    private final long time;

    Report(RunEvent event, OperationSink sink) {
      this.event = event;
      this.sink = sink;
      this.time = event.timeNanos();
    }

    void run() {
      long process = process(event.job());
      if (event.parent() != null) {
        sink.link(LinkKind.FORK, process, process(event.parent()), time);
      }
      for (Dataset each : event.inputs()) {
        long object = object(each.id(), sink);
        sink.access(OperationKind.READ, Phase.WHOLE, process, object, each.bytes(), time);
      }
      boolean isFailed = event.type() == EventType.FAIL || event.type() == EventType.ABORT;
      if (!isFailed && event.type() != EventType.START) {
        event.outputs().forEach(each -> write(process, each));
      }
      if (isFailed || event.type() == EventType.COMPLETE) {
        sink.exit(process, isFailed ? 1 : 0, time);
      }
    }

    private long process(JobRun run) {
      Bytes identity = Identities.of(NAME, run.namespace(), run.name(), run.runId());
      Bytes name = Bytes.of(run.name());
      return sink.process(
          new ProcessDeclaration(
              identity, 0, Bytes.of(run.namespace()), List.of(name), Bytes.EMPTY, time),
          time);
    }

    private long object(DatasetName id, OperationSink into) {
      return into.objectAt(id.stored(host), ObjectDeclaration.of(id.kind()), time);
    }

    private void write(long process, Dataset output) {
      Bytes name = output.id().stored(host);
      switch (output.change()) {
        case "DROP" -> {
          sink.unbind(process, name, time);
          return;
        }
        case "RENAME" -> rename(process, output.formerName(), name);
        case "CREATE", "OVERWRITE", "TRUNCATE" ->
            sink.cut(Phase.WHOLE, process, object(output.id(), sink), time);
        default -> {} // the output keeps its former content
      }
      long object = object(output.id(), sink);
      Map<DatasetName, List<DatasetName>> lineage = event.lineage();
      if (!lineage.containsKey(output.id())) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, output.bytes(), time);
      }
      for (DatasetName each : lineage.getOrDefault(output.id(), List.of())) {
        sink.derive(object, object(each, sink), process, time);
      }
    }

    private void rename(long process, @Nullable DatasetName former, Bytes name) {
      if (former != null) {
        sink.rename(process, former.stored(host), name, time);
      }
    }
  }
}
