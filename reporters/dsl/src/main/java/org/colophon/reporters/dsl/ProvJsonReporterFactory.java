// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Creates reporters of PROV-JSON documents. */
public final class ProvJsonReporterFactory extends NamedPlugin implements ReporterFactory {
  private static final int DEFAULT_MIB = 256;
  private static final List<PluginOption> OPTIONS =
      List.of(
          PluginOption.file("from", "the document, - for stdin", ""),
          new PluginOption("max-mib", "refuse a longer document, in MiB", "" + DEFAULT_MIB));

  public ProvJsonReporterFactory() {
    super(
        "prov-json",
        "documents in PROV-JSON, such as other PROV software and colophon export write",
        OPTIONS);
  }

  @Override
  public Reporter create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    long mib = options.number("max-mib", DEFAULT_MIB, 1, 1 << 20);
    return new ProvJsonReporter(options.text("from"), mib << 20);
  }
}
