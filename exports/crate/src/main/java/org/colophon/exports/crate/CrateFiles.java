// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run that a crate contains: inputs and outputs below the run's directory, as they
 * were at the end of the run. All other files are references.
 */
final class CrateFiles {
  static final String METADATA = "ro-crate-metadata.json";
  static final String PREVIEW = "ro-crate-preview.html";

  private static final int MAX_NAMED = 3;

  private final RecordedRun run;
  private final @Nullable Path base;
  private final Map<Integer, Data> data = new TreeMap<>();
  private final Map<Integer, String> reasons = new HashMap<>();

  /**
   * A file of the crate.
   *
   * @param path path in the crate
   * @param sha256 digest of the content on the disk
   * @param isVerified whether the record has this digest; false if it has none
   */
  record Data(String path, Path source, long size, String sha256, boolean isVerified) {}

  /**
   * Compares files with the record.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if some differ, unless the
   *     options accept it
   */
  CrateFiles(RecordedRun run, CrateOptions options) throws IOException {
    this.run = run;
    this.base = options.directory() == null ? base(run) : options.directory();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < run.files().size(); i++) {
      String path = path(i);
      if (path != null && options.withData()) {
        String difference = add(i, path);
        if (difference != null) {
          reasons.put(i, "not copied: " + difference);
          differences.add(Bytes.of(run.files().get(i).name()).display() + " " + difference);
        }
      }
    }
    if (!differences.isEmpty() && !options.asRecorded()) {
      int named = Math.min(MAX_NAMED, differences.size());
      String more =
          differences.size() > named ? "; %d more".formatted(differences.size() - named) : "";
      throw ErrorCode.BAD_REQUEST.exception(
          "the disk does not have what the run left: %s%s; --as-recorded leaves out the data of such files, --without-data that of all"
              .formatted(String.join("; ", differences.subList(0, named)), more));
    }
  }

  private static @Nullable Path base(RecordedRun run) {
    return run.roots()
        .mapToObj(each -> run.programs().get(each).directory())
        .filter(each -> each.startsWith("/"))
        .findFirst()
        .map(each -> Path.of(each).normalize())
        .orElse(null);
  }

  /** Returns the path of a file in the crate; null if it is only a reference. */
  private @Nullable String path(int index) {
    RunFile file = run.files().get(index);
    if (base == null || file.kind() != ObjectKind.FILE || file.folded() || isReplaced(index)) {
      return null;
    }
    if (file.nameBase64() != null) {
      reasons.put(index, "not copied: the name is no UTF-8, which archives and web addresses need");
      return null;
    }
    try {
      Path path = Path.of(file.name()).normalize();
      if (!path.startsWith(base) || path.equals(base)) {
        return null;
      }
      String relative = base.relativize(path).toString();
      return Set.of(METADATA, PREVIEW).contains(relative) ? null : relative;
    } catch (InvalidPathException e) {
      reasons.put(index, "not copied: the name is no path of this system");
      return null;
    }
  }

  /** Returns whether the run replaced a version, so that the disk has another one. */
  private boolean isReplaced(int index) {
    RunFile file = run.files().get(index);
    return file.role() == Role.INTERMEDIATE
        || (file.role() == Role.INPUT
            && run.files(Role.OUTPUT).anyMatch(each -> each.name().equals(file.name())));
  }

  /** Adds a file. Returns the difference from the record, or null. */
  private @Nullable String add(int index, String path) throws IOException {
    RunFile file = run.files().get(index);
    Path source = Path.of(file.name());
    if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)
        || !source.toRealPath().equals(source.normalize())) {
      return "is no regular file on this disk";
    }
    String sha256;
    try (InputStream in = Files.newInputStream(source, LinkOption.NOFOLLOW_LINKS)) {
      sha256 = DigestUtils.sha256Hex(in);
    }
    if (file.sha256() != null && !file.sha256().equals(sha256)) {
      return "has another content than recorded";
    }
    data.put(index, new Data(path, source, Files.size(source), sha256, file.sha256() != null));
    return null;
  }

  /** Returns the files of the crate by their indexes in the run. */
  Map<Integer, Data> data() {
    return data;
  }

  /** Returns why a file is only a reference; empty if this needs no explanation. */
  String reason(int index) {
    return reasons.getOrDefault(index, "");
  }

  /**
   * Copies all files.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if a file changes meanwhile
   */
  void copy(CrateTarget target) throws IOException {
    for (Data each : data.values()) {
      target.add(each.path(), out -> copy(each, out));
    }
  }

  private static void copy(Data data, OutputStream out) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    try (InputStream in = Files.newInputStream(data.source(), LinkOption.NOFOLLOW_LINKS)) {
      in.transferTo(new DigestOutputStream(out, digest));
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(data.sha256())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s changed while it was copied; repeat the command when nothing writes to it"
              .formatted(Bytes.of(data.source().toString()).display()));
    }
  }

  /** Returns the directory of the data; null if unknown. */
  @Nullable Path base() {
    return base;
  }

  /** Returns the number of copied files without a recorded digest. */
  long unverified() {
    return data.values().stream().filter(each -> !each.isVerified()).count();
  }
}
