// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** A test reporter that validates its options strictly. */
public final class StrictTickerFactory implements ReporterFactory {
  @Override
  public String name() {
    return "strict-ticker";
  }

  @Override
  public String description() {
    return "writes once a millisecond";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(
        PluginOption.file("file", "ignored", ""),
        new PluginOption("count", "ignored", "1"),
        new PluginOption("secret-names", "ignored, and no secret", ""));
  }

  @Override
  public Reporter create(Map<String, String> options) {
    PluginOptions given = new PluginOptions(this, options);
    given.path("file");
    given.number("count", 1, 1, 9);
    return new TickerFactory().create(Map.of());
  }
}
