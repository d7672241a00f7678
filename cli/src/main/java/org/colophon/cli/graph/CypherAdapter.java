// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.util.List;
import java.util.Optional;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.Confirmation;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginDescriptor;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Finds the adapter that runs Cypher. If the store has none, explains how to attach one. */
public record CypherAdapter(BaseCommand command) {
  private static final String ENGINE = "neo4j";

  /** Returns the store's adapter for Cypher; null if it has none. */
  public static @Nullable AttachedAdapter find(Store store) {
    return store.attached().stream()
        .filter(each -> Engines.understandsCypher(each.engine()))
        .findFirst()
        .orElse(null);
  }

  /** Returns the engine that runs Cypher on an open adapter. */
  public static CypherEngine engine(AttachedAdapter adapter, LineageReader reader) {
    if (reader instanceof CypherEngine engine) {
      return engine;
    }
    throw refused(adapter);
  }

  /** Rejects an adapter that cannot run Cypher, before the adapter is opened. */
  public static AttachedAdapter require(AttachedAdapter adapter) {
    if (!Engines.understandsCypher(adapter.engine())) {
      throw refused(adapter);
    }
    return adapter;
  }

  private static ColophonException refused(AttachedAdapter adapter) {
    return ErrorCode.BAD_REQUEST.exception(
        "adapter %s does not understand Cypher; leave --store-adapter out, or name one that does"
            .formatted(adapter.name()));
  }

  /**
   * Explains how to attach an adapter for Cypher, or that its plug-in is missing. On a terminal,
   * offers to attach it, and then runs the command line again.
   *
   * @return the exit code
   */
  public int offer(Store store) {
    Invocation invocation = command.invocation();
    invocation
        .console()
        .remark(
            "the store in "
                + DisplayText.text(store.directory().toString())
                + " has no adapter that understands Cypher");
    Optional<PluginDescriptor> plugin = Engines.plugin(ENGINE);
    plugin
        .map(CypherAdapter::howToAttach)
        .orElseGet(CypherAdapter::howToInstall)
        .forEach(line -> invocation.console().err().println(line));
    invocation.console().err().flush();
    if (plugin.isEmpty() || !invocation.isInteractive() || !invocation.launcher().isThere()) {
      return ExitCode.TROUBLE;
    }
    if (!Confirmation.isYes(invocation, "Attach Neo4j now? [y/N] ")) {
      return ExitCode.TROUBLE;
    }
    List<String> attach =
        List.of("adapters", "attach", ENGINE, "--store", store.directory().toString());
    int status = invocation.launcher().run(attach);
    return status == ExitCode.FOUND ? command.runAgain() : status;
  }

  private static List<String> howToAttach(PluginDescriptor plugin) {
    return List.of(
        "to attach it, with everything recorded so far:",
        "    colophon adapters attach " + ENGINE,
        "this loads the plug-in %s (%s), then fills Neo4j from the store."
            .formatted(plugin.name(), plugin.description()),
        "Later queries first add new recordings to it.");
  }

  /** For a distribution, which has Neo4j in an archive of its own because of its licence. */
  private static List<String> howToInstall() {
    return List.of(
        "Cypher needs the plug-in neo4j, which is in a separate archive. To install it:",
        "    tar --zstd --strip-components=1 -C %s -xf colophon-neo4j-*.tar.zst"
            .formatted(DisplayText.text(System.getProperty("colophon.home", "DIRECTORY"))),
        "then attach it, with everything recorded so far:",
        "    colophon adapters attach " + ENGINE);
  }
}
