// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Copies a store, even while a service writes to it. */
@Command(
    name = "backup",
    description = "Copy the store to a new directory, also while a service records.",
    footer = {
      "",
      "The copy is complete when the command ends; before that it is called",
      "DIR.partial. On the store's file system it shares large files with the store.",
      "It has no token. Adapters other than rocksdb are filled again from it.",
      "It has the stores of other hosts, too; with --host, only that host's store.",
      "",
      "Examples:",
      "  colophon backup /backup/colophon-2026-11-26",
      "  colophon backup --host web1 /backup/web1"
    })
public final class BackupCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "A directory that does not exist.")
  private Path directory;

  @Mixin private HostOption host;

  @Mixin private ServiceOption service;

  public BackupCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = host.choose(store());
    store.requireToExist();
    return service.query(store, this::backUpByService, () -> copyHere(store));
  }

  private Path target() {
    return invocation().directory().resolve(directory).normalize();
  }

  private int backUpByService(ServiceConnection connection) {
    Map<String, String> fields = Map.of("directory", target().toString());
    JsonNode made = ServiceJson.post(connection, "/v1/backups", fields);
    List<String> hosts = new ArrayList<>();
    made.path("hosts").forEach(each -> hosts.add(each.asText()));
    return printResult(made.path("lsn").asLong(), hosts);
  }

  private int copyHere(Store store) {
    List<String> hosts = new ArrayList<>();
    return printResult(store.backup(target(), hosts::add), hosts);
  }

  private int printResult(long lsn, List<String> hosts) {
    out().println(target());
    String others =
        hosts.isEmpty() ? "" : ", and the histories of the hosts " + String.join(", ", hosts);
    console().remark("the backup has everything up to LSN " + lsn + others);
    return ExitCode.FOUND;
  }
}
