// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.fact.Snapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Assigns a name to the store's current state. */
@Command(
    name = "snapshot",
    description = "Name the present state, for queries with --as-of or @.",
    footer = {
      "",
      "Examples:",
      "  colophon snapshot release-1",
      "  colophon snapshot                      named by the next free number",
      "  colophon lineage prog@release-1        later"
    })
public final class SnapshotCommand extends StoreCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "A name that is new in this store.")
  private @Nullable String name;

  @Mixin private ServiceOption service;

  @Mixin private HostOption host;

  public SnapshotCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    return service.query(host.choose(store()), this::takeByService, this::takeHere);
  }

  private int takeByService(ServiceConnection connection) {
    Map<String, String> fields = name == null ? Map.of() : Map.of("name", name);
    JsonNode taken = ServiceJson.post(connection, "/v1/snapshots", fields);
    return printResult(taken.path("name").asText(), taken.path("lsn").asLong());
  }

  private int takeHere() {
    try (Kernel kernel = host.choose(store()).openKernel(List.of())) {
      Snapshot snapshot = kernel.snapshot(name == null ? "" : name);
      kernel.drain();
      return printResult(snapshot.name(), snapshot.lsn());
    }
  }

  private int printResult(String snapshotName, long lsn) {
    out().println(snapshotName);
    console().remark("snapshot " + snapshotName + " is LSN " + lsn);
    return ExitCode.FOUND;
  }
}
