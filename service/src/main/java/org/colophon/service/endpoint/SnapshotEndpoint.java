// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.jspecify.annotations.Nullable;

/** Endpoint that takes, moves and deletes snapshots. */
public record SnapshotEndpoint(Kernel kernel) {
  public List<Route> routes() {
    return List.of(Route.of("POST", "/v1/snapshots", List.of(), this::change));
  }

  private record ChangedSnapshot(String name, long lsn) {}

  private record SnapshotBody(@Nullable String name, @Nullable String change) {
    Snapshot.Change parsed() {
      return switch (change == null ? "take" : change) {
        case "take" -> Snapshot.Change.TAKE;
        case "move" -> Snapshot.Change.MOVE;
        case "delete" -> Snapshot.Change.DELETE;
        default ->
            throw ErrorCode.BAD_REQUEST.exception(
                "the field change is take, move or delete, not '" + change + "'");
      };
    }
  }

  private void change(Exchange exchange) throws IOException {
    SnapshotBody body = exchange.jsonBody(SnapshotBody.class);
    String name = body.name() == null ? "" : body.name();
    Snapshot.Change change = body.parsed();
    String word = change.name().toLowerCase(Locale.ROOT);
    exchange.control("snapshot", Map.of("name", name, "change", word));
    Snapshot changed = kernel.snapshot(name, change);
    int status = change == Snapshot.Change.DELETE ? 200 : 201;
    exchange.json(status, new ChangedSnapshot(changed.name(), changed.lsn()));
  }
}
