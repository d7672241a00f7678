// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import org.colophon.storage.jdbc.database.Dml;

/** Every statement that changes rows, with the values in the order of the rows of a window. */
final class Statements {
  static final Dml INSERT_PROCESS =
      Dml.insert(
          "process",
          "ltttlblbbblllll",
          "pid, executable, command, directory, start_nanos, identity, identity_hash, "
              + "executable_bytes, arguments_bytes, directory_bytes, declared_lsn, id, "
              + "end_lsn, end_nanos, exit_status");

  /** Updates a process. A later declaration adds to an earlier one. */
  static final Dml UPDATE_PROCESS =
      new Dml(
          "UPDATE process SET pid = ?, executable = ?, command = ?, directory = ?,"
              + " start_nanos = ?, identity = ?, identity_hash = ?, executable_bytes = ?,"
              + " arguments_bytes = ?, directory_bytes = ?,"
              + " declared_lsn = LEAST(declared_lsn, ?)"
              + " WHERE id = ?",
          "ltttlblbbbll");

  static final Dml END_PROCESS =
      new Dml(
          "UPDATE process SET end_lsn = ?, end_nanos = ?, exit_status = ? WHERE id = ?", "llll");

  static final Dml INSERT_OBJECT =
      Dml.insert(
          "object",
          "ttblbllt",
          "kind, label, label_bytes, identity_hash, identity, declared_lsn, id, name");

  static final Dml UPDATE_OBJECT =
      new Dml(
          "UPDATE object SET kind = ?, label = ?, label_bytes = ?, identity_hash = ?, identity = ?,"
              + " declared_lsn = LEAST(declared_lsn, ?)"
              + " WHERE id = ?",
          "ttblbll");

  static final Dml NAME_OBJECT = new Dml("UPDATE object SET name = ? WHERE id = ?", "tl");

  /** Renames an object if its name is different. */
  static final Dml RENAME_OBJECT =
      new Dml("UPDATE object SET name = ? WHERE id = ? AND name = ?", "tlt");

  /** Stores the former identity of a process when a declaration replaces it. */
  static final Dml KEEP_PROCESS_IDENTITY = keepIdentity("process");

  static final Dml KEEP_OBJECT_IDENTITY = keepIdentity("object");

  static final OfNodes PROCESSES =
      new OfNodes("process", 6, INSERT_PROCESS, UPDATE_PROCESS, KEEP_PROCESS_IDENTITY, END_PROCESS);
  static final OfNodes OBJECTS =
      new OfNodes("object", 3, INSERT_OBJECT, UPDATE_OBJECT, KEEP_OBJECT_IDENTITY, NAME_OBJECT);

  /**
   * The statements of a table of declared processes or objects.
   *
   * @param hash the column of the hash of the identity
   * @param change sets values that may change without a declaration
   */
  record OfNodes(String table, int hash, Dml insert, Dml update, Dml keepIdentity, Dml change) {}

  private static Dml keepIdentity(String table) {
    return new Dml(
        "INSERT INTO former_identity (of_kind, id, identity, identity_hash)"
            + " SELECT '"
            + table
            + "', id, identity, identity_hash FROM "
            + table
            + " WHERE id = ? AND identity_hash <> ?",
        "ll");
  }

  static final Dml INSERT_FORMER_IDENTITY =
      Dml.insert("former_identity", "tlbl", "of_kind, id, identity, identity_hash");

  static final Dml INSERT_ACCESS =
      Dml.insert(
          "access",
          "lltlllllltl",
          "process, object, mode, first_lsn, last_lsn, operations, bytes, first_nanos, "
              + "last_nanos, first_operation, first_bytes");

  static final Dml UPDATE_ACCESS =
      new Dml(
          "UPDATE access SET last_lsn = ?, operations = ?, bytes = ?, last_nanos = ?"
              + " WHERE process = ? AND object = ? AND mode = ? AND first_lsn = ?",
          "lllllltl");

  static final Dml INSERT_LINK =
      Dml.insert("link", "llltll", "record_no, effect, cause, kind, lsn, time_nanos");

  static final Dml INSERT_DERIVATION =
      Dml.insert("derivation", "llllll", "record_no, effect, cause, process, lsn, time_nanos");

  static final Dml INSERT_CUT =
      Dml.insert("cut", "llllll", "record_no, object, process, begin_lsn, end_lsn, time_nanos");

  static final Dml INSERT_NAME =
      Dml.insert(
          "name_event",
          "lllllltttobblb",
          "record_no, half, lsn, time_nanos, process, object, kind, path, other, below, "
              + "path_bytes, other_bytes, path_hash, path_head");

  static final Dml INSERT_EXTENDED =
      Dml.insert(
          "extended_record", "lllltbb", "record_no, lsn, process, object, type, type_bytes, data");

  static final Dml INSERT_SNAPSHOT =
      Dml.insert("snapshot", "ltbll", "record_no, name, name_bytes, lsn, time_nanos");

  static final Dml INSERT_GAP =
      Dml.insert("gap", "lltll", "record_no, process, cause, amount, lsn");

  static final Dml INSERT_MOMENT =
      Dml.insert("moment", "llll", "record_no, first_lsn, last_lsn, millis");

  /** Updates the LSN and the counters. Changes no row if another writer was active. */
  static final Dml HOLD =
      new Dml(
          "UPDATE held SET held_lsn = ?, records = ?, operations = ?"
              + " WHERE held_lsn = ? AND records = ?",
          "lllll");

  private Statements() {}
}
