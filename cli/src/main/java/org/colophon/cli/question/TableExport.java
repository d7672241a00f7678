// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.LocalOutbox;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.query.document.TableFormat;
import org.colophon.query.document.TableFormat.HostHistory;
import org.colophon.query.text.DisplayText;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The export of whole histories as tables in a directory, by an optional plug-in. Reads the store
 * itself, also if a service runs.
 */
final class TableExport {
  static final String FORMAT = "parquet";

  private static final Set<String> ALLOWED = Set.of("--format", "--host", "--store", "--embedded");

  private final ExportCommand command;

  TableExport(ExportCommand command) {
    this.command = command;
  }

  int run() {
    for (OptionSpec option : command.spec().commandLine().getParseResult().matchedOptions()) {
      if (!ALLOWED.contains(option.longestName())) {
        throw ErrorCode.BAD_REQUEST.exception(
            "%s cannot be used with -f %s, which exports whole histories"
                .formatted(option.longestName(), FORMAT));
      }
    }
    Path directory = command.absolute(Path.of(directory()));
    Store store = command.selectedStore();
    store.requireToExist();
    TableFormat format = new PluginLoader<>(TableFormat.class).get(FORMAT);
    new LocalOutbox(store).remarkIfWaiting();
    List<HostHistory> histories =
        command.isOfNamedHost() ? List.of(store.history()) : store.histories();
    format.export(command.store().id(), histories, directory, this::print);
    return ExitCode.FOUND;
  }

  private String directory() {
    if (command.value("target") instanceof List<?> words && words.size() == 1) {
      return words.get(0).toString();
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "name one directory for the tables: colophon export -f %s DIR".formatted(FORMAT));
  }

  private void print(TableFormat.Exported exported) {
    command
        .out()
        .printf(
            "%s: %s new rows up to LSN %d%n",
            exported.host(), DisplayText.count(exported.rows()), exported.lastLsn());
  }
}
