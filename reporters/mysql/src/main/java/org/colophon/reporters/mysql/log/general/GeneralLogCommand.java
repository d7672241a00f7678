// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.general;

import org.colophon.reporters.mysql.log.RecordKind;
import org.jspecify.annotations.Nullable;

/** Commands of the general query log, with the most frequent commands first. */
enum GeneralLogCommand {
  QUERY("Query", RecordKind.QUERY),
  EXECUTE("Execute", RecordKind.EXECUTE),
  PREPARE("Prepare", RecordKind.PREPARE),
  CONNECT("Connect", RecordKind.CONNECT),
  QUIT("Quit", RecordKind.QUIT),
  INIT_DB("Init DB", RecordKind.INIT_DB),
  CLOSE("Close stmt", RecordKind.OTHER),
  RESET_STATEMENT("Reset stmt", RecordKind.OTHER),
  CHANGE_USER("Change user", RecordKind.CHANGE_USER),
  RESET_CONNECTION("Reset connection", RecordKind.RESET),
  RESET_CONNECTION_OF_MYSQL("Reset Connection", RecordKind.RESET),
  BULK_EXECUTE("Bulk_execute", RecordKind.OTHER),
  FIELD_LIST("Field List", RecordKind.OTHER),
  STATISTICS("Statistics", RecordKind.OTHER),
  PING("Ping", RecordKind.OTHER),
  REFRESH("Refresh", RecordKind.OTHER),
  SHUTDOWN("Shutdown", RecordKind.OTHER),
  PROCESS_LIST("Processlist", RecordKind.OTHER),
  KILL("Kill", RecordKind.OTHER),
  DEBUG("Debug", RecordKind.OTHER),
  SLEEP("Sleep", RecordKind.OTHER),
  TIME("Time", RecordKind.OTHER),
  DELAYED_INSERT("Delayed insert", RecordKind.OTHER),
  BINLOG_DUMP("Binlog Dump", RecordKind.OTHER),
  BINLOG_DUMP_GTID("Binlog Dump GTID", RecordKind.OTHER),
  TABLE_DUMP("Table Dump", RecordKind.OTHER),
  CONNECT_OUT("Connect Out", RecordKind.OTHER),
  REGISTER_SLAVE("Register Slave", RecordKind.OTHER),
  REGISTER_REPLICA("Register Replica", RecordKind.OTHER),
  LONG_DATA("Long Data", RecordKind.OTHER),
  SET_OPTION("Set option", RecordKind.OTHER),
  FETCH("Fetch", RecordKind.OTHER),
  DAEMON("Daemon", RecordKind.OTHER),
  ERROR("Error", RecordKind.OTHER),
  CREATE_DB("Create DB", RecordKind.OTHER),
  DROP_DB("Drop DB", RecordKind.OTHER),
  CLONE("Clone", RecordKind.OTHER),
  STATEMENT("Unknown", RecordKind.OTHER);

  private static final GeneralLogCommand[] ALL = values();

  private final String text;
  private final RecordKind kind;

  GeneralLogCommand(String text, RecordKind kind) {
    this.text = text;
    this.kind = kind;
  }

  RecordKind kind() {
    return kind;
  }

  int length() {
    return text.length();
  }

  /** Returns the command at an offset, if a tab follows it; null otherwise. */
  static @Nullable GeneralLogCommand at(byte[] bytes, int from, int to) {
    for (GeneralLogCommand command : ALL) {
      if (command.isAt(bytes, from, to)) {
        return command;
      }
    }
    return null;
  }

  private boolean isAt(byte[] bytes, int from, int to) {
    int end = from + text.length();
    if (end >= to || bytes[end] != '\t') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != (byte) text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
