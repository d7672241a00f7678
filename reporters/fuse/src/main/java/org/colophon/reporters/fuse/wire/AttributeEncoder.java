// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.FileStatus;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** Encodes statuses and directory entries in replies. */
final class AttributeEncoder {
  static final int ATTRIBUTES = 88;
  static final int ENTRY = 40 + ATTRIBUTES;

  private final long validSeconds;
  private final int validNanos;
  private final long entrySeconds;
  private final int entryNanos;

  AttributeEncoder(long attributeNanos, long entryNanos) {
    this.validSeconds = attributeNanos / 1_000_000_000L;
    this.validNanos = (int) (attributeNanos % 1_000_000_000L);
    this.entrySeconds = entryNanos / 1_000_000_000L;
    this.entryNanos = (int) (entryNanos % 1_000_000_000L);
  }

  /** Encodes a node's attributes; returns the length. */
  int attributes(Frame frame, RequestContext request, Node node) {
    NativeBuffer out = frame.out;
    out.putLong(Frame.BODY, validSeconds);
    out.putInt(Frame.BODY + 8, validNanos);
    out.putInt(Frame.BODY + 12, 0);
    put(out, Frame.BODY + 16, request.status, node);
    return 16 + ATTRIBUTES;
  }

  /** Encodes an entry; returns the length. */
  int entry(Frame frame, RequestContext request, Node node) {
    putEntry(frame.out, Frame.BODY, request, node);
    return ENTRY;
  }

  void putEntry(NativeBuffer out, int at, RequestContext request, Node node) {
    out.putLong(at, node.id());
    out.putLong(at + 8, node.generation());
    out.putLong(at + 16, entrySeconds);
    out.putLong(at + 24, validSeconds);
    out.putInt(at + 32, entryNanos);
    out.putInt(at + 36, validNanos);
    put(out, at + 40, request.status, node);
  }

  private static void put(NativeBuffer out, int at, FileStatus status, Node node) {
    out.putLong(at, node.number());
    out.putLong(at + 8, status.size());
    out.putLong(at + 16, status.blocks());
    out.putLong(at + 24, status.accessSeconds());
    out.putLong(at + 32, status.modificationSeconds());
    out.putLong(at + 40, status.changeSeconds());
    out.putInt(at + 48, status.accessNanos());
    out.putInt(at + 52, status.modificationNanos());
    out.putInt(at + 56, status.changeNanos());
    out.putInt(at + 60, status.mode());
    out.putInt(at + 64, status.links());
    out.putInt(at + 68, status.user());
    out.putInt(at + 72, status.group());
    out.putInt(at + 76, status.representedDevice());
    out.putInt(at + 80, status.blockSize());
    out.putInt(at + 84, 0);
  }

  /** Encodes a reply to {@code statx}; returns the length. */
  int extended(Frame frame, RequestContext request, Node node) {
    NativeBuffer out = frame.out;
    out.clear(Frame.BODY, 32 + FileStatus.SIZE);
    out.putLong(Frame.BODY, validSeconds);
    out.putInt(Frame.BODY + 8, validNanos);
    out.copy(Frame.BODY + 32, request.status.buffer(), 0, 144);
    out.putLong(Frame.BODY + 32 + FileStatus.INODE, node.number());
    return 32 + FileStatus.SIZE;
  }
}
