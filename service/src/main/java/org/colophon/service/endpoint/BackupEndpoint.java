// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.RootPaths;
import org.colophon.core.kernel.Kernel;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/**
 * Endpoint that copies the store on the service's machine while recording continues.
 *
 * @param roots directories below which a backup may be; without any, only the owner may back up
 * @param others copies the stores of other hosts, and returns their names
 */
public record BackupEndpoint(Kernel kernel, RootPaths roots, Function<Path, List<String>> others) {
  public List<Route> routes() {
    return List.of(Route.of("POST", "/v1/backups", List.of(), this::backUp));
  }

  private record BackupBody(String directory) {}

  /** Answer of a finished backup. */
  record Backup(String directory, long lsn, List<String> hosts) {}

  private void backUp(Exchange exchange) throws IOException {
    String directory = exchange.jsonBody(BackupBody.class).directory();
    if (directory == null || !directory.startsWith("/")) {
      throw ErrorCode.BAD_REQUEST.exception("the field directory is missing: an absolute path");
    }
    exchange.control("backup", Map.of("directory", directory));
    List<String> hosts = new ArrayList<>();
    long lsn =
        kernel.backup(
            permitted(exchange, path(directory)), place -> hosts.addAll(others.apply(place)));
    exchange.json(201, new Backup(directory, lsn, hosts));
  }

  private Path permitted(Exchange exchange, Path directory) throws IOException {
    if (roots.directories().isEmpty()) {
      exchange.requireOwner("backup.roots");
      return directory;
    }
    Path real = RootPaths.real(directory);
    if (!roots.contains(real)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "%s is below none of backup.roots %s: choose a directory there, or add one to backup.roots in the service's configuration and restart the service"
              .formatted(real, roots.directories()));
    }
    return real;
  }

  private static Path path(String directory) {
    try {
      return Path.of(directory).normalize();
    } catch (InvalidPathException e) {
      throw ErrorCode.BAD_REQUEST.exception("the field directory is not a path: " + e.getReason());
    }
  }
}
