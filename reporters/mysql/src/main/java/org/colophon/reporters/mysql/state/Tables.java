package org.colophon.reporters.mysql.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;

/** The tables of a server that were met, by name. Belongs to one thread. */
public final class Tables {
  private final ServerNames names;
  private final UnitSink output;
  private final Map<TableName, TableState> known = new HashMap<>();

  /** What tells tables from others that have had their names, where that is known. */
  private final Map<TableName, String> generations = new Recent<>();

  public Tables(ServerNames names, UnitSink output) {
    this.names = names;
    this.output = output;
  }

  /** The table that has the name; if none is known, it was there before. */
  public TableState get(TableName name) {
    TableState table = known.get(name);
    if (table == null) {
      table = new TableState(find(name));
      known.put(name, table);
    }
    return table;
  }

  /** What has the name goes before any identity: it may have been created, or moved here. */
  private long find(TableName name) {
    Bytes path = names.path(name);
    long bound = output.resolve(path);
    return bound != 0
        ? bound
        : output.objectAt(path, names.table(name, generations.getOrDefault(name, "")));
  }

  /** Whether the name means a table, as far as anybody knows. */
  public boolean isKnown(TableName name) {
    return known.containsKey(name) || output.resolve(names.path(name)) != 0;
  }

  /**
   * A table comes into being.
   *
   * @param generation what tells it from others of its name
   */
  public TableState create(TableName name, String generation, long process) {
    long object = output.object(names.table(name, generation));
    output.bind(process, names.path(name), object);
    output.accessOnce(OperationKind.CREATE, process, object);
    TableState table = new TableState(object);
    known.put(name, table);
    generations.put(name, generation);
    return table;
  }

  public void drop(TableName name, long process) {
    if (isKnown(name)) {
      output.unbind(process, names.path(name));
      known.remove(name);
    }
  }

  /** Every table of the database goes that was met, or has a name. */
  public void dropDatabase(Bytes database, long process) {
    output.unbind(process, names.database(database));
    List<TableName> gone = new ArrayList<>(known.keySet());
    gone.removeIf(name -> !name.database().equals(database));
    known.keySet().removeAll(gone);
  }

  /** The name moves; the table stays. */
  public void rename(TableName from, TableName to, String generation, long process) {
    TableState table = get(from);
    output.rename(process, names.path(from), names.path(to));
    known.remove(from);
    known.put(to, table);
    generations.put(from, generation);
    generations.remove(to);
  }

  /** Forgets the oldest of many. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 50_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST;
    }
  }

  /** Takes a table that was saved with its object; the name may be another's by now, or hidden. */
  public TableState restore(TableName name, long object) {
    TableState table = known.get(name);
    if (table == null || table.object != object) {
      table = new TableState(object);
      if (output.resolve(names.path(name)) == object) {
        known.put(name, table);
      }
    }
    return table;
  }
}
