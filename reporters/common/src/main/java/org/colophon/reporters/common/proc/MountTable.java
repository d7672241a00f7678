// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** The mounts visible to this process. */
public final class MountTable {
  private static final Bytes ROOT = Bytes.of("/");

  /** File system type of Colophon's mounts. */
  public static final String TYPE = "fuse.colophon";

  /**
   * A mount.
   *
   * @param device major and minor number of its file system, separated by a colon.
   * @param root the mounted directory, as a path within the file system.
   * @param target the mount point.
   * @param source the mounted source; for Colophon's mounts the mirrored directory.
   */
  public record Entry(String device, Bytes root, Bytes target, String type, Bytes source) {
    /** Returns the path here of a path within the file system. */
    private Bytes shown(Bytes path) {
      Bytes below = root.equals(ROOT) ? path : path.slice(root.length(), path.length());
      return target.equals(ROOT) ? below : target.concat(below);
    }

    private boolean isOurs() {
      return type.equals(TYPE);
    }
  }

  private final List<Entry> entries;

  private MountTable(List<Entry> entries) {
    this.entries = entries;
  }

  public static MountTable read() {
    try {
      return parse(Files.readAllBytes(Path.of("/proc/self/mountinfo")));
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read /proc/self/mountinfo: " + e.getMessage(), e);
    }
  }

  static MountTable parse(byte[] content) {
    List<Entry> entries = new ArrayList<>();
    // Latin-1 keeps each byte as one character.
    for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      String[] sides = line.split(" - ", 2);
      String[] words = sides[0].split(" ", -1);
      String[] kind = sides.length == 2 ? sides[1].split(" ", -1) : new String[0];
      if (kind.length > 1 && words.length > 4) {
        entries.add(
            new Entry(
                words[2], unescaped(words[3]), unescaped(words[4]), kind[0], unescaped(kind[1])));
      }
    }
    return new MountTable(entries);
  }

  /** Decodes octal escapes of blanks, tabs, newlines and backslashes. */
  private static Bytes unescaped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 3 < text.length()) {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        bytes.write(c);
      }
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  /**
   * Returns the path of a file here; null if no mount shows it.
   *
   * @param device major and minor number of its file system, separated by a colon
   * @param path the path within the file system
   */
  public @Nullable Bytes pathOf(String device, Bytes path) {
    for (Entry entry : entries) {
      if (entry.device().equals(device) && path.isAtOrBelow(entry.root())) {
        Bytes shown = entry.shown(path);
        if (!isCovered(entry, shown)) {
          return shown;
        }
      }
    }
    return null;
  }

  public boolean hasOurs(Bytes path) {
    boolean isOurs = false;
    for (Entry entry : entries) {
      if (entry.target().equals(path)) {
        isOurs = entry.isOurs();
      }
    }
    return isOurs;
  }

  /**
   * Returns whether a path to a file leads through one of Colophon's mounts.
   *
   * @param device the file's {@code st_dev}, which identifies the topmost of several mounts
   */
  public boolean isSeenThroughOurs(long device) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & 0xffffff00L);
    String name = major + ":" + minor;
    return entries.stream().anyMatch(entry -> entry.isOurs() && entry.device().equals(name));
  }

  public @Nullable Entry oursBelow(Bytes directory) {
    return findOurs(
        entry -> isBelow(entry.target(), directory) && !isCovered(entry, entry.target()));
  }

  /**
   * Returns a mount of Colophon that shows a directory at another path, because it mirrors a parent
   * directory; null if none. A mount over its own source does not show mounts within the source.
   */
  public @Nullable Entry oursShowing(Bytes directory) {
    return findOurs(
        entry ->
            isBelow(directory, entry.source())
                && !entry.source().equals(entry.target())
                && !isCovered(entry, entry.source()));
  }

  private @Nullable Entry findOurs(Predicate<Entry> wanted) {
    return entries.stream().filter(Entry::isOurs).filter(wanted).findFirst().orElse(null);
  }

  private boolean isCovered(Entry entry, Bytes path) {
    List<Entry> later = entries.subList(entries.lastIndexOf(entry) + 1, entries.size());
    return later.stream().anyMatch(each -> path.isAtOrBelow(each.target()));
  }

  private static boolean isBelow(Bytes path, Bytes directory) {
    return path.isAtOrBelow(directory) && !path.equals(directory);
  }
}
