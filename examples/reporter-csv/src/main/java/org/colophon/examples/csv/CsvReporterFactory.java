// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.csv;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;

/** Makes reporters that read a CSV file once. */
public final class CsvReporterFactory implements ReporterFactory {
  private static final String FILE = "file";

  /** Constructor for {@link java.util.ServiceLoader}. */
  public CsvReporterFactory() {}

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String description() {
    return "reports lines of the form program,read|write,path";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(PluginOption.file(FILE, "the file to read", ""));
  }

  @Override
  public Reporter create(Map<String, String> options) {
    String file = options.get(FILE);
    if (file == null || options.size() > 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the csv reporter takes file=PATH, but was given " + options);
    }
    return new CsvReporter(Path.of(file).toAbsolutePath());
  }
}
