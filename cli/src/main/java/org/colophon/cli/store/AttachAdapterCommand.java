// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageCapability;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds an adapter to a store and fills it with the recorded history. */
@Command(
    name = "attach",
    description = "Attach a storage adapter and fill it with all recorded operations.",
    footer = {
      "",
      "Attaching an attached adapter brings it up to date. 'colophon plugins",
      "--options' lists the engines and their options.",
      "",
      "Examples:",
      "  colophon adapters attach neo4j",
      "  colophon adapters attach neo4j page-cache-bytes=512m --share 0.5",
      "  colophon adapters attach jdbc --name reports"
    })
public final class AttachAdapterCommand extends ChangeAdapterCommand {
  @Parameters(
      index = "0",
      paramLabel = "ENGINE",
      description = "The engine, such as neo4j or jdbc.")
  private String engine;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "The engine's options.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The adapter's name in this store (default: the engine's).")
  private @Nullable String name;

  public AttachAdapterCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void change(Store store) {
    if (!Engines.get(engine).capabilities().contains(StorageCapability.DURABLE)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the " + engine + " engine is not durable, so it cannot be attached");
    }
    String called = name == null ? engine : name;
    Map<String, String> all = new LinkedHashMap<>();
    store.find(called).ifPresent(each -> all.putAll(each.options()));
    all.putAll(options);
    catchUp(store, new AttachedAdapter(called, engine, all, 0));
  }
}
