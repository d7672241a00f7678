package org.colophon.storage.neo4j;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.TextValue;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Node;

/**
 * Processes and objects as nodes. One that other records mention, but that was not declared, has
 * nothing but its id.
 */
final class NodeProperties {
  private static final String ARGUMENTS_BYTES = PropertyKey.ARGUMENTS + TextValue.BYTES;

  /** What a later declaration may lack. */
  private static final List<String> PROCESS_KEYS =
      List.of(
          PropertyKey.IDENTITY,
          PropertyKey.IDENTITY_HASH,
          PropertyKey.PID,
          PropertyKey.EXECUTABLE,
          PropertyKey.EXECUTABLE + TextValue.BYTES,
          PropertyKey.DIRECTORY,
          PropertyKey.DIRECTORY + TextValue.BYTES,
          PropertyKey.START_TIME,
          PropertyKey.ARGUMENTS,
          ARGUMENTS_BYTES,
          PropertyKey.COMMAND);

  private static final List<String> OBJECT_KEYS =
      List.of(
          PropertyKey.IDENTITY,
          PropertyKey.IDENTITY_HASH,
          PropertyKey.LABEL,
          PropertyKey.LABEL + TextValue.BYTES);

  private NodeProperties() {}

  static boolean isDeclared(Node node) {
    return node.hasProperty(PropertyKey.FIRST_LSN);
  }

  /** Sets what is declared. A later declaration tells more; it was first seen before. */
  static void setProcess(Node node, ProcessDeclaration declared, long lsn) {
    if (isDeclared(node)) {
      PROCESS_KEYS.forEach(node::removeProperty);
    } else {
      node.setProperty(PropertyKey.FIRST_LSN, lsn);
    }
    setIdentity(node, declared.identity());
    if (declared.pid() != 0) {
      node.setProperty(PropertyKey.PID, declared.pid());
    }
    TextValue.add(node, PropertyKey.EXECUTABLE, declared.executable());
    TextValue.add(node, PropertyKey.DIRECTORY, declared.directory());
    if (declared.startNanos() != 0) {
      node.setProperty(PropertyKey.START_TIME, GraphTime.of(declared.startNanos()));
    }
    setArguments(node, declared);
  }

  private static void setArguments(Node node, ProcessDeclaration declared) {
    List<Bytes> arguments = declared.arguments();
    if (arguments.isEmpty()) {
      setCommand(node, declared.executable().toString());
      return;
    }
    String[] texts = new String[arguments.size()];
    boolean isExact = true;
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments.get(i).toString();
      isExact &= TextValue.isExact(texts[i], arguments.get(i));
    }
    node.setProperty(PropertyKey.ARGUMENTS, texts);
    if (!isExact) {
      node.setProperty(ARGUMENTS_BYTES, ByteStrings.join(arguments));
    }
    setCommand(node, String.join(" ", texts));
  }

  private static void setCommand(Node node, String command) {
    if (!command.isEmpty()) {
      node.setProperty(PropertyKey.COMMAND, command);
    }
  }

  /** Sets what is declared, see {@link #setProcess}. */
  static void setObject(Node node, ObjectDeclaration declared, long lsn) {
    if (isDeclared(node)) {
      String oldKind = (String) node.getProperty(PropertyKey.KIND);
      node.removeLabel(NodeLabel.of(ObjectKind.valueOf(oldKind)));
      OBJECT_KEYS.forEach(node::removeProperty);
    } else {
      node.setProperty(PropertyKey.FIRST_LSN, lsn);
    }
    node.addLabel(NodeLabel.of(declared.kind()));
    node.setProperty(PropertyKey.KIND, declared.kind().name());
    setIdentity(node, declared.identity());
    TextValue.add(node, PropertyKey.LABEL, declared.label());
  }

  private static void setIdentity(Node node, Bytes identity) {
    if (!identity.isEmpty()) {
      node.setProperty(PropertyKey.IDENTITY, identity.toArray());
      node.setProperty(PropertyKey.IDENTITY_HASH, ByteStrings.hash(identity));
    }
  }

  static void setEnd(Node process, long lsn, long timeNanos, int status) {
    process.setProperty(PropertyKey.END_LSN, lsn);
    GraphTime.set(process, PropertyKey.END_TIME, timeNanos);
    process.setProperty(PropertyKey.EXIT_STATUS, (long) status);
  }

  /** The process of a node, null if it was not declared. */
  static ProcessInfo process(Node node) {
    if (!isDeclared(node)) {
      return null;
    }
    ProcessDeclaration declared =
        new ProcessDeclaration(
            identity(node),
            number(node, PropertyKey.PID, 0),
            TextValue.get(node, PropertyKey.EXECUTABLE),
            arguments(node),
            TextValue.get(node, PropertyKey.DIRECTORY),
            GraphTime.get(node, PropertyKey.START_TIME));
    return new ProcessInfo(
        id(node),
        declared,
        number(node, PropertyKey.FIRST_LSN, 0),
        number(node, PropertyKey.END_LSN, Lsn.OPEN),
        GraphTime.get(node, PropertyKey.END_TIME),
        (int) number(node, PropertyKey.EXIT_STATUS, 0));
  }

  /** The object of a node, null if it was not declared. */
  static ObjectInfo object(Node node) {
    if (!isDeclared(node)) {
      return null;
    }
    ObjectDeclaration declared =
        new ObjectDeclaration(
            ObjectKind.valueOf((String) node.getProperty(PropertyKey.KIND)),
            identity(node),
            TextValue.get(node, PropertyKey.LABEL));
    return new ObjectInfo(id(node), declared, number(node, PropertyKey.FIRST_LSN, 0));
  }

  static long id(Node node) {
    return (long) node.getProperty(PropertyKey.ID);
  }

  static Bytes identity(Node node) {
    Object identity = node.getProperty(PropertyKey.IDENTITY, null);
    return identity == null ? Bytes.EMPTY : Bytes.wrap((byte[]) identity);
  }

  static long number(Entity entity, String key, long absent) {
    return (long) entity.getProperty(key, absent);
  }

  private static List<Bytes> arguments(Node node) {
    Object bytes = node.getProperty(ARGUMENTS_BYTES, null);
    if (bytes != null) {
      return ByteStrings.split((byte[]) bytes);
    }
    List<Bytes> arguments = new ArrayList<>();
    for (String each : (String[]) node.getProperty(PropertyKey.ARGUMENTS, new String[0])) {
      arguments.add(Bytes.of(each));
    }
    return arguments;
  }
}
