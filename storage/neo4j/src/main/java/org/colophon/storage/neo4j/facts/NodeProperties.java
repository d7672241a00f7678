// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.facts;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.common.ByteStrings;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.TextValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Node;

/**
 * Reads and writes processes and objects as nodes. If records mention a process or object but do
 * not declare it, its node has only the id.
 */
public final class NodeProperties {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;
  private static final String ARGUMENTS_BYTES = PropertyKey.ARGUMENTS + TextValue.BYTES;

  /** Properties that a later declaration may lack. */
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

  public static boolean isDeclared(Node node) {
    return node.hasProperty(PropertyKey.FIRST_LSN);
  }

  /** Sets the declared properties. A later declaration adds to an earlier one. */
  public static void setProcess(Node node, ProcessDeclaration declared, long lsn) {
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

  /** Sets the declared properties, see {@link #setProcess}. */
  public static void setObject(Node node, ObjectDeclaration declared, long lsn) {
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
      node.setProperty(PropertyKey.IDENTITY_HASH, hash(identity));
    }
  }

  public static void setEnd(Node process, long lsn, long timeNanos, int status) {
    process.setProperty(PropertyKey.END_LSN, lsn);
    GraphTime.set(process, PropertyKey.END_TIME, timeNanos);
    process.setProperty(PropertyKey.EXIT_STATUS, (long) status);
  }

  /** Returns the process of a node, or null if it is not declared. */
  public static @Nullable ProcessInfo process(Node node) {
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

  /** Returns the object of a node, or null if it is not declared. */
  public static @Nullable ObjectInfo object(Node node) {
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

  public static long id(Node node) {
    return (long) node.getProperty(PropertyKey.ID);
  }

  public static Bytes identity(Node node) {
    Object identity = node.getProperty(PropertyKey.IDENTITY, null);
    return identity == null ? Bytes.EMPTY : Bytes.wrap((byte[]) identity);
  }

  public static long number(Entity entity, String key, long absent) {
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

  /** Returns the FNV-1a hash of an identity. Durable: stored values are found by it. */
  public static long hash(Bytes value) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < value.length(); i++) {
      hash = (hash ^ (value.at(i) & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** Returns the approximate size of the texts of a declaration in bytes. */
  public static long weight(ObjectDeclaration declared) {
    return (long) declared.identity().length() + declared.label().length();
  }

  /** Same as {@link #weight(ObjectDeclaration)}. */
  public static long weight(ProcessDeclaration declared) {
    long weight = declared.identity().length();
    weight += declared.executable().length();
    weight += declared.directory().length();
    for (Bytes argument : declared.arguments()) {
      weight += argument.length() + 40;
    }
    return weight;
  }
}
