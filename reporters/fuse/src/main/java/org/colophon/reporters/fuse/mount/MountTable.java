package org.colophon.reporters.fuse.mount;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/** What is mounted, as this process sees it. */
public final class MountTable {
  /** The file system type of our mounts. */
  public static final String TYPE = "fuse.colophon";

  /** A mount: where, and of what type. */
  public record Entry(Bytes target, String type) {}

  private final List<Entry> entries;

  private MountTable(List<Entry> entries) {
    this.entries = entries;
  }

  /** The mounts of this moment. */
  public static MountTable read() {
    try {
      return parse(Files.readAllBytes(Path.of("/proc/self/mountinfo")));
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot read /proc/self/mountinfo: " + e.getMessage(), e);
    }
  }

  static MountTable parse(byte[] content) {
    List<Entry> entries = new ArrayList<>();
    // Latin-1 keeps each byte as one character.
    for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      String[] sides = line.split(" - ", 2);
      String[] words = sides[0].split(" ", -1);
      if (sides.length == 2 && words.length > 4) {
        entries.add(new Entry(unescaped(words[4]), sides[1].split(" ", 2)[0]));
      }
    }
    return new MountTable(entries);
  }

  /** Blanks, tabs, newlines and backslashes are written as three octal digits. */
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

  /** Whether the topmost mount at a path is one of ours. */
  public boolean hasOurs(Bytes path) {
    boolean isOurs = false;
    for (Entry entry : entries) {
      if (entry.target().equals(path)) {
        isOurs = entry.type().equals(TYPE);
      }
    }
    return isOurs;
  }

  /** Whether a path, with its links resolved, is seen through one of ours. */
  public boolean isSeenThroughOurs(Bytes path) {
    Entry nearest = null;
    for (Entry entry : entries) {
      boolean isAbove = path.isAtOrBelow(entry.target());
      if (isAbove && (nearest == null || entry.target().length() >= nearest.target().length())) {
        nearest = entry;
      }
    }
    return nearest != null && nearest.type().equals(TYPE);
  }
}
