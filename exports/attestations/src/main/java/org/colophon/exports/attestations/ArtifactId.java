// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.attestations;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Artifact identifiers of OmniBOR: the SHA-256 that a content has as a blob of git. Recorded git
 * ids are SHA-1, so the content is read again, and must still be that of the run: it has the
 * recorded digest or, without one, the file's status (ctime) did not change after the run.
 */
final class ArtifactId {
  /** Type of the identifiers. */
  static final String TYPE = "gitoid:blob:sha256";

  private static final int BUFFER = 1 << 16;

  private ArtifactId() {}

  /** Returns the identifier of bytes, in hexadecimal digits. */
  static String of(byte[] content) {
    MessageDigest blob = blob(content.length);
    return HexFormat.of().formatHex(blob.digest(content));
  }

  /**
   * Returns the identifier of a recorded file, in hexadecimal digits.
   *
   * @param end time of the run's end; null if unknown
   * @throws ColophonException BAD_REQUEST if the disk does not have the recorded content
   */
  static String of(RunFile file, @Nullable Instant end) throws IOException {
    String name = DisplayText.text(file.name());
    try {
      Path path = PathBytes.path(file.nameBytes());
      if (!Files.isRegularFile(path)) {
        throw refused(name + " is not on the disk any more");
      }
      MessageDigest blob = blob(Files.size(path));
      MessageDigest content = sha256();
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = Files.newInputStream(path)) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          blob.update(buffer, 0, count);
          content.update(buffer, 0, count);
        }
      }
      String found = HexFormat.of().formatHex(content.digest());
      if (file.sha256() == null ? isChanged(path, end) : !found.equals(file.sha256())) {
        throw refused(name + " on the disk was changed after the run");
      }
      return HexFormat.of().formatHex(blob.digest());
    } catch (InvalidPathException e) {
      throw refused(name + " is no name of a file on this disk");
    } catch (IOException e) {
      throw IoFailure.of("read", Path.of(name), e);
    }
  }

  private static boolean isChanged(Path path, @Nullable Instant end) throws IOException {
    FileTime changed = (FileTime) Files.getAttribute(path, "unix:ctime");
    return end == null || changed.toInstant().isAfter(end);
  }

  private static ColophonException refused(String reason) {
    return ErrorCode.BAD_REQUEST.exception(
        "omnibor identifies files by their whole content, and %s; record the run again, and write the manifests before its files change"
            .formatted(reason));
  }

  private static MessageDigest blob(long size) {
    MessageDigest digest = sha256();
    digest.update(("blob " + size + '\0').getBytes(StandardCharsets.US_ASCII));
    return digest;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }
}
