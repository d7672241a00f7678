// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;

/**
 * Records views as processes that read their tables and write the view at all times. So the lineage
 * of a view contains its tables. A view that is defined again also retains its earlier tables. One
 * thread.
 */
public final class Views {
  private final ServerNames names;
  private final Tables tables;
  private final SqlCatalog catalog;
  private final UnitSink output;

  public Views(ServerNames names, Tables tables, SqlCatalog catalog, UnitSink output) {
    this.names = names;
    this.tables = tables;
    this.catalog = catalog;
    this.output = output;
  }

  /** Records the definition of a view. */
  public void define(TableName view, List<TableUse> body) {
    long process = process(view);
    output.begin(OperationKind.WRITE, process, tables.get(view).object);
    body.stream()
        .filter(use -> use.access().isRead())
        .map(TableUse::name)
        .distinct()
        .forEach(table -> output.begin(OperationKind.READ, process, tables.get(table).object));
  }

  /** Records that a name belongs to another table, which views with this name now read. */
  public void rebound(TableName name) {
    for (TableName view : catalog.viewsOf(name)) {
      output.begin(OperationKind.READ, process(view), tables.get(name).object);
    }
  }

  private long process(TableName view) {
    Bytes name = Identities.VIEW.concat(names.path(view));
    return output.process(
        new ProcessDeclaration(name, 0, name, List.of(), Bytes.EMPTY, output.now()));
  }
}
