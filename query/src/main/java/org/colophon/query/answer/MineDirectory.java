// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.nio.file.InvalidPathException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.Target;
import org.colophon.query.touched.Run;

/** Finds the directory whose files an answer shows. */
record MineDirectory(LineageReader reader, AnswerStyle style, long asOfLsn) {
  private static final Bytes ROOT = Bytes.of("/");

  /** Returns the directory that a filter selects for a target; empty for no restriction. */
  Bytes of(LineageFilter filter, Target target) {
    if (filter.mine() == null) {
      return Bytes.EMPTY;
    }
    Bytes directory = filter.mine().isEmpty() ? ofRun(target) : parse(filter.mine());
    return directory.equals(ROOT) ? Bytes.EMPTY : directory;
  }

  private Bytes parse(String text) {
    try {
      return PathBytes.of(style.directory().resolve(text).normalize());
    } catch (InvalidPathException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the directory of --mine is not a valid path: " + e.getReason(), e);
    }
  }

  /**
   * Returns the directory in which a target's run began. If unknown, returns the caller's
   * directory.
   */
  private Bytes ofRun(Target target) {
    Root root = target.roots().get(0);
    long process = root.id();
    if (root.type() == NodeType.OBJECT) {
      Run run = Run.writing(reader, root.id(), Math.min(asOfLsn, target.askedLsn()));
      process = run == null ? 0 : run.root();
    }
    ProcessInfo info = reader.process(process);
    Bytes directory = info == null ? Bytes.EMPTY : info.declaration().directory();
    return directory.isEmpty() ? PathBytes.of(style.directory()) : directory;
  }
}
