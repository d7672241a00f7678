package org.colophon.cli.command;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.cli.served.ServedAdapter;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Targets;
import org.colophon.service.client.ServiceConnection;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that asks a store something: of the service that has it, if one runs; else it opens the
 * store for reading, and closes it in the end.
 */
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

  @Mixin private ServiceOption service;

  QueryCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    output.check();
    prepare();
    Store store = store();
    Optional<ServiceConnection> running = service.connect(store);
    if (running.isEmpty()) {
      return answerHere(store);
    }
    try (ServiceConnection connection = running.get()) {
      return isServed(connection) ? ask(connection) : answerHere(store);
    }
  }

  private int answerHere(Store store) {
    store.requireToExist();
    AttachedAdapter chosen = adapter == null ? defaultAdapter(store) : store.attached(adapter);
    if (chosen == null) {
      return answerWithoutAdapter(store);
    }
    try (LineageReader reader = store.openReader(chosen, readerOptions())) {
      return answer(new Question(store, chosen, reader));
    }
  }

  /** Whether the service can answer: it may not run the adapter that is asked for. */
  boolean isServed(ServiceConnection connection) {
    return adapter == null
        || ServedAdapter.of(connection).stream().anyMatch(each -> each.name().equals(adapter));
  }

  /** Lets the service answer. Returns an {@link ExitCode}. */
  abstract int ask(ServiceConnection connection);

  /** Refuses what can be refused before a store is opened. */
  void prepare() {}

  /** The adapter that answers unless another is asked for; null if there is none that can. */
  AttachedAdapter defaultAdapter(Store store) {
    return store.primary();
  }

  /** Options of the adapter for this command alone, beside those that it was attached with. */
  Map<String, String> readerOptions() {
    return Map.of();
  }

  /** Says that no adapter can answer. */
  int answerWithoutAdapter(Store store) {
    throw new IllegalStateException("every store has a primary adapter");
  }

  /** What the command line says of the time to ask about; null for now. */
  String asOf() {
    return asOf;
  }

  /** Refuses a time where the question is about now. */
  void refuseAsOf() {
    if (asOf != null) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "--as-of does not go with " + spec().name() + ", which tells of now");
    }
  }

  /** Refuses what only matters where a store answers. */
  void refuseStoreOptions(String with) {
    refuseAsOf();
    if (adapter != null || service.isEmbedded()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          (adapter != null ? "--store-adapter" : "--embedded")
              + " does not go with "
              + with
              + ", which asks the service about itself");
    }
  }

  /** Answers from an open store. Returns an {@link ExitCode}. */
  abstract int answer(Question question);

  OutputOption output() {
    return output;
  }

  /** Hands the chosen output to a writer and tells what went wrong with it. */
  void write(Output.Body body) {
    Output.write(console(), outputFile(), body);
  }

  /** The adapter that is asked for by name, or null. */
  String adapterName() {
    return adapter;
  }

  /** Whether the answer goes to a person's terminal. */
  boolean isForTerminal() {
    return console().isOutTerminal() && outputFile() == null;
  }

  /** Where lines for people are cut; 0 for nowhere. */
  int widthColumns() {
    return output.widthColumns(isForTerminal() ? console().widthColumns() : 0);
  }

  boolean isColoured() {
    return isForTerminal() && console().hasColours();
  }

  /** The file that the answer goes to; null for standard output. */
  Path outputFile() {
    return output.file(this);
  }

  /** An open store, and how the command line's texts are understood there. */
  final class Question {
    private final Store store;
    private final AttachedAdapter adapter;
    private final LineageReader reader;
    private final long asOfLsn;

    private Question(Store store, AttachedAdapter adapter, LineageReader reader) {
      this.store = store;
      this.adapter = adapter;
      this.reader = reader;
      this.asOfLsn = asOf == null ? Lsn.LATEST : asOf(asOf);
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

    long asOfLsn() {
      return asOfLsn;
    }
  }
}
