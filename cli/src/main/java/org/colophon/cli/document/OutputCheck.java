// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.IoFailure;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.text.DisplayText;

/** Compares the outputs of a run with the files on the disk. Reads each whole file. */
final class OutputCheck {
  private OutputCheck() {}

  /** Returns whether a run was recorded on this host. A run of a store without host was. */
  static boolean isHere(RecordedRun run) {
    String here = "(" + HostInfo.ofThisMachine().owner().id() + ")";
    return run.host().isEmpty() || run.host().endsWith(here);
  }

  /**
   * Returns a sentence about each output that differs from the record, is gone or cannot be
   * compared. Outputs without a recorded digest are not compared.
   */
  static List<String> differences(RecordedRun run) {
    if (!isHere(run)) {
      return List.of(
          "the run was recorded on %s, so its outputs cannot be compared with files of this host"
              .formatted(DisplayText.text(run.host())));
    }
    return run.outputFiles()
        .filter(each -> each.sha256() != null)
        .map(OutputCheck::difference)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static String difference(RunFile file) {
    String name = DisplayText.text(file.name());
    try {
      Path path = PathBytes.path(file.nameBytes());
      if (!Files.isRegularFile(path)) {
        return name + " is not on the disk any more";
      }
      try (InputStream in = Files.newInputStream(path)) {
        String found = DigestUtils.sha256Hex(in);
        return found.equals(file.sha256())
            ? ""
            : "%s on the disk has sha256 %s instead of %s".formatted(name, found, file.sha256());
      }
    } catch (InvalidPathException e) {
      return name + " is no name of a file on this disk";
    } catch (IOException e) {
      return "%s cannot be compared: %s".formatted(name, DisplayText.text(IoFailure.reason(e)));
    }
  }
}
