// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/** Makes inspectors of tables. */
public final class TableInspectorFactory extends NamedPlugin implements InspectorFactory {
  private static final List<String> GLOBS = List.of("*.csv", "*.tsv", "*.tab", "*.parquet");
  private static final long MAX_BYTES = 256L << 20;
  private static final long TIMEOUT_MILLIS = 20_000;
  private static final int WORKER_MEBIBYTES = 192;

  public TableInspectorFactory() {
    super(
        "table",
        "columns, their types and the number of rows of CSV and Parquet (table/schema)",
        List.of());
  }

  @Override
  public InspectorTraits traits() {
    return InspectorTraits.of(GLOBS, List.of(TableInspector.PARQUET))
        .withMaxBytes(MAX_BYTES)
        .withTimeoutMillis(TIMEOUT_MILLIS)
        .isolated(List.of(TableInspector.PARQUET), WORKER_MEBIBYTES);
  }

  @Override
  public Inspector create(Map<String, String> given) {
    new PluginOptions(this, given);
    return new TableInspector();
  }
}
