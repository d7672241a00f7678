// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.bytes;

import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Creates reporters of logs that DataTracker wrote. */
public final class DataTrackerReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.file("from", "the file with DataTracker's raw output", ""),
          PluginOption.file("directory", "base of relative names; default: of the file", ""));

  public DataTrackerReporterFactory() {
    super("datatracker", "bytes that programs copied, from the raw output of DataTracker", OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    if (!options.has("from")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "datatracker needs from=FILE, raw output of DataTracker");
    }
    return new DataTrackerReporter(
        options.path("from"),
        options.has("directory")
            ? options.path("directory")
            : options.path("from").toAbsolutePath().resolveSibling(""));
  }
}
