// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.util.List;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginDescriptor;
import org.colophon.core.plugin.PluginDirectories;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the reporters, inspectors and storage adapters on the class path, and their options. */
@Command(
    name = "plugins",
    description = "List the reporters, inspectors and storage adapters that are installed.",
    footer = {
      "",
      "Examples:",
      "  colophon plugins",
      "  colophon plugins --options",
      "  COLOPHON_PLUGINS=my-reporter.jar colophon plugins"
    })
final class PluginsCommand extends BaseCommand {
  @Option(names = "--options", description = "Also list the options of each plug-in.")
  private boolean isOptionsWanted;

  PluginsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    PluginDirectories.current().openBuilt();
    TextTable table = new TextTable("kind", "name", "what it is for");
    addAll(table, "reporter", new PluginLoader<>(ReporterFactory.class).all());
    addAll(table, "inspector", new PluginLoader<>(InspectorFactory.class).all());
    addAll(table, "storage", new PluginLoader<>(StorageAdapterFactory.class).all());
    for (PluginDescriptor each : PluginDirectories.current().described()) {
      if (!PluginDirectories.current().isOpen(each.name())) {
        table.row("optional", each.name(), each.description() + "; built on first use");
      }
    }
    table.print(out());
    return ExitCode.FOUND;
  }

  private void addAll(TextTable table, String kind, List<? extends Plugin> plugins) {
    for (Plugin plugin : plugins) {
      table.row(kind, plugin.name(), plugin.description());
      if (isOptionsWanted) {
        plugin.options().forEach(option -> table.row("", "", describe(option)));
      }
    }
  }

  private static String describe(PluginOption option) {
    String defaultValue = option.defaultValue();
    String suffix = defaultValue.isEmpty() ? "" : " (default " + defaultValue + ")";
    return "  " + option.name() + "=  " + option.description() + suffix;
  }
}
