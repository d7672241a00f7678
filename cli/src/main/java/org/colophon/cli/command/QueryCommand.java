package org.colophon.cli.command;

import java.time.Instant;
import java.time.ZoneId;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.core.kernel.AttachedAdapter;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Target;
import org.colophon.query.api.Targets;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.export.ExportOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that asks a store something. Opens it for reading, and closes it in the end. */
abstract class QueryCommand extends StoreCommand {
  @Option(
      names = "--as-of",
      paramLabel = "WHEN",
      description =
          "Answer as of then: an LSN, an instant (2026-11-20T08:00Z), a local date and time, an age"
              + " (2h) or a snapshot.")
  private String asOf;

  @Option(
      names = "--store-adapter",
      paramLabel = "NAME",
      description = "The storage adapter that answers (default: rocksdb); see 'colophon adapters'.")
  private String adapter;

  @Mixin private OutputOption output;

  QueryCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  final int run() {
    prepare();
    Store store = store();
    store.requireToExist();
    AttachedAdapter chosen = adapter == null ? defaultAdapter(store) : store.attached(adapter);
    if (chosen == null) {
      return answerWithoutAdapter(store);
    }
    try (LineageReader reader = store.openReader(chosen)) {
      return answer(new Question(store, chosen, reader));
    }
  }

  /** Refuses what can be refused before a store is opened. */
  void prepare() {}

  /** The adapter that answers unless another is asked for; null if there is none that can. */
  AttachedAdapter defaultAdapter(Store store) {
    return store.primary();
  }

  /** Says that no adapter can answer. */
  int answerWithoutAdapter(Store store) {
    throw new IllegalStateException("every store has a primary adapter");
  }

  /** What the command line says of the time to ask about; null for now. */
  String asOf() {
    return asOf;
  }

  /** Answers from an open store. Returns an {@link ExitCode}. */
  abstract int answer(Question question);

  OutputOption output() {
    return output;
  }

  /** Hands the chosen output to a writer and tells what went wrong with it. */
  void write(Output.Body body) {
    Output.write(console(), output.file(this), body);
  }

  /** How answers look: like a terminal's where they go to one. */
  ExportOptions look() {
    boolean isTerminal = console().isOutTerminal() && output.file(this) == null;
    return new ExportOptions(
        isTerminal && console().hasColours(),
        output.widthColumns(isTerminal ? console().widthColumns() : 0),
        true,
        invocation().directory().toString(),
        ZoneId.systemDefault());
  }

  /** An open store, and how the command line's texts are understood there. */
  final class Question {
    private final Store store;
    private final AttachedAdapter adapter;
    private final LineageReader reader;
    private final Targets targets;
    private final long asOfLsn;

    private Question(Store store, AttachedAdapter adapter, LineageReader reader) {
      this.store = store;
      this.adapter = adapter;
      this.reader = reader;
      this.targets = new Targets(reader, Instant.now(), ZoneId.systemDefault());
      this.asOfLsn = asOf == null ? Lsn.LATEST : targets.asOf(asOf);
    }

    Store store() {
      return store;
    }

    /** Whose reader answers. */
    AttachedAdapter adapter() {
      return adapter;
    }

    /** The LSN that an as-of text means now. */
    long asOf(String text) {
      return new Targets(reader, Instant.now(), ZoneId.systemDefault()).asOf(text);
    }

    LineageReader reader() {
      return reader;
    }

    LineageEngine engine() {
      return new LineageEngine(reader);
    }

    long asOfLsn() {
      return asOfLsn;
    }

    Target target(String text) {
      return targets.parse(text, Bytes.of(invocation().directory().toString()), asOfLsn);
    }
  }
}
