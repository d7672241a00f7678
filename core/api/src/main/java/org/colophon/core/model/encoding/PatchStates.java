// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The contents between which a patch leads. They are the first two lines of the patch, as remarks
 * that programs ignore. So a chain of patches checks itself: what is before a patch is after the
 * previous one. An absent file counts as empty.
 */
public record PatchStates(State before, State after) {
  /** The beginning of each line, which distinguishes the lines from other remarks. */
  public static final String MARK = "# colophon: ";

  /** Content with more bytes has no digest. */
  public static final int MAX_HASHED_BYTES = 1 << 20;

  private static final String STATE = " size=(\\d{1,18})(?: sha256=([0-9a-f]{64}))?\n";
  private static final Pattern FORM =
      Pattern.compile(MARK + "before" + STATE + MARK + "after" + STATE);
  private static final int MAX_LENGTH = 256;

  /**
   * A content.
   *
   * @param sha256 in lower-case hexadecimal; null if the content is too large
   */
  public record State(long size, @Nullable String sha256) {
    private String line(String when) {
      return MARK + when + " size=" + size + (sha256 == null ? "" : " sha256=" + sha256) + "\n";
    }
  }

  /** Returns the states at the beginning of a patch; null if they are missing. */
  public static @Nullable PatchStates of(Bytes patch) {
    byte[] head = patch.slice(0, Math.min(patch.length(), MAX_LENGTH)).toArray();
    Matcher form = FORM.matcher(new String(head, StandardCharsets.ISO_8859_1));
    return form.lookingAt() ? new PatchStates(state(form, 1), state(form, 3)) : null;
  }

  private static State state(Matcher form, int group) {
    return new State(Long.parseLong(form.group(group)), form.group(group + 1));
  }

  /** Returns the lines to put before a patch. */
  public Bytes bytes() {
    return Bytes.of(before.line("before") + after.line("after"));
  }
}
