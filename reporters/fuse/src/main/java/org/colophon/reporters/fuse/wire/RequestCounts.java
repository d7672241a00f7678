// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of requests by kind, and of bytes. Any thread. */
final class RequestCounts {
  private final LongAdder[] byOpcode = new LongAdder[Opcode.COUNT];
  private final LongAdder other = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  RequestCounts() {
    for (int i = 0; i < byOpcode.length; i++) {
      byOpcode[i] = new LongAdder();
    }
  }

  void requested(int opcode) {
    boolean isKnown = opcode > 0 && opcode < byOpcode.length;
    (isKnown ? byOpcode[opcode] : other).increment();
  }

  /**
   * Counts a reply.
   *
   * @param frame the request and reply
   * @param result length of the reply's body, or a negative error number
   */
  void answered(Frame frame, int result) {
    if (result < 0) {
      errors.increment();
    } else if (frame.opcode == Opcode.READ) {
      bytesRead.add(result);
    } else if (frame.opcode == Opcode.WRITE) {
      bytesWritten.add(frame.out.getInt(Frame.BODY));
    }
  }

  Map<String, Long> byName() {
    Map<String, Long> all = new TreeMap<>();
    long requests = other.sum();
    for (int opcode = 0; opcode < byOpcode.length; opcode++) {
      long count = byOpcode[opcode].sum();
      requests += count;
      if (count > 0) {
        all.merge(kind(opcode), count, Long::sum);
      }
    }
    all.put("requests", requests);
    all.put("requestsRefused", errors.sum());
    all.put("bytesRead", bytesRead.sum());
    all.put("bytesWritten", bytesWritten.sum());
    return all;
  }

  private static String kind(int opcode) {
    return switch (opcode) {
      case Opcode.LOOKUP -> "lookups";
      case Opcode.FORGET, Opcode.BATCH_FORGET -> "forgets";
      case Opcode.GETATTR, Opcode.STATX, Opcode.STATFS -> "statuses";
      case Opcode.OPEN -> "opens";
      case Opcode.CREATE, Opcode.TMPFILE, Opcode.MKNOD, Opcode.MKDIR, Opcode.SYMLINK -> "creations";
      case Opcode.READ -> "reads";
      case Opcode.WRITE -> "writes";
      case Opcode.FLUSH -> "flushes";
      case Opcode.RELEASE -> "releases";
      case Opcode.FSYNC, Opcode.FSYNCDIR, Opcode.SYNCFS -> "syncs";
      case Opcode.UNLINK, Opcode.RMDIR -> "removals";
      case Opcode.RENAME, Opcode.RENAME2, Opcode.LINK -> "renamesAndLinks";
      case Opcode.OPENDIR, Opcode.READDIR, Opcode.READDIRPLUS, Opcode.RELEASEDIR -> "listings";
      case Opcode.SETATTR, Opcode.SETXATTR, Opcode.REMOVEXATTR -> "attributeChanges";
      case Opcode.GETXATTR, Opcode.LISTXATTR, Opcode.READLINK -> "attributeReads";
      default -> "otherRequests";
    };
  }
}
