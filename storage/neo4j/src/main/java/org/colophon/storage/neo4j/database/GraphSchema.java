// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.ObjectKind;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.schema.ConstraintDefinition;
import org.neo4j.graphdb.schema.IndexCreator;
import org.neo4j.graphdb.schema.IndexDefinition;
import org.neo4j.graphdb.schema.Schema;

/**
 * The constraints and indexes for statements and the adapter. They are created once; later versions
 * add new ones at opening.
 */
public final class GraphSchema {
  /** Index of BELOW relationships by the hash of parent and segment, and by end. */
  public static final String BELOW_PLACE = "colophon_BELOW_place";

  /** Index of NAMES relationships by path, for paths that are short text. */
  public static final String NAMES_PATH = "colophon_NAMES_path";

  /** Index of NAMES relationships by the first bytes of all other paths. */
  public static final String NAMES_PATH_START = "colophon_NAMES_pathStart";

  /** Index of Clock nodes by their first LSN. */
  public static final String CLOCK_FIRST_LSN = "colophon_Clock_firstLsn";

  private static final long ONLINE_WITHIN_SECONDS = 600;

  /** Transaction without time limit, since filling an index of a large graph may take long. */
  private static final long UNLIMITED = 0;

  private GraphSchema() {}

  /** Creates missing indexes, and waits until they are online. */
  static void create(GraphDatabaseService database) {
    try (Transaction transaction = database.beginTx(UNLIMITED, TimeUnit.SECONDS)) {
      Schema schema = transaction.schema();
      Set<String> present = present(schema);
      unique(schema, present, NodeLabel.PROCESS, PropertyKey.ID);
      unique(schema, present, NodeLabel.OBJECT, PropertyKey.ID);
      index(schema, present, NodeLabel.PROCESS, PropertyKey.IDENTITY_HASH);
      index(schema, present, NodeLabel.OBJECT, PropertyKey.IDENTITY_HASH);
      index(schema, present, NodeLabel.PROCESS, PropertyKey.PID);
      index(schema, present, NodeLabel.OBJECT, PropertyKey.NAME);
      // The index of Object does not serve queries for File.
      index(schema, present, NodeLabel.of(ObjectKind.FILE), PropertyKey.NAME);
      names(schema, present);
      transaction.commit();
    }
    try (Transaction transaction = database.beginTx(UNLIMITED, TimeUnit.SECONDS)) {
      transaction.schema().awaitIndexesOnline(ONLINE_WITHIN_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static Set<String> present(Schema schema) {
    Set<String> names = new HashSet<>();
    for (ConstraintDefinition each : schema.getConstraints()) {
      names.add(each.getName());
    }
    for (IndexDefinition each : schema.getIndexes()) {
      names.add(each.getName());
    }
    return names;
  }

  private static void unique(Schema schema, Set<String> present, Label label, String key) {
    String name = "colophon_" + label.name() + "_" + key;
    if (!present.contains(name)) {
      schema.constraintFor(label).assertPropertyIsUnique(key).withName(name).create();
    }
  }

  private static void index(Schema schema, Set<String> present, Label label, String key) {
    String name = "colophon_" + label.name() + "_" + key;
    if (!present.contains(name)) {
      schema.indexFor(label).on(key).withName(name).create();
    }
  }

  private static void names(Schema schema, Set<String> present) {
    if (!present.contains(BELOW_PLACE)) {
      schema
          .indexFor(RelationType.BELOW)
          .on(PropertyKey.PLACE)
          .on(PropertyKey.UNTIL)
          .withName(BELOW_PLACE)
          .create();
      IndexCreator names = schema.indexFor(RelationType.NAMES);
      names.on(PropertyKey.PATH).withName(NAMES_PATH).create();
      names.on(PropertyKey.PATH_START).withName(NAMES_PATH_START).create();
      schema.indexFor(NodeLabel.CLOCK).on(PropertyKey.FIRST_LSN).withName(CLOCK_FIRST_LSN).create();
    }
  }

  /** Returns the Neo4j id of the node with the adapter's state; creates a missing one. */
  static long booksNode(GraphDatabaseService database) {
    try (Transaction transaction = database.beginTx()) {
      Node node = find(transaction);
      if (node == null) {
        node = transaction.createNode(NodeLabel.COLOPHON);
        StoreState.EMPTY.writeTo(node);
      }
      long id = EntityIds.of(node);
      transaction.commit();
      return id;
    }
  }

  private static @Nullable Node find(Transaction transaction) {
    try (ResourceIterator<Node> found = transaction.findNodes(NodeLabel.COLOPHON)) {
      return found.hasNext() ? found.next() : null;
    }
  }
}
