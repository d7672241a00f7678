// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.OutputOption;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.cli.recording.LocalOutbox;
import org.colophon.cli.served.ServedAdapter;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRefusalException;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.target.Targets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that queries a store. It queries the service that has opened the store. If no service
 * runs, it opens the store for reading.
 */
public abstract class QueryCommand extends StoreCommand {
  @Option(
      names = "--as-of",
      paramLabel = "WHEN",
      description =
          "Answer as of then: an LSN, an instant (2026-11-20T08:00Z), a local date and time, an age"
              + " (2h), a snapshot, or an LSN for each host (web=120,db=88).")
  private @Nullable String asOf;

  @Option(
      names = "--store-adapter",
      paramLabel = "NAME",
      description = "The storage adapter that answers (default: rocksdb); see 'colophon adapters'.")
  private @Nullable String adapter;

  private @Nullable Store chosenStore;

  @Mixin private HostOption host;

  @Mixin private OutputOption output;

  @Mixin private ServiceOption service;

  protected QueryCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    output.check();
    chosenStore = host.choose(store(), spec(), targetsOfOneHost());
    prepare();
    Store store = chosenStore;
    new LocalOutbox(store).remarkIfWaiting();
    return service.query(
        store, connection -> answerServed(store, connection), () -> answerHere(store));
  }

  /** Queries the service. If it is stopping, as after a recording, opens the store after it. */
  private int answerServed(Store store, ServiceConnection connection) {
    try {
      if (isServed(connection)) {
        return queryService(connection);
      }
    } catch (ServiceRefusalException e) {
      if (e.code() != ErrorCode.INTERRUPTED) {
        throw e;
      }
      store.awaitStoppingService();
    }
    return answerHere(store);
  }

  private int answerHere(Store store) {
    store.requireToExist();
    AttachedAdapter chosen = adapter == null ? defaultAdapter(store) : store.attached(adapter);
    if (chosen == null) {
      return answerWithoutAdapter(store);
    }
    try (LineageReader reader = store.openReader(chosen, readerOptions())) {
      return answer(new OpenStore(store, chosen, reader, asOf));
    }
  }

  /**
   * Returns whether the service can answer. It cannot if the requested adapter does not run in it.
   */
  public boolean isServed(ServiceConnection connection) {
    return adapter == null
        || ServedAdapter.of(connection).stream().anyMatch(each -> each.name().equals(adapter));
  }

  /** Queries the service and prints the answer. Returns an {@link ExitCode}. */
  public abstract int queryService(ServiceConnection connection);

  /** Validates the arguments before a store is opened. */
  public void prepare() {}

  /** Returns the adapter that answers by default; null if none does. */
  public @Nullable AttachedAdapter defaultAdapter(Store store) {
    return store.primary();
  }

  /** Returns additional options of the adapter for this command only. */
  public Map<String, String> readerOptions() {
    return Map.of();
  }

  /** Reports that no adapter can answer. Returns an {@link ExitCode}. */
  public int answerWithoutAdapter(Store store) {
    throw new IllegalStateException("every store has a primary adapter");
  }

  /** Returns the number of leading parameters that must be of the same host. The default is all. */
  public int targetsOfOneHost() {
    return Integer.MAX_VALUE;
  }

  /** Returns whether the command line selects a host. */
  public boolean isOfNamedHost() {
    return host.isGiven();
  }

  /** Returns the store that the command line selects, without regard to targets. */
  Store selectedStore() {
    return host.choose(store());
  }

  /** Returns the store of the query's host. */
  public Store chosenStore() {
    return Objects.requireNonNull(chosenStore);
  }

  /** Returns the given as-of time; null for now. */
  public @Nullable String asOf() {
    return asOf;
  }

  /** Rejects {@code --as-of}, for a query without a point in time. */
  public void refuseAsOf() {
    if (asOf != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--as-of cannot be used with " + spec().name() + ", which reports the present");
    }
  }

  /** Rejects options that only apply to a store. */
  public void refuseStoreOptions(String with) {
    refuseAsOf();
    if (adapter != null || service.isEmbedded()) {
      throw ErrorCode.BAD_REQUEST.exception(
          (adapter != null ? "--store-adapter" : "--embedded")
              + " cannot be used with "
              + with
              + ", which queries the service about itself");
    }
  }

  /** Answers from an open store. Returns an {@link ExitCode}. */
  public abstract int answer(OpenStore question);

  public OutputOption output() {
    return output;
  }

  /** Writes to the selected output and reports failures. */
  public void write(Output.Body body) {
    Output.write(console(), outputFile(), body);
  }

  /** Returns the name of the requested adapter, or null. */
  public @Nullable String adapterName() {
    return adapter;
  }

  /** Returns whether the answer is written to a terminal. */
  public boolean isForTerminal() {
    return console().isOutTerminal() && outputFile() == null;
  }

  /** Returns the maximum length of lines of text; 0 for no limit. */
  public int widthColumns() {
    return output.widthColumns(isForTerminal() ? console().widthColumns() : 0);
  }

  public boolean isColoured() {
    return isForTerminal() && console().hasColours();
  }

  /** Returns the file for the answer; null for standard output. */
  public @Nullable Path outputFile() {
    return output.file(this);
  }

  /**
   * An open store, with an interpreter for texts of the command line.
   *
   * @param adapter the adapter whose reader answers
   */
  public record OpenStore(
      Store store, @Nullable AttachedAdapter adapter, LineageReader reader, @Nullable String asOf) {
    /** Returns the current LSN of an as-of text. */
    public long asOf(String text) {
      return new Targets(reader, Instant.now(), ZoneId.systemDefault()).asOf(text);
    }

    /** Returns the as-of LSN of the query. */
    public long asOfLsn() {
      return asOf == null ? Lsn.LATEST : asOf(asOf);
    }
  }
}
