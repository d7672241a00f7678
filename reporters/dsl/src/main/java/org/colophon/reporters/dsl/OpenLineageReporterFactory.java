// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.reporters.dsl.openlineage.OpenLineageReporter;
import org.colophon.reporters.dsl.source.FileSource;
import org.colophon.reporters.dsl.source.StandardInput;

/** Creates reporters of files with OpenLineage events. */
public final class OpenLineageReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final List<PluginOption> OPTIONS =
      List.of(PluginOption.file("from", "the file, one event a line; - for stdin", ""));

  public OpenLineageReporterFactory() {
    super("openlineage", "run events of OpenLineage, such as those of Airflow and Spark", OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    String from = new PluginOptions(this, given).text("from");
    return new OpenLineageReporter(
        from.equals("-")
            ? new StandardInput(System.in)
            : new FileSource(Path.of(from), (head, isWhole) -> {}));
  }
}
