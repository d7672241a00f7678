// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;

/** Reads declarations and ends. A later declaration adds to an earlier one. */
public final class NodeReader {
  private NodeReader() {}

  public static @Nullable ObjectInfo object(Group group, long id) {
    ChunkReader chunks = new ChunkReader(group, id);
    ObjectInfo info = null;
    while (chunks.hasItem()) {
      chunks.in.getByte();
      long lsn = chunks.getLsn();
      info = new ObjectInfo(id, object(chunks.in), info == null ? lsn : info.declaredLsn());
    }
    return info;
  }

  private static ObjectDeclaration object(ByteReader in) {
    ObjectKind kind = ObjectKind.of(in.getLength());
    Bytes identity = in.getString();
    return new ObjectDeclaration(kind, identity, in.getString());
  }

  /** Returns the process, or null if it is not declared. */
  public static @Nullable ProcessInfo process(Group group, long id) {
    ChunkReader chunks = new ChunkReader(group, id);
    ProcessInfo info = null;
    while (chunks.hasItem()) {
      boolean isDeclaration = chunks.in.getByte() == StoreFormat.DECLARED;
      info = isDeclaration ? declared(chunks, id, info) : ended(chunks, info);
    }
    return info;
  }

  private static ProcessInfo declared(ChunkReader chunk, long id, @Nullable ProcessInfo before) {
    long lsn = chunk.getLsn();
    ProcessDeclaration declaration = process(chunk.in);
    return before == null
        ? new ProcessInfo(id, declaration, lsn, Lsn.OPEN, 0, 0)
        : new ProcessInfo(
            id,
            declaration,
            before.declaredLsn(),
            before.endLsn(),
            before.endNanos(),
            before.exitStatus());
  }

  private static ProcessDeclaration process(ByteReader in) {
    Bytes identity = in.getString();
    long pid = in.getSigned();
    Bytes executable = in.getString();
    int count = in.getLength();
    List<Bytes> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arguments.add(in.getString());
    }
    Bytes directory = in.getString();
    return new ProcessDeclaration(identity, pid, executable, arguments, directory, in.getSigned());
  }

  private static @Nullable ProcessInfo ended(ChunkReader chunk, @Nullable ProcessInfo before) {
    long lsn = chunk.getLsn();
    long nanos = chunk.getNanos();
    int status = (int) chunk.in.getSigned();
    return before == null
        ? null
        : new ProcessInfo(
            before.id(), before.declaration(), before.declaredLsn(), lsn, nanos, status);
  }
}
