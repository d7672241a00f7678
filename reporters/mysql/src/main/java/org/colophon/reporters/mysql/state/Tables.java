// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Known tables of a server by name. One thread. */
public final class Tables {
  private static final int MAX_ENTRIES = 50_000;

  private final ServerNames names;
  private final UnitSink output;
  private final Map<TableName, TableState> byName = new HashMap<>();

  /** Keys that distinguish a table from earlier tables with the same name. */
  private final Map<TableName, String> generations = BoundedMap.byAge(MAX_ENTRIES);

  public Tables(ServerNames names, UnitSink output) {
    this.names = names;
    this.output = output;
  }

  /** Returns the table with a name. An unknown table counts as older than the log. */
  public TableState get(TableName name) {
    TableState table = byName.get(name);
    if (table == null) {
      table = new TableState(find(name));
      byName.put(name, table);
    }
    return table;
  }

  /**
   * Returns the object that is bound to the name, since the table may have been created or renamed.
   * If none exists, declares one.
   */
  private long find(TableName name) {
    Bytes path = names.path(name);
    long bound = output.resolve(path);
    return bound != 0
        ? bound
        : output.objectAt(path, names.table(name, generations.getOrDefault(name, "")));
  }

  public boolean isKnown(TableName name) {
    return byName.containsKey(name) || output.resolve(names.path(name)) != 0;
  }

  /**
   * Creates a table.
   *
   * @param generation key that distinguishes the table from others with the same name
   */
  public TableState create(TableName name, String generation, long process) {
    long object = output.object(names.table(name, generation));
    output.bind(process, names.path(name), object);
    output.access(OperationKind.CREATE, process, object);
    TableState table = new TableState(object);
    byName.put(name, table);
    generations.put(name, generation);
    return table;
  }

  public void drop(TableName name, long process) {
    if (isKnown(name)) {
      output.unbind(process, names.path(name));
      byName.remove(name);
    }
  }

  /** Drops every known table of a database. */
  public void dropDatabase(Bytes database, long process) {
    output.unbind(process, names.database(database));
    List<TableName> gone = new ArrayList<>(byName.keySet());
    gone.removeIf(name -> !name.database().equals(database));
    byName.keySet().removeAll(gone);
  }

  public void rename(TableName from, TableName to, String generation, long process) {
    TableState table = get(from);
    output.rename(process, names.path(from), names.path(to));
    byName.remove(from);
    byName.put(to, table);
    generations.put(from, generation);
    generations.remove(to);
  }

  /**
   * Restores a table with its object. By now, the name may belong to another table or be hidden.
   */
  public TableState restore(TableName name, long object) {
    TableState table = byName.get(name);
    if (table == null || table.object != object) {
      table = new TableState(object);
      if (output.resolve(names.path(name)) == object) {
        byName.put(name, table);
      }
    }
    return table;
  }
}
