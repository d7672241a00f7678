// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a file that change whenever its content changes. A reporter attaches it to the
 * file's object as an extended record, in one of two ways.
 *
 * <ul>
 *   <li>{@link #SEEN} before the first access that it reports. The kernel compares it with the last
 *       known state. If the content differs and nobody recorded a change, the kernel begins a
 *       version by a cut without a process, and stores the new state.
 *   <li>{@link #TYPE} after the last change that it reports. The kernel stores it.
 * </ul>
 *
 * @param modifiedNanos time of the last change of content, in nanoseconds since 1970
 * @param changedNanos time of the last change of content, attributes or links
 */
public record FileState(long device, long inode, long size, long modifiedNanos, long changedNanos) {
  /** Type of the stored extended record. */
  public static final String TYPE = "file-state";

  /** Type of a state to compare, which is never stored itself. */
  public static final String SEEN = "file-seen";

  private static final int FILE_TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final String STATUS = "unix:mode,dev,ino,size,lastModifiedTime,ctime";

  private static final Pattern FORM =
      Pattern.compile(
          "size=(-?\\d+) modified=(-?\\d+) changed=(-?\\d+) inode=(-?\\d+) device=(-?\\d+)");

  /**
   * Parses the data of an extended record.
   *
   * @throws ColophonException BAD_INPUT if it is not a state
   */
  public static FileState of(Bytes data) {
    Matcher form = FORM.matcher(data.toString());
    try {
      if (form.matches()) {
        return new FileState(
            number(form, 5), number(form, 4), number(form, 1), number(form, 2), number(form, 3));
      }
    } catch (NumberFormatException e) {
      throw malformed(data, e);
    }
    throw malformed(data, null);
  }

  /**
   * Reads the state of a file, without following a link.
   *
   * @return null unless the file is a regular one
   */
  public static @Nullable FileState read(Path file) throws IOException {
    Map<String, Object> found = Files.readAttributes(file, STATUS, LinkOption.NOFOLLOW_LINKS);
    return (number(found, "mode") & FILE_TYPE) != REGULAR
        ? null
        : new FileState(
            number(found, "dev"),
            number(found, "ino"),
            number(found, "size"),
            number(found, "lastModifiedTime"),
            number(found, "ctime"));
  }

  private static long number(Map<String, Object> found, String attribute) {
    Object value = Objects.requireNonNull(found.get(attribute));
    return value instanceof FileTime time
        ? time.to(TimeUnit.NANOSECONDS)
        : ((Number) value).longValue();
  }

  private static ColophonException malformed(Bytes data, @Nullable Throwable cause) {
    String example = new FileState(5, 4, 1, 2, 3).bytes().toString();
    return ErrorCode.BAD_INPUT.exception(
        "'%s' is not the state of a file: write it as '%s'".formatted(data.display(), example),
        cause);
  }

  private static long number(Matcher form, int group) {
    return Long.parseLong(form.group(group));
  }

  /** Returns the data of an extended record. */
  public Bytes bytes() {
    return Bytes.of(
        "size=%d modified=%d changed=%d inode=%d device=%d"
            .formatted(size, modifiedNanos, changedNanos, inode, device));
  }

  /**
   * Returns true if the state shows other content. Changed attributes do not count, and neither do
   * numbers that a file system assigns again at each mount.
   */
  public boolean isOtherContentThan(FileState before) {
    boolean isReplaced = inode != before.inode && changedNanos != before.changedNanos;
    return size != before.size || modifiedNanos != before.modifiedNanos || isReplaced;
  }
}
