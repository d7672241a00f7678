// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;

/**
 * Meaning of the operations of SPADE's reporters and CDM events. An unknown operation counts as a
 * flow of data along its edge. This may add ancestors, but never misses one.
 */
final class Operations {
  private static final String EVENT = "event_";
  private static final Map<String, OperationKind> SIDE = new HashMap<>();
  private static final Map<String, OperationKind> EVENTS = new HashMap<>();
  private static final Map<String, LinkKind> LINKS = new HashMap<>();

  /** The operations that are already plain. */
  private static final Map<Bytes, String> PLAIN = new HashMap<>();

  static {
    put(SIDE, OperationKind.CLOSE, "close");
    put(SIDE, OperationKind.METADATA, "chmod", "chown", "utime", "setxattr");
    put(SIDE, OperationKind.METADATA, "modify_file_attributes");
    put(SIDE, OperationKind.OPEN, "fcntl", "lseek", "dup", "madvise", "mprotect", "stat", "check");
    put(SIDE, OperationKind.OPEN, "flows_to", "change_principal");
    put(SIDE, OperationKind.RENAME, "unlink");
    EVENTS.putAll(SIDE);
    put(EVENTS, OperationKind.READ, "read", "recvfrom", "recvmsg", "recv", "mmap", "shm", "wait");
    put(EVENTS, OperationKind.READ, "read_socket_params", "logon", "tee", "splice", "vmsplice");
    put(EVENTS, OperationKind.WRITE, "write", "sendto", "sendmsg", "send", "truncate", "update");
    put(EVENTS, OperationKind.WRITE, "create_object", "write_socket_params", "create");
    put(EVENTS, OperationKind.LOAD, "loadlibrary", "load", "execute", "execve", "init_module");
    put(EVENTS, OperationKind.RENAME, "rename", "link");
    put(EVENTS, OperationKind.OPEN, "open", "connect", "accept", "bind", "mount", "umount");
    put(LINKS, LinkKind.FORK, "fork", "clone", "vfork", "createthread");
    put(LINKS, LinkKind.EXEC, "execve", "execute", "exec");
    put(LINKS, LinkKind.SIGNAL, "kill", "signal");
    put(LINKS, LinkKind.MEMORY, "ptrace");
  }

  private Operations() {}

  private static <T> void put(Map<String, T> map, T kind, String... names) {
    for (String name : names) {
      map.put(name, kind);
      PLAIN.put(Bytes.of(name), name);
    }
  }

  /** Returns the operation in lower case without CDM's prefix. */
  static String plain(Bytes operation) {
    String known = PLAIN.get(operation);
    return known != null ? known : plainOf(operation);
  }

  private static String plainOf(Bytes operation) {
    String lower = VertexKind.lower(operation).toString();
    return lower.startsWith(EVENT) ? lower.substring(EVENT.length()) : lower;
  }

  static OperationKind used(String operation) {
    OperationKind event = EVENTS.get(operation);
    return event == OperationKind.LOAD ? event : SIDE.getOrDefault(operation, OperationKind.READ);
  }

  static OperationKind generated(String operation) {
    return SIDE.getOrDefault(operation, OperationKind.WRITE);
  }

  /** Returns the kind of an event. The direction follows from the kind alone. */
  static OperationKind event(String operation) {
    return EVENTS.getOrDefault(operation, OperationKind.OPEN);
  }

  /** Returns how one process caused another. */
  static LinkKind link(String operation) {
    return LINKS.getOrDefault(operation, LinkKind.INFORM);
  }
}
