// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the graph over Bolt until interrupted. */
@Command(
    name = "bolt",
    description = "Serve the graph to Neo4j clients over Bolt, until Ctrl-C.",
    footer = {
      "",
      "Needs Neo4j attached to the store: colophon adapters attach neo4j.",
      "Operations recorded meanwhile appear when their recording has ended.",
      "",
      "Examples:",
      "  colophon bolt",
      "  colophon bolt --listen 127.0.0.1:7688 --show-password",
      "  cypher-shell -a bolt://127.0.0.1:7687 -u neo4j     in another terminal"
    })
public final class BoltCommand extends StoreCommand {
  private static final long PERIOD_MILLIS = 1_000;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7687",
      description = "Address to listen on (default: ${DEFAULT-VALUE}).")
  private @Nullable String listen;

  @Option(
      names = "--store-adapter",
      paramLabel = "NAME",
      description = "The adapter to serve, if several understand Cypher.")
  private @Nullable String adapterName;

  @Option(names = "--show-password", description = "Print the password, not the path of its file.")
  private boolean isPasswordShown;

  private final CountDownLatch ended = new CountDownLatch(1);
  private String lastRemark = "";

  public BoltCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  @SuppressWarnings("try") // the handler works until closed
  public int run() {
    Store store = store();
    store.requireToExist();
    AttachedAdapter adapter =
        adapterName == null
            ? CypherAdapter.find(store)
            : CypherAdapter.require(store.attached(adapterName));
    if (adapter == null) {
      return new CypherAdapter(this).offer(store);
    }
    try (SignalHandler signals = SignalHandler.onTermination(ended::countDown);
        LineageReader reader = store.openReader(adapter, Map.of("bolt", listen))) {
      printResult(CypherAdapter.engine(adapter, reader).bolt().orElseThrow(this::notListening));
      follow(store.remarking(this::remarkOnce), adapter, reader);
    }
    return ExitCode.FOUND;
  }

  private ColophonException notListening() {
    return ErrorCode.ADAPTER_FAILED.exception(
        "the database does not listen on " + listen + "; give a free address with --listen");
  }

  private void printResult(BoltEndpoint endpoint) {
    out().println("uri       " + endpoint.uri());
    out().println("user      " + endpoint.user());
    out().println("password  " + password(endpoint));
    out().flush();
    if (console().isErrTerminal()) {
      console().remark("Ctrl-C ends this");
    }
  }

  private String password(BoltEndpoint endpoint) {
    if (!isPasswordShown) {
      return "in " + DisplayText.text(endpoint.passwordFile().toString());
    }
    try {
      return Files.readString(endpoint.passwordFile()).strip();
    } catch (IOException e) {
      throw IoFailure.of("read", endpoint.passwordFile(), e);
    }
  }

  /** Checks every second for new records, until a signal arrives. */
  private void follow(Store store, AttachedAdapter adapter, LineageReader reader) {
    try {
      while (!ended.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        store.refresh(adapter, reader.visibleLsn());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends as after a signal
    }
  }

  /** Prints a remark once, although its condition is checked every second. */
  private void remarkOnce(String text) {
    if (!text.equals(lastRemark)) {
      console().remark(text);
      lastRemark = text;
    }
  }
}
