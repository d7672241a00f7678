// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.fact.Snapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
      "  colophon snapshot latest --move        name the present state again",
      "  colophon snapshot latest --delete",
      "  colophon lineage prog@release-1        later"
    })
public final class SnapshotCommand extends StoreCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "A name that is new in this store; with --move or --delete, a used one.")
  private @Nullable String name;

  @Option(names = "--move", description = "Move the name to the present state.")
  private boolean isMove;

  @Option(names = "--delete", description = "Free the name; earlier states keep it.")
  private boolean isDeletion;

  @Mixin private ServiceOption service;

  @Mixin private HostOption host;

  public SnapshotCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    ErrorCode.BAD_REQUEST.require(
        !(isMove && isDeletion), "a snapshot is moved or deleted: give --move or --delete");
    ErrorCode.BAD_REQUEST.require(
        name != null || !(isMove || isDeletion),
        "give the NAME of the snapshot to " + (isMove ? "move" : "delete"));
    return service.query(host.choose(store()), this::takeByService, this::takeHere);
  }

  private int takeByService(ServiceConnection connection) {
    Map<String, String> fields =
        name == null
            ? Map.of()
            : Map.of("name", name, "change", change().name().toLowerCase(Locale.ROOT));
    JsonNode changed = ServiceJson.post(connection, "/v1/snapshots", fields);
    return printResult(changed.path("name").asText(), changed.path("lsn").asLong());
  }

  private int takeHere() {
    try (Kernel kernel = host.choose(store()).openKernel(List.of())) {
      Snapshot snapshot = kernel.snapshot(name, change());
      kernel.drain();
      return printResult(snapshot.name(), snapshot.lsn());
    }
  }

  private Snapshot.Change change() {
    return isDeletion
        ? Snapshot.Change.DELETE
        : isMove ? Snapshot.Change.MOVE : Snapshot.Change.TAKE;
  }

  private int printResult(String snapshotName, long lsn) {
    out().println(snapshotName);
    console()
        .remark("snapshot " + snapshotName + (isDeletion ? " ended at LSN " : " is LSN ") + lsn);
    return ExitCode.FOUND;
  }
}
