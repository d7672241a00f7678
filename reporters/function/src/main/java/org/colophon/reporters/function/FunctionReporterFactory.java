// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Creates reporters for logs of instrumented programs that ran without a tracer. */
public final class FunctionReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final List<PluginOption> OPTIONS =
      List.of(PluginOption.file("directory", "the directory of the logs", ""));

  public FunctionReporterFactory() {
    super(
        "function", "calls of functions, from logs of programs that colophon cc compiled", OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    return new FunctionReporter(new PluginOptions(this, given).path("directory"));
  }
}
