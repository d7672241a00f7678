// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ObjectNames;

/** Creates the objects of OCSF that events have. One thread. */
public final class EventParts {
  /** The name of the log, for events about it. */
  static final String LOG = "colophon";

  private static final String SCHEMA = "1.7.0";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MAX_PROCESSES = 10_000;
  private static final Pattern LOCAL = Pattern.compile("(unix:|socketpair of ).*");
  private static final Pattern CONNECTION =
      Pattern.compile(
          "(tcp|udp)://(?<host>[^/? ]+):(?<port>\\d+)([/ ](sent|received))?"
              + "(\\?from=(?<from>.+):(?<fromPort>\\d+))?");
  private static final Pattern IP = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private final LineageReader reader;
  private final Origin origin;
  private final Map<Long, ObjectNode> processes = BoundedMap.byUse(MAX_PROCESSES);

  /**
   * The source of events.
   *
   * @param store id of the store, in hexadecimal digits
   * @param hostId machine id of the host
   * @param hostName display name of the host
   * @param version version of this program
   */
  public record Origin(String store, String hostId, String hostName, String version) {}

  EventParts(LineageReader reader, Origin origin) {
    this.reader = reader;
    this.origin = origin;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns an event without the fields of its class. */
  ObjectNode event(
      RecordBatch fact, int category, int type, int activity, String name, String suffix) {
    long nanos = fact.timeNanos() > 0 ? fact.timeNanos() : reader.timeAt(fact.lsn());
    ObjectNode event =
        object()
            .put("activity_id", activity)
            .put("activity_name", name)
            .put("category_uid", category)
            .put("class_uid", type)
            .put("type_uid", type * 100L + activity)
            .put("severity_id", 1)
            .put("time", Math.max(0, nanos) / NANOS_PER_MILLI);
    ObjectNode metadata = event.putObject("metadata");
    metadata
        .put("version", SCHEMA)
        .put("uid", uid(fact, suffix))
        .put("sequence", fact.lsn())
        .put("log_name", LOG);
    metadata.putArray("profiles").add("host");
    metadata
        .putObject("product")
        .put("name", "Colophon")
        .put("vendor_name", "Colophon")
        .put("version", origin.version());
    event
        .putObject("device")
        .put("type_id", 0)
        .put("uid", origin.hostId())
        .put("hostname", origin.hostName());
    return event;
  }

  /** Returns the id of an event, which depends only on the store and the fact. */
  private String uid(RecordBatch fact, String suffix) {
    String name =
        switch (fact.type()) {
          case BIND, UNBIND -> ":" + Integer.toHexString(fact.path().hashCode());
          default -> "";
        };
    boolean hasObject =
        switch (fact.type()) {
          case PROCESS, EXIT, GAP -> false;
          default -> true;
        };
    return "%s:%d:%s:%d:%d%s%s"
        .formatted(
            origin.store(),
            fact.lsn(),
            fact.type(),
            fact.process(),
            hasObject ? fact.object() : 0,
            suffix,
            name);
  }

  void putTime(ObjectNode to, String field, long nanos) {
    if (nanos > 0) {
      to.put(field, nanos / NANOS_PER_MILLI);
    }
  }

  /** Returns the actor of a process; 0 for an unknown one. */
  ObjectNode actor(long process) {
    ObjectNode actor = object();
    if (process == 0) {
      return actor.put("app_name", "Unknown"); // the schema requires one of its fields
    }
    actor.set("process", process(process));
    return actor;
  }

  /** Returns a process, also if only its id is known. */
  ObjectNode process(long id) {
    return processes.computeIfAbsent(id, this::describe).deepCopy();
  }

  private ObjectNode describe(long id) {
    ObjectNode process = object().put("uid", origin.store() + ":process:" + id);
    ProcessInfo info = reader.process(id);
    if (info == null) {
      return process;
    }
    ProcessDeclaration declaration = info.declaration();
    if (declaration.pid() > 0) {
      process.put("pid", declaration.pid());
    }
    if (!declaration.arguments().isEmpty()) {
      process.put("cmd_line", NodeText.command(declaration.keptArguments(), declaration.isCut()));
    }
    putTime(process, "created_time", declaration.startNanos());
    String path = declaration.executable().display();
    if (!path.isEmpty()) {
      process.put("name", lastPart(path));
      process.putObject("file").put("name", lastPart(path)).put("path", path).put("type_id", 1);
    }
    reader.accessesOfProcess(
        id,
        AccessMode.AGENT.bit(),
        (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            process.set("user", user(object)));
    return process;
  }

  private ObjectNode user(long object) {
    ObjectNode user = object();
    ObjectInfo info = reader.object(object);
    String[] parts =
        info == null ? new String[0] : info.declaration().identity().toString().split("\0", -1);
    String name = new ObjectNames(reader).nameOf(object, Lsn.LATEST).display();
    boolean isOfHost = parts.length == 3 && parts[0].equals("user");
    user.put("uid", isOfHost ? parts[2] : origin.store() + ":object:" + object);
    return name.isEmpty() ? user : user.put("name", name);
  }

  private static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
  }

  /** Returns the type of a file; -1 if events do not have such objects. */
  static int fileType(ObjectKind kind) {
    return switch (kind) {
      case FILE -> 1;
      case DIRECTORY -> 2;
      case FIFO -> 6;
      case SYMLINK -> 7;
      case DEVICE -> 99;
      default -> -1;
    };
  }

  ObjectNode file(ObjectInfo object, Bytes name) {
    String key = origin.store() + ":object:" + object.id();
    String path = name.display();
    ObjectNode file =
        object()
            .put("name", path.isEmpty() ? key : lastPart(path))
            .put("type_id", fileType(object.declaration().kind()))
            .put("uid", key);
    return path.startsWith("/") ? file.put("path", path) : file;
  }

  static boolean isLocalSocket(String name) {
    return LOCAL.matcher(name).matches();
  }

  /** Adds the ends of a connection. The name of an inherited socket has none. */
  void putEndpoints(ObjectNode event, String name) {
    Matcher parts = CONNECTION.matcher(name);
    ObjectNode destination = event.putObject("dst_endpoint");
    if (!parts.matches()) {
      destination.put("name", name.isEmpty() ? "Unknown" : name);
      return;
    }
    putAddress(destination, parts.group("host"), parts.group("port"));
    if (parts.group("from") != null) {
      putAddress(event.putObject("src_endpoint"), parts.group("from"), parts.group("fromPort"));
    }
    event.putObject("connection_info").put("direction_id", 0).put("protocol_name", parts.group(1));
  }

  private static void putAddress(ObjectNode endpoint, String host, String port) {
    String address = host.replaceAll("[\\[\\]]", "");
    endpoint.put(IP.matcher(address).matches() ? "ip" : "hostname", address);
    endpoint.put("port", Integer.parseInt(port));
  }
}
