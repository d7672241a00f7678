package org.colophon.storage.neo4j;

import java.util.HashMap;
import java.util.Map;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/**
 * The rival of {@link TreeMeasure}: writes what the adapter makes of a {@link SuppressedTree}
 * through Neo4j's core API and nothing else, knowing beforehand what there will be. Nodes of the
 * window are at hand as objects, those of earlier ones by element id.
 */
final class BareTree {
  private static final Label FILE = Label.label("File");
  private static final int COPIES_PER_TRANSACTION = 8000 / 12;

  private final GraphDatabaseService database;
  private final Map<Long, String> files = new HashMap<>();
  private final Map<String, String> folders = new HashMap<>();
  private Transaction transaction;
  private String root;

  BareTree(GraphDatabaseService database) {
    this.database = database;
  }

  void write(int count) {
    for (long file = 2; file <= count; file += COPIES_PER_TRANSACTION) {
      try (Transaction current = database.beginTx()) {
        transaction = current;
        long end = Math.min(count, file + COPIES_PER_TRANSACTION - 1);
        for (long each = file; each <= end; each++) {
          copy(each);
        }
        current.commit();
      }
    }
  }

  private void copy(long file) {
    long begin = SuppressedTree.beginLsn(file);
    Node process = transaction.createNode(NodeLabel.PROCESS);
    process.setProperty("id", file);
    process.setProperty("firstLsn", begin);
    process.setProperty("pid", 1000 + file);
    process.setProperty("executable", "/bin/cp");
    process.setProperty("command", "/bin/cp");
    process.setProperty("startTime", GraphTime.of(SuppressedTree.nanos(begin)));
    process.setProperty("endLsn", begin + 69);
    process.setProperty("endTime", GraphTime.of(SuppressedTree.nanos(begin + 69)));
    process.setProperty("exitStatus", 0L);
    Node object = file(file);
    object.setProperty("firstLsn", begin);
    object.setProperty("kind", "FILE");
    object.addLabel(FILE);
    String path = SuppressedTree.path(file).toString();
    object.setProperty("name", path);
    Relationship names = name(path, begin).createRelationshipTo(object, RelationType.NAMES);
    names.setProperty("path", path);
    names.setProperty("fromLsn", begin);
    Node source = file(SuppressedTree.parent(file));
    interval(source, process, RelationType.WAS_INFLUENCED_BY, file, 0);
    interval(object, process, RelationType.WAS_INFLUENCED_BY, file, 1);
    interval(process, source, RelationType.USED, file, 2);
    interval(object, process, RelationType.WAS_GENERATED_BY, file, 3);
  }

  private Node file(long id) {
    String known = files.get(id);
    if (known != null) {
      return transaction.getNodeByElementId(known);
    }
    Node node = transaction.createNode(NodeLabel.OBJECT);
    node.setProperty("id", id);
    files.put(id, node.getElementId());
    return node;
  }

  private Node name(String path, long lsn) {
    int slash = path.lastIndexOf('/');
    Node above = slash <= 0 ? root() : folder(path.substring(0, slash), lsn);
    Node below = transaction.createNode(NodeLabel.NAME);
    Relationship relation = above.createRelationshipTo(below, RelationType.BELOW);
    relation.setProperty("segment", path.substring(slash + 1));
    relation.setProperty("fromLsn", lsn);
    relation.setProperty("place", path.hashCode() * 0x9E3779B97F4A7C15L);
    return below;
  }

  private Node root() {
    if (root == null) {
      Node made = transaction.createNode(NodeLabel.NAME);
      root = made.getElementId();
      return made;
    }
    return transaction.getNodeByElementId(root);
  }

  private Node folder(String path, long lsn) {
    String known = folders.get(path);
    if (known != null) {
      return transaction.getNodeByElementId(known);
    }
    Node made = name(path, lsn);
    folders.put(path, made.getElementId());
    return made;
  }

  private static void interval(Node from, Node to, RelationshipType type, long file, int number) {
    long first = SuppressedTree.beginLsn(file) + 1 + number;
    long last = SuppressedTree.beginLsn(file) + 65 + number;
    Relationship relation = from.createRelationshipTo(to, type);
    relation.setProperty("firstLsn", first);
    relation.setProperty("lastLsn", last);
    relation.setProperty("firstTime", GraphTime.of(SuppressedTree.nanos(first)));
    relation.setProperty("lastTime", GraphTime.of(SuppressedTree.nanos(last)));
    relation.setProperty("count", number > 1 ? 32L : 2L);
    relation.setProperty("bytes", number > 1 ? 131_072L : 0L);
    if (number == 1) {
      relation.setProperty("operation", "CREATE");
    }
    if (number > 1) {
      relation.setProperty("firstBytes", 4096L);
    }
    if (type == RelationType.USED) {
      relation.setProperty("role", "data");
    }
  }
}
