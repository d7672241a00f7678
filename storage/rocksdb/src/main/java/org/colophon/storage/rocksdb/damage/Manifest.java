// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.ByteWriter;

/**
 * RocksDB's list of table files. It is a log of edits, in blocks of 32 KiB:
 *
 * <pre>
 * record: masked CRC32C of type and data: 4 | length: 2, little-endian | type: 1 | data
 * type: 1 whole edit, 2 first part, 3 middle part, 4 last part
 * </pre>
 *
 * <p>See RocksDB's {@code db/log_format.h} and {@code db/version_edit.cc}.
 *
 * @param name the file's name
 * @param edits the edits that are complete
 */
public record Manifest(String name, Bytes edits) {
  private static final String CURRENT = "CURRENT";
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER = 7;
  private static final int WHOLE = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;
  private static final int CRC_MASK = 0xa282ead8;

  // Tags of an edit.
  private static final int DELETED_FILE = 6;
  private static final int COLUMN_FAMILY = 200;

  /** Reads the list of a database, up to the last complete edit. */
  public static Manifest read(Path directory) throws IOException {
    String name = Files.readString(directory.resolve(CURRENT)).strip();
    byte[] bytes = Files.readAllBytes(directory.resolve(name));
    return new Manifest(name, Bytes.copyOf(bytes, 0, completeBytes(bytes)));
  }

  private static int completeBytes(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int complete = 0;
    int at = 0;
    while (at + HEADER <= bytes.length) {
      if (BLOCK_BYTES - at % BLOCK_BYTES < HEADER) {
        at += BLOCK_BYTES - at % BLOCK_BYTES;
        continue;
      }
      int length = Short.toUnsignedInt(in.getShort(at + 4));
      int end = at + HEADER + length;
      if (end > bytes.length || in.getInt(at) != crc(bytes, at + 6, length + 1)) {
        return complete;
      }
      byte type = bytes[at + 6];
      at = end;
      complete = type == WHOLE || type == LAST ? end : complete;
    }
    return complete;
  }

  private static int crc(byte[] bytes, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, at, length);
    return Integer.rotateRight((int) crc.getValue(), 15) + CRC_MASK;
  }

  /** Returns a list without some files. */
  public Manifest without(List<LostFile> files) {
    ByteWriter out = new ByteWriter(edits.length() + BLOCK_BYTES);
    out.putRaw(edits);
    for (LostFile each : files) {
      ByteWriter edit = new ByteWriter(32);
      edit.putVarint(COLUMN_FAMILY).putVarint(each.family());
      edit.putVarint(DELETED_FILE).putVarint(each.level());
      edit.putVarint(Long.parseLong(each.name().replaceAll("\\D", "")));
      append(out, edit.copy());
    }
    return new Manifest(name, Bytes.wrap(out.copy()));
  }

  private static void append(ByteWriter out, byte[] edit) {
    int from = 0;
    boolean isFirst = true;
    while (from < edit.length) {
      int left = BLOCK_BYTES - out.size() % BLOCK_BYTES;
      if (left < HEADER) {
        out.putRaw(new byte[left], 0, left);
        continue;
      }
      int to = Math.min(edit.length, from + left - HEADER);
      int type = isFirst ? to == edit.length ? WHOLE : FIRST : to == edit.length ? LAST : MIDDLE;
      byte[] part = new byte[1 + to - from];
      part[0] = (byte) type;
      System.arraycopy(edit, from, part, 1, to - from);
      ByteBuffer header = ByteBuffer.allocate(HEADER - 1).order(ByteOrder.LITTLE_ENDIAN);
      header.putInt(crc(part, 0, part.length)).putShort((short) (to - from));
      out.putRaw(header.array(), 0, HEADER - 1).putRaw(part, 0, part.length);
      from = to;
      isFirst = false;
    }
  }

  /** Writes the list to a directory, atomically and durably. */
  public void write(Path directory) throws IOException {
    PrivateFiles.write(directory.resolve(name), edits.toArray());
  }

  /** Creates a database in an empty directory that has only this list. */
  public void begin(Path directory) throws IOException {
    Files.write(directory.resolve(name), edits.toArray());
    Files.writeString(directory.resolve(CURRENT), name + "\n");
  }
}
